// SPDX-License-Identifier: Apache-2.0

/// All that a reactor needs to make a socket, or to make it again.
struct SocketPlan: Sendable {
  var kind: Socket.Kind
  var options: SocketOptions
  var endpoint: Endpoint
  var topics: [[UInt8]]
  var onEvent: @Sendable (Reactor.SocketEvent) -> Void
}
