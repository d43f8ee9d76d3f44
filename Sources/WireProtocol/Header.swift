// SPDX-License-Identifier: Apache-2.0

package import Coordination

/// The first frame of every message: 32 octets, numbers in network order (specification, section "Messages").
///
///     signature "WK" · major · minor · kind · flags · reserved (2) · epoch (8) · correlation (16)
package struct Header: Hashable, Sendable {
  /// Its length.
  package static let byteCount = 32
  /// The version that this side speaks.
  package static let major: UInt8 = 1
  /// The newest addition to ``major`` that this side knows. A higher one is accepted: what is unknown is ignored.
  package static let minor: UInt8 = 0

  /// The major version of the sender.
  package var major: UInt8
  /// Its minor version.
  package var minor: UInt8
  /// The kind of message, raw: a kind that is not known yet still has a header that can be read.
  package var kind: UInt8
  /// How the body is written; bit 0 of the flags.
  package var encoding: Encoding
  /// The coordinator's epoch, as far as the sender knows it; 0 where it knows none.
  package var epoch: Epoch
  /// 16 octets that an answer repeats; none where they are zeros.
  package var correlation: [UInt8]

  /// A header of this side's version. In the frame, a shorter correlation is filled with zeros, a longer one cut.
  package init(kind: Message.Kind, encoding: Encoding, epoch: Epoch, correlation: [UInt8] = []) {
    major = Self.major
    minor = Self.minor
    self.kind = kind.rawValue
    self.encoding = encoding
    self.epoch = epoch
    self.correlation = Self.correlation(correlation[...])
  }

  /// The header that the frame holds, of any version; nil where the frame is too short or has no signature.
  package init?(_ frame: [UInt8]) {
    guard frame.count >= Self.byteCount, frame[0] == Self.signature.0, frame[1] == Self.signature.1 else { return nil }
    major = frame[2]
    minor = frame[3]
    kind = frame[4]
    encoding = frame[5] & Self.jsonFlag == 0 ? .protobuf : .json
    epoch = frame[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    correlation = Self.correlation(frame[16..<32])
  }

  /// The frame.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    Self.write(kind: .ping, encoding: encoding, epoch: epoch, correlation: correlation, into: &bytes)
    (bytes[2], bytes[3], bytes[4]) = (major, minor, kind)
    return bytes
  }

  /// Writes the frame of a message of this side in place of the bytes.
  static func write(
    kind: Message.Kind, encoding: Encoding, epoch: Epoch, correlation: [UInt8], into bytes: inout [UInt8]
  ) {
    if bytes.count != byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
    let count = min(correlation.count, correlationByteCount)
    bytes.withUnsafeMutableBytes { bytes in
      (bytes[0], bytes[1]) = signature
      (bytes[2], bytes[3], bytes[4]) = (major, minor, kind.rawValue)
      (bytes[5], bytes[6], bytes[7]) = (encoding == .json ? jsonFlag : 0, 0, 0)
      bytes.storeBytes(of: epoch.bigEndian, toByteOffset: 8, as: UInt64.self)
      for index in 0..<correlationByteCount { bytes[16 + index] = index < count ? correlation[index] : 0 }
    }
  }

  private static let signature = (UInt8(ascii: "W"), UInt8(ascii: "K"))
  private static let jsonFlag: UInt8 = 1
  private static let correlationByteCount = 16

  private static func correlation(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    // Most messages of workers answer nothing.
    if bytes.allSatisfy({ $0 == 0 }) { return [] }
    let given = bytes.prefix(correlationByteCount)
    return Array(given) + Array(repeating: 0, count: correlationByteCount - given.count)
  }
}
