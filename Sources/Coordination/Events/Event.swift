// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// What can happen to the coordinator. What is large and rare lies apart, for each event goes through several hands.
package enum Event: Hashable, Sendable {
  /// A message came.
  case received(Message, from: Peer)
  /// Bytes came that are no message; counted by code, and answered where an answer is due.
  case garbage(ProtocolError, from: Peer?)
  /// An observer subscribed to these scenes on a channel.
  case subscribed(to: [SceneName], on: Channel)
  /// The connection of a worker is over: its process ended, or a send to it failed. Told after its inbound was drained.
  /// Missed pings end a session without this event.
  case connectionLost(Connection)
  /// A deadline may have passed.
  case tick
  /// What was left over from other turns may go on, while deadlines wait for what workers have said.
  case goOn
  /// A transaction failed (`false`, with the mode `continue`) or works again (`true`).
  case journalWorks(Bool)
  /// Other settings hold from now on. What runs keeps the deadlines it has.
  indirect case configured(Settings)
  /// The process was asked to end.
  case stop
}
