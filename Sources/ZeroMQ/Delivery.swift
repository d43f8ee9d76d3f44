// SPDX-License-Identifier: Apache-2.0

/// The fate of a message that was sent.
package enum Delivery: Hashable, Sendable {
  /// Queued for its peer.
  case sent
  /// The peer's queue is full, or no peer is connected: nothing was sent. A ROUTER also gives this result for a peer that
  /// died with a full queue, until the messages that the peer left behind are received. Receive before you judge.
  case full
  /// The ROUTER does not know the peer, or does not know it any more: nothing was sent.
  case unreachable
}
