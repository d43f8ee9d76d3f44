// SPDX-License-Identifier: Apache-2.0

/// What became of a message that was sent.
public enum Delivery: Hashable, Sendable {
  /// Queued for its peer.
  case sent
  /// The peer's queue is full, or nobody is connected: nothing was sent. A ROUTER answers so also for a peer that died
  /// with a full queue, until it has received what that peer left behind: receive before judging.
  case full
  /// The ROUTER knows no such peer, or no longer: nothing was sent.
  case unreachable
}
