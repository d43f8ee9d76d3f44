// SPDX-License-Identifier: Apache-2.0

import CZeroMQ

/// Something that happened to a connection of a socket.
package struct MonitorEvent: Hashable, Sendable {
  /// The kinds of events that the monitor asks libzmq for.
  package enum Kind: Hashable, Sendable {
    /// The socket listens at the endpoint; the value is its descriptor.
    case listening
    /// A connection came in.
    case accepted
    /// A connection could not be accepted; the value is the errno.
    case acceptFailed
    /// The peer is there: messages that are sent from now on reach it.
    case ready
    /// The handshake failed: the peer speaks another protocol or was refused. A peer that leaves during the handshake does
    /// not count, because a probe does that.
    case refused
    /// A connection is over.
    case disconnected
  }

  /// The kind of the event.
  package var kind: Kind
  /// A descriptor of our own or an errno; a hint at best, as descriptors are used again.
  package var value: Int32
  /// Our own endpoint.
  package var endpoint: String
}
