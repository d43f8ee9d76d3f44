// SPDX-License-Identifier: Apache-2.0

/// How a reactor's socket is made, and made again.
struct SocketPlan: Sendable {
  var kind: Socket.Kind
  var options: SocketOptions
  var endpoint: Endpoint
  var topics: [[UInt8]]
  var onEvent: @Sendable (Reactor.SocketEvent) -> Void
}
