// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sockets that listened before this process began and were handed to it (sd_listen_fds(3)). The service manager keeps them
/// open while the daemon is started again, so whoever connects meanwhile waits and is not refused.
package struct HandedSockets: Hashable, Sendable {
  /// The first of them, as the service manager numbers them.
  private static let first: Int32 = 3
  /// A socket unit that lists more was not written for this daemon.
  private static let most: Int32 = 16

  /// The descriptors by the paths that they listen at.
  private var descriptors: [String: Int32] = [:]

  /// None.
  package init() {}

  /// What `LISTEN_PID` and `LISTEN_FDS` say. They are for one process: what its parent inherited is not handed to it.
  ///
  /// - Throws: An error with the exit code 78 where one of them is no listening stream socket of a file.
  package init(_ environment: Configuration.Environment, pid: Int32) throws(ServiceError) {
    guard let owner = environment["LISTEN_PID"], Int32(owner) == pid, let text = environment["LISTEN_FDS"] else {
      return
    }
    guard let count = Int32(text), (0...Self.most).contains(count) else {
      throw ServiceError(.configuration, "LISTEN_FDS is '\(text)', and must be a number up to \(Self.most)")
    }
    for descriptor in Self.first..<(Self.first + count) {
      // Whatever this process may start has no use for it.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      guard let path = Self.listeningPath(of: descriptor) else {
        throw ServiceError(
          .configuration,
          "descriptor \(descriptor), which was handed over, is no stream socket that listens at a file; the socket unit "
            + "lists such files, and nothing else, by ListenStream=")
      }
      descriptors[path] = descriptor
    }
  }

  /// Makes sure that each of them listens at one of these files.
  func check(files: [String]) throws(ServiceError) {
    for path in descriptors.keys.sorted() where !files.contains(where: { Self.areSame($0, path) }) {
      throw ServiceError(
        .configuration,
        "a socket at \(path) was handed over, and this coordinator listens at \(files.joined(separator: ", ")); correct "
          + "ListenStream= of the socket unit, or the runtime folder")
    }
  }

  /// Takes out the one that listens at `file`.
  mutating func take(_ file: String) -> Int32? {
    guard let path = descriptors.keys.first(where: { Self.areSame($0, file) }) else { return nil }
    return descriptors.removeValue(forKey: path)
  }

  /// Whether both name one file, such as by `/var/run` and `/run`.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    guard let identity = FileIdentity(one) else { return false }
    return identity == FileIdentity(other)
  }

  /// The file at which a unix stream socket listens; nil where it is anything else.
  private static func listeningPath(of descriptor: Int32) -> String? {
    guard option(SO_DOMAIN, descriptor) == AF_UNIX, option(SO_TYPE, descriptor) == Int32(SOCK_STREAM.rawValue),
      option(SO_ACCEPTCONN, descriptor) == 1
    else { return nil }
    var name = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { return nil }
    let bytes = withUnsafeBytes(of: &name.sun_path) { Array($0.prefix { $0 != 0 }) }
    // Empty: it has no name, or an abstract one, which begins with a zero.
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func option(_ option: Int32, _ descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
  }
}
