// SPDX-License-Identifier: Apache-2.0

package import Coordination

/// Messages to frames and back.
package enum WireCodec {
  /// The message that these frames hold: a header and a body, the envelope taken off before (``Envelope/split(_:)``), or
  /// the topic. The coordinator takes what clients and workers send, and no long frames; the kind is judged before the
  /// body.
  package static func decode(frames: ArraySlice<[UInt8]>, atCoordinator: Bool = false) -> Result<Inbound, WireFault> {
    guard let first = frames.first, let body = frames.last, let header = Header(first) else {
      return .failure(WireFault(.malformed, "the first frame is no header: 32 octets that begin with 'WK'"))
    }
    guard header.major == Header.major else {
      let message = "this side speaks major version \(Header.major), the message is of \(header.major)"
      return .failure(WireFault(.unsupported, message, header: header))
    }
    guard first.count == Header.byteCount, frames.count == 2 else {
      let message =
        "a message is a header of 32 octets and one body frame; got \(first.count) octets and \(frames.count) frames"
      return .failure(WireFault(.malformed, message, header: header))
    }
    guard let kind = Message.Kind(rawValue: header.kind) else {
      let octet = (header.kind < 16 ? "0" : "") + String(header.kind, radix: 16)
      return .failure(WireFault(.unsupported, "no message kind \(octet) (hex) in version 1", header: header))
    }
    if atCoordinator {
      guard kind.isForCoordinator else {
        let message = "\(kind.word) goes from the coordinator to others, not to it"
        return .failure(WireFault(.unsupported, message, header: header))
      }
      guard body.count <= Limits.frameBytesMax else {
        let message = "\(kind.word): a frame of \(body.count) octets; at most \(Limits.frameBytesMax) are taken"
        return .failure(WireFault(.malformed, message, header: header))
      }
    }
    do throws(FormError) {
      let message = try MessageForm.decode(kind, body, header.encoding)
      let inbound = Inbound(
        message: message, encoding: header.encoding, epoch: header.epoch, correlation: header.correlation)
      return .success(inbound)
    } catch {
      return .failure(WireFault(.malformed, error.message, header: header))
    }
  }

  /// The same of all frames of an array.
  package static func decode(frames: [[UInt8]], atCoordinator: Bool = false) -> Result<Inbound, WireFault> {
    decode(frames: frames[...], atCoordinator: atCoordinator)
  }

  /// The header and the body frame of `message`. A body that would be longer than `bytesMax` ends early, at more than
  /// that, and is of no use: it only tells that the message is too long.
  package static func encode(
    _ message: Message, encoding: Encoding, epoch: Epoch, correlation: [UInt8] = [], atMost bytesMax: Int = .max
  ) -> [[UInt8]] {
    var none: PathMemory?
    var (header, body): ([UInt8], [UInt8]) = ([], [])
    body.reserveCapacity(512)
    let kind = MessageForm.encode(message, encoding, &none, atMost: bytesMax, into: &body)
    Header.write(kind: kind, encoding: encoding, epoch: epoch, correlation: correlation, into: &header)
    return [header, body]
  }
}

/// Writes the messages of one sender, and remembers long paths, which it sends again and again.
package struct WireEncoder: Sendable {
  private var json: PathMemory? = PathMemory()
  private var binary: PathMemory? = PathMemory()

  /// An encoder that has written nothing yet.
  package init() {}

  /// Writes the header and the body frame of `message`: the same bytes as
  /// ``WireCodec/encode(_:encoding:epoch:correlation:atMost:)``.
  package mutating func encode(
    _ message: Message, encoding: Encoding, epoch: Epoch, correlation: [UInt8] = [], into frames: inout OutgoingFrames
  ) {
    frames.makeRoom()
    let kind =
      encoding == .json
      ? MessageForm.encode(message, encoding, &json, into: &frames.body)
      : MessageForm.encode(message, encoding, &binary, into: &frames.body)
    Header.write(kind: kind, encoding: encoding, epoch: epoch, correlation: correlation, into: &frames.header)
  }
}
