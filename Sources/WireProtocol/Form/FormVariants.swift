// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The variants of a union by word and number, found by asking a blank of each.
struct FormVariants<Value: FormUnion>: Sendable {
  struct Variant: Sendable {
    var word: String
    var number: Int
    var type: WireType
    var blank: Value
  }

  let all: [Variant]
  let first: Value
  /// The binary field of each.
  let fields: [FieldScanner.Field]
  /// Their numbers, a bit each.
  let numbers: UInt64

  init(_ first: Value, _ others: Value...) {
    self.init([first] + others, first: first)
  }

  init(_ blanks: [Value], first: Value) {
    self.first = first
    all = blanks.map { blank in
      var (probe, copy) = (VariantProbe(), blank)
      copy.form(&probe)
      return Variant(word: probe.word ?? "", number: probe.number ?? 0, type: probe.type, blank: blank)
    }
    fields = all.map { FieldScanner.Field(number: $0.number, type: $0.type) }
    numbers = fields.reduce(0) { $0 | 1 << UInt64($1.number) }
  }

  /// The number of the variant that is written as this binary field.
  func index(of field: FieldScanner.Field) -> Int? {
    fields.firstIndex { $0.number == field.number && $0.type == field.type }
  }

  /// Each word once, in their order.
  var words: [String] {
    var words: [String] = []
    for variant in all where !words.contains(variant.word) { words.append(variant.word) }
    return words
  }

  /// The blank of the variant that `node` holds.
  func pick(_ node: JSONNode) throws(FormError) -> Value {
    switch Value.style {
    case .given: return first
    case .tagged(let tag):
      if case .string(let text)? = node[tag]?.value, let index = all.indices.first(where: { all[$0].word == text }) {
        return all[index].blank
      }
      throw Value.misfit(node, found: 0)
    case .leading:
      guard let found = all.first(where: { node[$0.word] != nil }) else { throw Value.misfit(node, found: 0) }
      return found.blank
    case .keyed:
      var found = all.filter { node[$0.word] != nil }
      if found.isEmpty, let word = Value.nullWord, node.value[word] != nil { found = all.filter { $0.word == word } }
      guard found.count == 1 else { throw Value.misfit(node, found: found.count) }
      return found[0].blank
    }
  }
}

/// Finds the word and the number of a variant.
private struct VariantProbe: FormVisitor {
  typealias Failure = Never
  static var isJSON: Bool { false }
  var isInAnswer = true
  var word: String?
  var number: Int?
  var type = WireType.bytes

  mutating func variant(_ word: String, _ number: Int) {
    self.word = self.word ?? word
    self.number = self.number ?? number
  }
  mutating func variant(_ word: String) { self.word = self.word ?? word }
  mutating func emptyVariant(_ word: String, _ number: Int) { variant(word, number) }
  mutating func member<Member: FormValue>(
    _ name: String, _ number: Int, _ value: inout Member, _ rule: MemberRule
  ) {
    guard self.number == nil else { return }
    self.number = number
    type = Member.wireType
  }
  mutating func inline<Member: FormRecord>(_ number: Int, _ value: inout Member) {
    self.number = self.number ?? number
    value.visit(&self)
  }
  mutating func inline<Member: FormRecord>(_ number: Int, _ value: inout Member?, by name: String) {}
  mutating func choice<Member: FormUnion>(_ value: inout Member) { value.form(&self) }
  mutating func choice<Member: FormUnion>(_ name: String, _ value: inout Member?) {}
  mutating func host(of id: ElementID) {}
}
