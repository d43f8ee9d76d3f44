// SPDX-License-Identifier: Apache-2.0

import Glibc
import PrometheusMetrics
import ZeroMQ

/// Where the metrics are read, and what keeps them.
final class MetricsDoor {
  let registry = PrometheusRegistry(ServiceMetrics.descriptions)
  private let endpoint: MetricsEndpoint

  /// Listens at `address` and answers from now on.
  init(_ address: Configuration.MetricsAddress, folder: RuntimeFolder, group: String) throws(ServiceError) {
    let listener =
      switch address {
      case .socket: try folder.listen(Doors.metricsFile, group: group, backlog: MetricsEndpoint.backlog, isVital: false)
      case .tcp(let endpoint): try Self.listen(endpoint)
      }
    let registry = registry
    guard let endpoint = MetricsEndpoint(listening: listener, text: { registry.text }) else {
      throw ServiceError(.cannotCreate, "metrics: the process has no room for another thread or pipe")
    }
    self.endpoint = endpoint
  }

  /// Stops answering, before the file of the socket is removed.
  func close() { endpoint.stop() }

  /// A socket that listens at an address of this machine, which is the caller's to close.
  private static func listen(_ configured: Configuration.TCPEndpoint) throws(ServiceError) -> Int32 {
    func failure(_ action: String) -> ServiceError {
      let remedy = errno == EAFNOSUPPORT ? "\(Doors.networkRemedy), or write" : "name another port, or"
      return ServiceError(
        .cannotCreate,
        "metrics: cannot \(action) \(configured.text): \(String(cString: strerror(errno))); "
          + "\(remedy) 'metrics: socket'")
    }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let host = configured.host.filter { $0 != "[" && $0 != "]" }
    guard getaddrinfo(host, "\(configured.port)", &hints, &found) == 0, let address = found?.pointee else {
      throw ServiceError(.configuration, "metrics: '\(configured.host)' is no address")
    }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, kind, 0)
    guard descriptor >= 0 else { throw failure("make a socket for") }
    // A restart finds connections of the last one that are not quite over.
    var isReused: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Glibc.listen(descriptor, MetricsEndpoint.backlog) == 0
    else {
      let failure = failure("listen at")
      Glibc.close(descriptor)
      throw failure
    }
    return descriptor
  }
}
