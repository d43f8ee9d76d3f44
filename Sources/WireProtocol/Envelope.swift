// SPDX-License-Identifier: Apache-2.0

import Coordination

/// The frames that a ROUTER puts before a message, and that its answer has to begin with.
package enum Envelope {
  /// The most frames of an envelope, the routing id and the empty frame counted.
  package static let framesMax = 8
  /// The most octets of one of its frames: that of a routing id of libzmq.
  package static let frameBytesMax = 255
  /// The most octets of all its frames. The way back is kept for as long as a command waits.
  package static let bytesMax = 1024

  /// Parts what a ROUTER received into the envelope, to be echoed verbatim, and the message.
  ///
  /// A REQ puts an empty frame before its message (and with REQ_CORRELATE a request id before that), each device on the way
  /// a routing id of its own; a DEALER puts nothing. So the first empty frame ends the envelope, and without one the
  /// envelope is the routing id alone. An empty last frame is a body, never a delimiter: in binary a PONG can be empty.
  ///
  /// - Throws: A fault where there is no message, or no end of the envelope within ``framesMax`` frames, or where it is longer
  ///   than ``bytesMax``, or a frame of it than ``frameBytesMax``.
  package static func split(
    _ frames: [[UInt8]]
  ) throws(WireFault) -> (envelope: ArraySlice<[UInt8]>, message: ArraySlice<[UInt8]>) {
    guard frames.count >= 2 else {
      throw WireFault(.malformed, "a message has a header frame and a body frame; none came after the routing id")
    }
    // A closure, because a key path is looked up anew for each frame.
    guard let end = frames.dropLast().firstIndex(where: { $0.isEmpty }) else { return (frames[..<1], frames[1...]) }
    guard end < framesMax else {
      throw WireFault(
        .malformed, "an envelope has at most \(framesMax) frames; the first empty one came as \(end + 1)th")
    }
    var bytes = 0
    for frame in frames[...end] {
      bytes += frame.count
      guard frame.count <= frameBytesMax, bytes <= bytesMax else {
        throw WireFault(
          .malformed, "an envelope has at most \(bytesMax) octets, and each of its frames at most \(frameBytesMax)")
      }
    }
    return (frames[...end], frames[(end + 1)...])
  }
}
