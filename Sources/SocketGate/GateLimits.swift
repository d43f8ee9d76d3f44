// SPDX-License-Identifier: Apache-2.0

/// What one listening socket lets in, and how much of it waits (specification, section "Constants"). Sizes in bytes.
package struct GateLimits: Hashable, Sendable {
  /// Connections.
  package var connectionsMax = 1024
  /// Whether peers subscribe here; else they send messages.
  package var takesSubscriptions = false
  /// Frames of one message; a message with more ends its connection. To be 1 where peers subscribe: libzmq takes each part of a
  /// message for a subscription.
  package var framesMax = 64
  /// What a connection has sent and nobody has taken; more ends it.
  package var unreadMax = 8 << 20
  /// What waits to be sent to a connection; no more is taken for it.
  package var unsentMax = 4 << 20
  /// Subscriptions of one connection; more end it.
  package var subscriptionsMax = 512
  /// The octets of a READY; a longer one ends its connection. To be no more than the socket takes as a frame: libzmq ends a connection
  /// with a longer one, too, and nobody would know why.
  package var readyMax = Self.commandMax

  /// The limits of the specification.
  package init() {}

  /// Of the connections, what one user gets at most. The coordinator's own user and root can end it anyway: their part
  /// is all but an eighth, which is kept for others.
  func share(isTrusted: Bool) -> Int {
    isTrusted ? max(1, connectionsMax - connectionsMax / 8) : max(1, connectionsMax / 3)
  }

  /// What all connections of a user have sent and nobody has taken; more ends the one that sends.
  package static let unreadPerUserMax = 32 << 20
  /// What waits to be sent to all connections of a user.
  package static let unsentPerUserMax = 32 << 20
  /// Subscriptions of all connections of a user.
  package static let subscriptionsPerUserMax = 4096
  /// The octets of a user's subscriptions.
  package static let subscribedOctetsMax = 64 << 10
  /// New connections of one user: so many at once, and then one in each such time, in µs. Where one comes and goes faster,
  /// libzmq did little else.
  static let arrivalsMax: Int64 = 1024
  static let arrivalMicroseconds: Int64 = 2000
  /// How long a user whose connection went beyond a limit waits for the next one, in µs.
  static let penaltyMicroseconds: Int64 = 250_000
  /// The octets of a command of ZMTP; a longer one ends its connection. libzmq keeps a READY as long as its connection, and all that
  /// has come of any other. Its own have fewer than 100, but for what a program adds to the READY (`ZMQ_METADATA`) and a long prefix
  /// that is subscribed to.
  static let commandMax = 512
  /// How long a message may take to come, and how long a connection may stay without one where places are short, in µs.
  static let patienceMicroseconds: Int64 = 10_000_000
}
