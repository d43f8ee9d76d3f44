// SPDX-License-Identifier: Apache-2.0

package import Coordination
import RouteModel

extension WireCodec {
  /// The header and the body frame of an answer to a peer that takes bodies of up to `bytesMax` bytes. A longer report is
  /// cut and says so; any other longer answer becomes ERROR `full`. Encoding stops where the limit is passed, so that an
  /// answer costs no more than the longest that can be sent.
  package static func encode(
    answer message: Message, encoding: Encoding, epoch: Epoch, correlation: [UInt8], atMost bytesMax: Int
  ) -> [[UInt8]] {
    var answer = message
    if case .report(let report) = message { answer = .report(report.fitting(bytesMax)) }
    let frames = encode(answer, encoding: encoding, epoch: epoch, correlation: correlation, atMost: bytesMax)
    guard frames[1].count > bytesMax else { return frames }
    return encode(tooLong(bytesMax), encoding: encoding, epoch: epoch, correlation: correlation)
  }

  fileprivate static func tooLong(_ bytesMax: Int) -> Message {
    let message = "the answer is longer than the \(bytesMax) bytes that can be sent; ask for less, scene by scene"
    return .error(ProtocolError(.full, message))
  }
}

extension WireEncoder {
  /// The same as ``WireCodec/encode(answer:encoding:epoch:correlation:atMost:)``. Only what may be cut is written without
  /// what is remembered.
  package mutating func encode(
    answer message: Message, encoding: Encoding, epoch: Epoch, correlation: [UInt8], atMost bytesMax: Int,
    into frames: inout OutgoingFrames
  ) {
    switch message {
    case .snapshot, .report:
      let answer = WireCodec.encode(
        answer: message, encoding: encoding, epoch: epoch, correlation: correlation, atMost: bytesMax)
      (frames.header, frames.body) = (answer[0], answer[1])
    default:
      encode(message, encoding: encoding, epoch: epoch, correlation: correlation, into: &frames)
      guard frames.body.count > bytesMax else { return }
      encode(WireCodec.tooLong(bytesMax), encoding: encoding, epoch: epoch, correlation: correlation, into: &frames)
    }
  }
}

extension Report {
  /// Room for what stands round the objects, in bytes.
  private static let headroom = 64
  /// Room for what stands between them, in bytes: a comma in JSON, a tag and a length in the binary encoding.
  private static let objectHeadroom = 5

  /// The report with as many of its objects as fit into so many bytes, but one at least.
  fileprivate func fitting(_ bytesMax: Int) -> Report {
    var fitting: [ReportObject] = []
    var bytes = Self.headroom
    for object in objects {
      let form = object.form
      bytes += form.encodedByteCount + Self.objectHeadroom
      if bytes > bytesMax, !fitting.isEmpty { break }
      fitting.append(.json(form))
      if bytes > bytesMax { break }
    }
    // Behind objects that were left out, the next question cannot go on.
    let isCut = fitting.count < objects.count
    return Report(objects: fitting, more: more || isCut, next: isCut ? nil : next)
  }
}
