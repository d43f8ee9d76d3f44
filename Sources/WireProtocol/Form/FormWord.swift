// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A value of a closed list: a word in JSON, a number in the binary encoding.
protocol FormWord: FormValue, Equatable {
  static var words: FormWords<Self> { get }
}

/// The words of a closed list, each with its number, which is never given to another. A list without a word of number 0 has
/// none that an absent field means.
struct FormWords<Value: FormWord>: Sendable {
  /// A tuple: for a struct the runtime would look through all conformances of the program, whether each value has what this
  /// type asks of it, when a program begins.
  typealias Entry = (value: Value, word: String, number: UInt64)

  let entries: [Entry]

  init(_ entries: Entry...) { self.entries = entries }

  /// The word of a value.
  func word(of value: Value) -> String { index(of: value).map { entries[$0].word } ?? "" }

  /// The number of a value.
  func number(of value: Value) -> UInt64 { index(of: value).map { entries[$0].number } ?? 0 }

  /// The value of a number; nil where none has it.
  func value(of number: UInt64) -> Value? {
    entries.indices.first { entries[$0].number == number }.map { entries[$0].value }
  }

  /// By index: a look at an entry would copy its word.
  private func index(of value: Value) -> Int? { entries.indices.first { entries[$0].value == value } }

  /// The words as a list, for errors.
  var list: String { entries.map(\.word).joined(separator: ", ") }
}

extension FormWords: ExpressibleByDictionaryLiteral where Value: RawRepresentable, Value.RawValue == String {
  init(dictionaryLiteral elements: (Value, UInt64)...) {
    entries = elements.map { (value: $0, word: $0.rawValue, number: $1) }
  }
}

extension FormWord {
  init(json reader: inout JSONReader) throws(FormError) {
    guard case .string(let text) = reader.node.value,
      let entry = Self.words.entries.first(where: { $0.word == text })
    else { throw reader.node.unexpected("one of \(Self.words.list)") }
    self = entry.value
  }

  func write(json writer: inout JSONWriter) { writer.string(Self.words.word(of: self)) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    .record(["enum": .array(words.entries.map { .string($0.word) })])
  }

  static var wireType: WireType { .varint }
  var isZero: Bool { Self.words.number(of: self) == 0 }

  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    // Looked up once, where the usual way looks at the value twice.
    let value = Self.words.number(of: self)
    guard isExplicit || value != 0 else { return }
    writer.tag(number, .varint)
    writer.varint(value)
  }

  static func absent(_ rule: MemberRule) throws(FormError) -> Self? { try Self(number: 0) }
  init(binary reader: inout BinaryReader) throws(FormError) { try self.init(number: reader.varint()) }

  private init(number: UInt64) throws(FormError) {
    guard let value = Self.words.value(of: number) else { throw FormError("\(number) is no number of version 1") }
    self = value
  }

  func write(binary writer: inout BinaryWriter) { writer.varint(Self.words.number(of: self)) }
}

/// A flag that is one of two words in JSON.
protocol FlagWord: FormValue {
  init(_ flag: Bool)
  var flag: Bool { get }
  static var falseWord: String { get }
  static var trueWord: String { get }
  /// Both, in the order of the specification.
  static var words: [String] { get }
}

extension FlagWord {
  static var words: [String] { [trueWord, falseWord] }

  init(json reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string(Self.trueWord): self.init(true)
    case .string(Self.falseWord): self.init(false)
    default: throw reader.node.unexpected("one of \(Self.words.joined(separator: ", "))")
    }
  }
  func write(json writer: inout JSONWriter) { writer.string(flag ? Self.trueWord : Self.falseWord) }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    .record(["enum": .array(words.map(JSONValue.string))])
  }

  static var wireType: WireType { .varint }
  var isZero: Bool { !flag }
  static func absent(_ rule: MemberRule) -> Self? { Self(false) }
  init(binary reader: inout BinaryReader) { self.init(reader.varint() != 0) }
  func write(binary writer: inout BinaryWriter) { writer.varint(flag ? 1 : 0) }
}
