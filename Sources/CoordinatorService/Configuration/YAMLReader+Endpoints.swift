// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Yams

extension YAMLReader {
  private enum EndpointsKey: String, CaseIterable { case control, screens, updates }
  private enum EndpointKey: String, CaseIterable { case tcp, insecure, curve }

  mutating func endpoints(_ node: Node, _ endpoints: inout Configuration.Endpoints) {
    for field in fields(node, "endpoints key", EndpointsKey.self) {
      for item in items(field.node) {
        guard let (endpoint, isInsecure) = endpoint(item) else { continue }
        var given = Configuration.Endpoints()
        switch field.key {
        case .control: given.control = [endpoint]
        case .screens: given.screens = [endpoint]
        case .updates: given.updates = [endpoint]
        }
        if !isInsecure, let (text, right) = given.rights.first {
          problem(
            item,
            "every program that reaches \(text) may \(right), whatever its user and groups; if that is meant, write "
              + "{ tcp: \"\(text)\", insecure: true }")
        }
        endpoints.control += given.control
        endpoints.screens += given.screens
        endpoints.updates += given.updates
      }
    }
  }

  /// An endpoint, and whether its openness is meant.
  private mutating func endpoint(_ node: Node) -> (Configuration.TCPEndpoint, isInsecure: Bool)? {
    let fields = fields(node, "endpoint key", EndpointKey.self)
    guard let addressNode = fields.first(where: { $0.key == .tcp })?.node else {
      problem(node, "an endpoint is written { tcp: \"HOST:PORT\", insecure: true }")
      return nil
    }
    guard let endpoint = address(addressNode) else { return nil }
    if let curveNode = fields.first(where: { $0.key == .curve })?.node {
      problem(curveNode, "CURVE is not in this version: only addresses of this machine can be bound, without a key")
      return nil
    }
    guard endpoint.host != "localhost" else {
      problem(addressNode, "'localhost' is a name, and a socket listens at an address: write 127.0.0.1 or [::1]")
      return nil
    }
    guard endpoint.isLoopback else {
      problem(
        addressNode,
        "'\(endpoint.host)' can be reached from other machines, which needs CURVE, and that is not in this version: "
          + "bind 127.0.0.1 and forward it by ssh")
      return nil
    }
    guard let insecureNode = fields.first(where: { $0.key == .insecure })?.node else { return (endpoint, false) }
    // A wrong word is a problem of its own.
    return (endpoint, truth(insecureNode) ?? true)
  }

  /// Adds what is wrong with an endpoint because another one, of this file or of those before it, is the same; notes where the
  /// metrics are read. Of a document without other problems.
  mutating func checkEndpoints(_ document: Node, _ places: inout ListeningPlaces) {
    if let node = document["endpoints"] {
      for field in fields(node, "endpoints key", EndpointsKey.self) {
        for item in items(field.node) {
          guard let (endpoint, _) = endpoint(item) else { continue }
          if let earlier = places.list(endpoint, at: "\(file):\(item.mark?.line ?? 0)") {
            problem(item, "tcp://\(endpoint.text) is listed twice (\(earlier) too); one socket listens at a place")
          }
        }
      }
    }
    guard let node = document["metrics"] else { return }
    places.metrics = nil
    if case .tcp(let endpoint)? = metricsAddress(node) {
      places.metrics = ListeningPlaces.Metrics(
        endpoint: endpoint, file: file, line: node.mark?.line ?? 0, column: node.mark?.column ?? 0)
    }
  }

  /// Where the metrics are read.
  mutating func metricsAddress(_ node: Node) -> Configuration.MetricsAddress? {
    guard let text = text(node, Configuration.MetricsAddress.form) else { return nil }
    let address = Configuration.MetricsAddress(text)
    if address == nil { problem(node, "'\(text)' is not \(Configuration.MetricsAddress.form)") }
    return address
  }

  /// `HOST:PORT`
  private mutating func address(_ node: Node) -> Configuration.TCPEndpoint? {
    guard let text = text(node, "HOST:PORT") else { return nil }
    let endpoint = Configuration.TCPEndpoint(text)
    if endpoint == nil {
      problem(node, "'\(text)' is not HOST:PORT, a port from 1 to 65535 and an IPv6 address in brackets")
    }
    return endpoint
  }
}
