// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Names a command for good: who sent it and its number with them. Text form: `NAME-CLIENT-SEQ`, where CLIENT is 128
/// random bits in Crockford's base32 (26 characters); any other text of up to 64 characters is a client with the
/// sequence 1. A text that looks like the first form and is none is no id: a mistyped one would lose its sequence
/// (specification, section "Command ids").
public struct CommandID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// `NAME-CLIENT`, or any other text.
  public let client: String
  /// Counts the commands of the client, from 1.
  public let sequence: UInt64
  /// Whether the client ends with a client part; found out once, for each turn asks several times.
  private let hasClientPart: Bool

  /// The id, or nil where `client` is empty or too long, or is a free text with another sequence than 1 or that looks
  /// like an id with a sequence.
  public init?(client: String, sequence: UInt64) {
    guard (1...UInt64(Int64.max)).contains(sequence), !client.isEmpty, Self.isPrintable(client) else { return nil }
    hasClientPart = Self.hasClientPart(client)
    if hasClientPart {
      guard client.utf8.count <= 64 + 1 + Self.clientPartLength else { return nil }
    } else {
      guard sequence == 1, client.utf8.count <= 64, !Self.isMistyped(client) else { return nil }
    }
    self.client = client
    self.sequence = sequence
  }

  /// The id that `text` spells, or nil.
  public init?(_ text: String) {
    if let dash = text.lastIndex(of: "-"), let sequence = Self.sequence(text[text.index(after: dash)...]),
      Self.hasClientPart(String(text[..<dash]))
    {
      self.init(client: String(text[..<dash]), sequence: sequence)
    } else {
      self.init(client: text, sequence: 1)
    }
  }

  /// The id of the client's next command; nil of a client of one command, and behind the last number.
  package var next: CommandID? {
    guard hasClientPart, sequence < UInt64(Int64.max) else { return nil }
    return CommandID(followerOf: self)
  }

  private init(followerOf id: CommandID) {
    (client, sequence, hasClientPart) = (id.client, id.sequence + 1, id.hasClientPart)
  }

  /// The text form, which parses to the same id.
  public var description: String { hasClientPart ? "\(client)-\(sequence)" : client }

  /// Whether the text is one without a client part, which is a client of one command.
  package var isFree: Bool { !hasClientPart }

  /// Whether it may be an ending of an id with a client part, or all of it: nothing but what such an ending consists of. People type
  /// small letters for capitals, and then a number at the end tells it from a name.
  package var mayBeEnding: Bool {
    guard isFree else { return false }
    let dash = UInt8(ascii: "-")
    func isEnding(_ text: String) -> Bool {
      text.utf8.allSatisfy { $0 == dash || Self.isDigit($0) || Self.isCapital($0) }
    }
    let capitals = client.uppercased()
    let isNumbered = client.utf8.last.map(Self.isDigit) ?? false
    return isEnding(client) || isNumbered && isEnding(capitals) || Self.isMistyped(capitals)
  }

  /// What the client calls itself: the text before the random part.
  public var clientName: String {
    guard hasClientPart else { return client }
    var text = client
    // By bytes: a client is ASCII, and counting its characters costs more.
    return text.withUTF8 { String(decoding: $0.dropLast(Self.clientPartLength + 1), as: UTF8.self) }
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

  /// The longest text form, in bytes.
  package static let bytesMax = 64 + 1 + clientPartLength + 1 + 20

  private static let clientPartLength = Base32.length

  /// The number that the digits spell; nil where they begin with 0 or are something else.
  private static func sequence(_ text: Substring) -> UInt64? {
    text.utf8.first == UInt8(ascii: "0") || !text.utf8.allSatisfy(isDigit) ? nil : UInt64(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  /// Whether the text ends like an id with a sequence: `-`, 26 digits or capitals, `-`, digits.
  private static func isMistyped(_ text: String) -> Bool {
    let digits = text.utf8.reversed().prefix { isDigit($0) }.count
    let rest = text.utf8.dropLast(digits)
    guard digits > 0, rest.last == UInt8(ascii: "-"), rest.count > clientPartLength + 2 else { return false }
    let part = rest.dropLast().suffix(clientPartLength)
    let isPart = part.allSatisfy { isDigit($0) || isCapital($0) }
    return isPart && rest.dropLast(clientPartLength + 1).last == UInt8(ascii: "-")
  }

  private static func isPrintable(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.allSatisfy { (0x21...0x7E).contains($0) } }
  }

  private static func hasClientPart(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let dash = bytes.count - clientPartLength - 1
      return dash >= 1 && bytes[dash] == UInt8(ascii: "-") && Base32.isText(bytes[(dash + 1)...])
    }
  }
}
