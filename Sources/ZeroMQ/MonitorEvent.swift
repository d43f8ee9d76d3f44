// SPDX-License-Identifier: Apache-2.0

import CZeroMQ

/// Something that happened to a connection of a socket.
public struct MonitorEvent: Hashable, Sendable {
  /// What happened. Only these are asked for.
  public enum Kind: Hashable, Sendable {
    /// A connection came in.
    case accepted
    /// One could not be accepted; the value is the errno.
    case acceptFailed
    /// The peer is there: what is sent from now on reaches it.
    case ready
    /// The handshake failed: the peer speaks another protocol or was refused. One that left in the midst of it is not
    /// meant: who only looks whether somebody listens does that.
    case refused
    /// A connection is over.
    case disconnected
  }

  /// What happened.
  public var kind: Kind
  /// A descriptor of our own or an errno; a hint at best, as descriptors are used again.
  public var value: Int32
  /// Our own endpoint.
  public var endpoint: String
}
