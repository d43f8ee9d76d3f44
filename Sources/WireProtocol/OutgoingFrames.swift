// SPDX-License-Identifier: Apache-2.0

/// A message on its way out. The next message uses its buffers again, so that most messages take no memory.
package struct OutgoingFrames: Sendable {
  /// A longer body gives its buffer back, in bytes.
  private static let keptMax = 64 * 1024

  /// What stands before the header: an envelope, or a topic.
  package private(set) var envelope: [[UInt8]] = []
  /// The header frame.
  package internal(set) var header: [UInt8] = []
  /// The body frame.
  package internal(set) var body: [UInt8] = []

  /// No message yet.
  package init() {}

  /// The longest frame, in bytes.
  package var longest: Int { envelope.reduce(max(header.count, body.count)) { max($0, $1.count) } }

  /// Puts one frame before the header: a routing id, or a topic.
  package mutating func address(to frame: [UInt8]) {
    envelope.removeAll(keepingCapacity: true)
    envelope.append(frame)
  }

  /// Puts these frames before the header.
  package mutating func address(to frames: ArraySlice<[UInt8]>) {
    envelope.removeAll(keepingCapacity: true)
    envelope.append(contentsOf: frames)
  }

  mutating func makeRoom() {
    if body.capacity > Self.keptMax { body = [] }
    body.reserveCapacity(512)
  }
}
