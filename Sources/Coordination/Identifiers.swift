// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Counts the commits of a scene; never reset.
public typealias Revision = UInt64

/// Numbers the coordinator's starts: it only grows, not by one (µs of the wall clock, or one more than the last).
public typealias Epoch = UInt64

/// A moment of the monotonic clock, in µs from an arbitrary start. The core never reads a clock: `now` is an argument.
public struct Instant: Hashable, Sendable, Comparable {
  /// µs from an arbitrary start.
  public var microseconds: Int64

  /// The moment `microseconds` µs from the start.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The moment `ms` later.
  public func advanced(byMs ms: Int64) -> Instant { Instant(microseconds: microseconds + ms * 1000) }

  /// The time from `earlier` until now, in ms with µs precision.
  public func ms(since earlier: Instant) -> Double { Double(microseconds - earlier.microseconds) / 1000 }

  /// Order of time.
  public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
}

/// Names a command for good: who sent it and its number with them. Text form: `NAME-CLIENT-SEQ`, where CLIENT is 128
/// random bits in Crockford's base32 (26 characters); any other text of up to 64 characters is a client with the
/// sequence 1 (specification, section "Command ids").
public struct CommandID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// `NAME-CLIENT`, or any other text.
  public let client: String
  /// Counts the commands of the client, from 1.
  public let sequence: UInt64

  /// The id, or nil where `client` is empty or too long, or is a free text with another sequence than 1.
  public init?(client: String, sequence: UInt64) {
    guard sequence >= 1, !client.isEmpty, client.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    if Self.hasClientPart(client) {
      guard client.utf8.count <= 64 + 1 + Self.clientPartLength else { return nil }
    } else {
      guard sequence == 1, client.utf8.count <= 64 else { return nil }
    }
    self.client = client
    self.sequence = sequence
  }

  /// The id that `text` spells, or nil.
  public init?(_ text: String) {
    if let dash = text.lastIndex(of: "-"), let sequence = UInt64(text[text.index(after: dash)...]),
      Self.hasClientPart(String(text[..<dash]))
    {
      self.init(client: String(text[..<dash]), sequence: sequence)
    } else {
      self.init(client: text, sequence: 1)
    }
  }

  /// The text form, which parses to the same id.
  public var description: String { Self.hasClientPart(client) ? "\(client)-\(sequence)" : client }

  /// What the client calls itself: the text before the random part.
  public var clientName: String {
    Self.hasClientPart(client) ? String(client.dropLast(Self.clientPartLength + 1)) : client
  }

  /// A client text for a process: its name and 128 random bits, which come as an argument.
  public static func client(name: String, randomBits high: UInt64, _ low: UInt64) -> String {
    "\(name)-\(Base32.text(high, low))"
  }

  /// Order of listings.
  public static func < (a: Self, b: Self) -> Bool {
    a.client == b.client
      ? a.sequence < b.sequence : a.client.utf8.lexicographicallyPrecedes(b.client.utf8)
  }

  private static let clientPartLength = Base32.length

  private static func hasClientPart(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= clientPartLength + 2, bytes[bytes.count - clientPartLength - 1] == UInt8(ascii: "-")
    else { return false }
    return Base32.isText(bytes.suffix(clientPartLength))
  }
}

/// Names one ask for good. Compared whole: ask numbers begin anew with each epoch.
public struct AskToken: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The epoch in which it was asked.
  public var epoch: Epoch
  /// Counts the asks of that epoch.
  public var number: UInt64

  /// The token of the `number`th ask in `epoch`.
  public init(epoch: Epoch, number: UInt64) {
    self.epoch = epoch
    self.number = number
  }

  /// The token that `text` (`EPOCH.NUMBER`) spells, or nil.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = UInt64(parts[0]), let number = UInt64(parts[1]) else { return nil }
    self.init(epoch: epoch, number: number)
  }

  /// `EPOCH.NUMBER`
  public var description: String { "\(epoch).\(number)" }

  /// Order of asking.
  public static func < (a: Self, b: Self) -> Bool { (a.epoch, a.number) < (b.epoch, b.number) }
}

/// A worker process: 128 random bits of its start, spelled as those of a client.
public struct Incarnation: Hashable, Sendable, CustomStringConvertible {
  /// 1 to 64 printable ASCII characters without spaces; 26 of Crockford's base32 by convention.
  public let rawValue: String

  /// The incarnation that `text` spells, or nil where it is empty, longer than 64 bytes or not printable ASCII.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 64, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    rawValue = text
  }

  /// The incarnation that 128 random bits make, which come as an argument.
  public init(randomBits high: UInt64, _ low: UInt64) { rawValue = Base32.text(high, low) }

  /// The text.
  public var description: String { rawValue }
}
