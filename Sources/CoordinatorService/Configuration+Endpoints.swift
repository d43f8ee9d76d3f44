// SPDX-License-Identifier: Apache-2.0

import Yams

extension ConfigurationReader {
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
    var endpoint: Configuration.TCPEndpoint?
    var curve: String?
    for field in fields(node, "endpoint key", EndpointKey.self) {
      switch field.key {
      case .tcp: endpoint = address(field.node)
      case .curve: curve = text(field.node, "the file of the secret key")
      }
    }
    guard var endpoint else {
      problem(node, "an endpoint is written { tcp: \"HOST:PORT\", curve: FILE }")
      return nil
    }
    endpoint.curve = curve
    guard curve != nil || endpoint.isLoopback else {
      problem(node, "'\(endpoint.host)' can be reached from other machines, so the endpoint needs a key: curve: FILE")
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
