// SPDX-License-Identifier: Apache-2.0

import Coordination
import ZeroMQ

/// The coordinator's three sockets; all belong to its one thread.
final class Doors {
  var control: Socket
  var screens: Socket
  var updates: Socket

  /// Binds all three in the folder, and where the configuration says so on tcp.
  init(in context: Context, folder: RuntimeFolder, configuration: Configuration) throws(ServiceError) {
    do {
      control = try Socket(.router, in: context, options: .controlRouter)
      screens = try Socket(.router, in: context, options: .screensRouter)
      updates = try Socket(.xpub, in: context, options: .updates)
      try screens.startMonitor()
    } catch {
      throw ServiceError(error)
    }
    try folder.bind(control, .control, group: configuration.groups.control)
    try folder.bind(screens, .screens, group: configuration.groups.screens)
    try folder.bind(updates, .updates, group: configuration.groups.watch)
    let endpoints = configuration.endpoints
    for endpoint in endpoints.control { try Self.bind(control, endpoint) }
    for endpoint in endpoints.screens { try Self.bind(screens, endpoint) }
    for endpoint in endpoints.updates { try Self.bind(updates, endpoint) }
  }

  /// tcp beyond this machine needs CURVE, which is not built: refused rather than open to everybody.
  private static func bind(_ socket: borrowing Socket, _ endpoint: Configuration.TCPEndpoint) throws(ServiceError) {
    guard endpoint.isLoopback else {
      throw ServiceError(
        exitCode: 73,
        "tcp://\(endpoint.host):\(endpoint.port): only addresses of this machine can be bound in this version"
      )
    }
    do {
      try socket.bind(try Endpoint.parse("tcp://\(endpoint.host):\(endpoint.port)"))
    } catch let error as ZeroMQError {
      throw ServiceError(error)
    } catch {
      throw ServiceError(exitCode: 73, "tcp://\(endpoint.host):\(endpoint.port): \(error)")
    }
  }

  /// What is queued still leaves when the sockets close.
  func linger(ms: Int32) {
    try? control.setLinger(ms: ms)
    try? screens.setLinger(ms: ms)
    try? updates.setLinger(ms: ms)
  }
}
