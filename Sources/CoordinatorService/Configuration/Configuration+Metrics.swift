// SPDX-License-Identifier: Apache-2.0

extension Configuration {
  /// Where the metrics are read (specification, section "Metrics"). Not from other machines: what reads them for those
  /// stands on this one.
  package enum MetricsAddress: Hashable, Sendable, CustomStringConvertible {
    /// At `metrics.sock` in the runtime folder, for the group of those who may watch.
    case socket
    /// At a port of this machine, for all of its users.
    case tcp(TCPEndpoint)

    /// How an address is written.
    package static let form = "socket, or a port of this machine: 127.0.0.1:9477"

    /// The address that `text` names; nil where it is none, or not of this machine.
    package init?(_ text: String) {
      if text == "socket" {
        self = .socket
      } else if let endpoint = TCPEndpoint(text), endpoint.isLoopback {
        self = .tcp(endpoint)
      } else {
        return nil
      }
    }

    /// As it is written in the configuration.
    package var description: String {
      switch self {
      case .socket: "socket"
      case .tcp(let endpoint): endpoint.text
      }
    }
  }
}

extension Configuration.TCPEndpoint {
  /// `HOST:PORT`, an IPv6 address in brackets; nil where `text` is none.
  init?(_ text: String) {
    let colon = text.lastIndex(of: ":") ?? text.endIndex
    let host = text[..<colon]
    guard !host.isEmpty, host.hasPrefix("[") == host.hasSuffix("]"), host.hasPrefix("[") || !host.contains(":"),
      let port = UInt16(text[colon...].dropFirst()), port > 0
    else { return nil }
    self.init(host: String(host), port: port)
  }
}
