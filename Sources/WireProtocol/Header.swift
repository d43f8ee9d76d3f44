// SPDX-License-Identifier: Apache-2.0

public import Coordination

/// The first frame of every message: 32 octets, numbers in network order (specification, section "Messages").
///
///     signature "WK" · major · minor · kind · flags · reserved (2) · epoch (8) · correlation (16)
public struct Header: Hashable, Sendable {
  /// Its length.
  public static let byteCount = 32
  /// The version that this side speaks.
  public static let major: UInt8 = 1
  /// The newest addition to ``major`` that this side knows. A higher one is accepted: what is unknown is ignored.
  public static let minor: UInt8 = 0

  /// The major version of the sender.
  public var major: UInt8
  /// Its minor version.
  public var minor: UInt8
  /// The kind of message, raw: a kind that is not known yet still has a header that can be read.
  public var kind: UInt8
  /// How the body is written; bit 0 of the flags.
  public var encoding: Encoding
  /// The coordinator's epoch, as far as the sender knows it; 0 where it knows none.
  public var epoch: Epoch
  /// 16 octets that an answer repeats.
  public var correlation: [UInt8]

  /// A header of this side's version. A shorter correlation is filled with zeros, a longer one cut.
  public init(kind: Message.Kind, encoding: Encoding, epoch: Epoch, correlation: [UInt8] = []) {
    major = Self.major
    minor = Self.minor
    self.kind = kind.rawValue
    self.encoding = encoding
    self.epoch = epoch
    self.correlation = Self.correlation(correlation)
  }

  /// The header that the frame holds, of whatever version; nil where it is none at all: too short, or without signature.
  public init?(_ frame: [UInt8]) {
    guard frame.count >= Self.byteCount, frame[0] == Self.signature.0, frame[1] == Self.signature.1 else { return nil }
    major = frame[2]
    minor = frame[3]
    kind = frame[4]
    encoding = frame[5] & Self.jsonFlag == 0 ? .protobuf : .json
    epoch = frame[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    correlation = Array(frame[16..<32])
  }

  /// The frame.
  public var bytes: [UInt8] {
    var bytes = [Self.signature.0, Self.signature.1, major, minor, kind, encoding == .json ? Self.jsonFlag : 0, 0, 0]
    bytes.reserveCapacity(Self.byteCount)
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: epoch >> shift)) }
    return bytes + correlation
  }

  private static let signature = (UInt8(ascii: "W"), UInt8(ascii: "K"))
  private static let jsonFlag: UInt8 = 1
  private static let correlationByteCount = 16

  private static func correlation(_ bytes: [UInt8]) -> [UInt8] {
    let given = bytes.prefix(correlationByteCount)
    return Array(given) + Array(repeating: 0, count: correlationByteCount - given.count)
  }
}
