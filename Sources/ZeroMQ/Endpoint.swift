// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The address at which a socket binds or connects. It is checked once, because libzmq retries a bad ipc endpoint in
/// silence for ever.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// The transport of the bytes.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// A socket file of this machine.
    case ipc
    /// A name inside one context.
    case inproc
    /// Host and port.
    case tcp
  }

  /// The reason why a text is no endpoint.
  package struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, its place, and a way out.
    package let description: String
  }

  /// The longest path of a socket file, in bytes (`sun_path` less its terminator).
  package static let pathBytesMax = 107

  /// The transport of the bytes.
  package let transport: Transport
  /// The path, the name, or `host:port`.
  package let address: String

  /// The socket file at `path`.
  package static func ipc(_ path: String) throws(Invalid) -> Endpoint {
    guard !path.isEmpty, path.utf8.first != UInt8(ascii: "@"), !path.utf8.contains(0) else {
      throw Invalid(
        description: "'\(path)' is no path of a socket file: empty, or abstract ('@…'), which anybody may connect to")
    }
    guard path.utf8.count <= pathBytesMax else {
      throw Invalid(
        description: "the path of the socket file '\(path)' has \(path.utf8.count) bytes; the system allows "
          + "\(pathBytesMax): choose a shorter folder")
    }
    return Endpoint(transport: .ipc, address: path)
  }

  /// The name `name` inside one context.
  package static func inproc(_ name: String) throws(Invalid) -> Endpoint {
    guard !name.isEmpty, name.utf8.count <= 255 else {
      throw Invalid(description: "an inproc name has 1 to 255 bytes; '\(name)' has \(name.utf8.count)")
    }
    return Endpoint(transport: .inproc, address: name)
  }

  /// `host` (a name, an IPv4 or a bracketed IPv6 address, or `*`) and `port`; port 0 binds to any free one.
  package static func tcp(_ host: String, _ port: UInt16) throws(Invalid) -> Endpoint {
    guard !host.isEmpty, !host.contains("/"), !host.contains(" "), host.hasPrefix("[") == host.hasSuffix("]"),
      host.hasPrefix("[") || !host.contains(":")
    else {
      throw Invalid(description: "'\(host)' is no host: write a name, an IPv4 address or an IPv6 address in brackets")
    }
    return Endpoint(transport: .tcp, address: "\(host):\(port)")
  }

  /// The endpoint that `text` (`ipc://PATH`, `inproc://NAME`, `tcp://HOST:PORT`) spells.
  package static func parse(_ text: String) throws(Invalid) -> Endpoint {
    for transport in Transport.allCases where text.hasPrefix("\(transport.rawValue)://") {
      let address = String(text.dropFirst(transport.rawValue.count + 3))
      switch transport {
      case .ipc: return try ipc(address)
      case .inproc: return try inproc(address)
      case .tcp:
        guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]) else {
          throw Invalid(description: "'\(text)' names no port: write tcp://HOST:PORT")
        }
        return try tcp(String(address[..<colon]), port)
      }
    }
    throw Invalid(description: "'\(text)' is no endpoint: write ipc://PATH or tcp://HOST:PORT")
  }

  /// Whether the same program may listen at both: files of one folder, or anything else than two files.
  package func isBeside(_ other: Endpoint) -> Bool {
    guard transport == .ipc, other.transport == .ipc else { return true }
    func folder(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }
    let (own, others) = (folder(address), folder(other.address))
    return own == others || Self.areSame(own, others)
  }

  /// Whether two names, such as one by a link, mean one folder.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
  }

  /// Whether only this machine can reach it. Names are not looked up; the only name that counts is `localhost`.
  package var isLocal: Bool {
    guard transport == .tcp else { return true }
    let host = address.prefix(upTo: address.lastIndex(of: ":") ?? address.endIndex)
    if host == "localhost" || host == "[::1]" { return true }
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
  }

  /// `ipc:///run/x.sock`
  package var description: String { "\(transport.rawValue)://\(address)" }
}
