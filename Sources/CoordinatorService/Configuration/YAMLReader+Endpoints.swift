// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Yams

extension YAMLReader {
  private enum EndpointsKey: String, CaseIterable { case control, screens, updates }
  private enum EndpointKey: String, CaseIterable { case tcp, curve }

  mutating func endpoints(_ node: Node, _ endpoints: inout Configuration.Endpoints) {
    for field in fields(node, "endpoints key", EndpointsKey.self) {
      for item in items(field.node) {
        guard let endpoint = endpoint(item) else { continue }
        switch field.key {
        case .control: endpoints.control.append(endpoint)
        case .screens: endpoints.screens.append(endpoint)
        case .updates: endpoints.updates.append(endpoint)
        }
      }
    }
  }

  private mutating func endpoint(_ node: Node) -> Configuration.TCPEndpoint? {
    let fields = fields(node, "endpoint key", EndpointKey.self)
    guard let addressNode = fields.first(where: { $0.key == .tcp })?.node else {
      problem(node, "an endpoint is written { tcp: \"HOST:PORT\" }")
      return nil
    }
    guard let endpoint = address(addressNode) else { return nil }
    if let curveNode = fields.first(where: { $0.key == .curve })?.node {
      problem(curveNode, "CURVE is not in this version: only addresses of this machine can be bound, without a key")
      return nil
    }
    guard endpoint.isLoopback else {
      problem(
        addressNode,
        "'\(endpoint.host)' can be reached from other machines, which needs CURVE, and that is not in this version: "
          + "bind 127.0.0.1 and forward it by ssh")
      return nil
    }
    return endpoint
  }

  /// `HOST:PORT`
  private mutating func address(_ node: Node) -> Configuration.TCPEndpoint? {
    guard let text = text(node, "HOST:PORT") else { return nil }
    let colon = text.lastIndex(of: ":") ?? text.endIndex
    let host = text[..<colon]
    guard !host.isEmpty, host.hasPrefix("[") == host.hasSuffix("]"), host.hasPrefix("[") || !host.contains(":"),
      let port = UInt16(text[colon...].dropFirst()), port > 0
    else {
      problem(node, "'\(text)' is not HOST:PORT, an IPv6 address in brackets")
      return nil
    }
    return Configuration.TCPEndpoint(host: String(host), port: port)
  }
}
