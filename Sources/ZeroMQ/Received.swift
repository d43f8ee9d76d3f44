// SPDX-License-Identifier: Apache-2.0

/// A message that arrived: its frames up to a limit, which libzmq itself does not have.
package struct Received: Hashable, Sendable {
  /// The most frames that are kept of one message.
  package static let framesMax = 16

  /// The frames, the first ``framesMax`` at most.
  package var frames: [[UInt8]]
  /// How many frames came beyond these and were dropped.
  package var droppedFrames: Int
  /// The size of all frames, also of those that were dropped, in bytes.
  package var octets = 0
  /// The process at the other end; nil unless asked for, or if the transport does not tell it.
  package var peer: PeerAddress?
  /// Our own descriptor of the connection, as ``MonitorEvent/value`` has it; nil unless asked for. A hint: the number is
  /// used again as soon as the connection is over.
  package var connection: Int32?

  /// Whether frames were dropped: no message of the protocol has so many.
  package var hasTooManyFrames: Bool { droppedFrames > 0 }

  /// A message with these frames.
  package init(frames: [[UInt8]], droppedFrames: Int = 0, peer: PeerAddress? = nil) {
    self.frames = frames
    self.droppedFrames = droppedFrames
    self.peer = peer
  }

  /// Forgets all of a message but the memory of its frames.
  mutating func clear() { (droppedFrames, octets, peer, connection) = (0, 0, nil, nil) }

  /// Puts a frame of the next message in place of the one that has this number, or behind the last one.
  mutating func put(_ bytes: UnsafeRawBufferPointer, as number: Int) {
    octets += bytes.count
    if number < frames.count {
      frames[number].removeAll(keepingCapacity: true)
      frames[number].append(contentsOf: bytes)
    } else if number < Self.framesMax {
      // A routing id, header and body.
      if number == 0 { frames.reserveCapacity(3) }
      frames.append([UInt8](bytes))
    } else {
      droppedFrames += 1
    }
  }

  /// Ends a message of so many frames.
  mutating func end(frames count: Int) { if count < frames.count { frames.removeLast(frames.count - count) } }
}
