// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// How a member is written, and what its absence means.
enum MemberRule {
  /// Always there. Its absence is an error in JSON, whose text is given: `member 'on' is missing: an id or a screen`.
  case required(String)
  /// Always there; a reader bears its absence.
  case always
  /// Written always, but others may leave it out.
  case usual
  /// Written only where it says something: it is not zero, empty, false or nil.
  case sparse
}

/// Walks through a form, member by member, and does one thing with each: reads or writes it in one encoding, or describes
/// it. The forms are specialized for each visitor, so that a walk costs what hand-written code would.
protocol FormVisitor {
  /// The error of a walk: `FormError` where the visitor reads, none elsewhere.
  associatedtype Failure: Error
  /// Whether the visitor is about JSON; otherwise about the binary encoding, where names do not count.
  static var isJSON: Bool { get }
  /// Whether the visitor fills values.
  static var isReading: Bool { get }
  /// Whether the visitor looks at the shape alone, not at a value.
  static var isDescribing: Bool { get }
  /// Whether the walk is inside an answer, where a target may be the element that is asked.
  var isInAnswer: Bool { get set }
  /// The limit of the list, table or text that is visited next: items, entries or bytes. Nil: the usual limit of each.
  var nextMax: Int? { get set }

  /// A member: by its name in JSON, by its number in the binary encoding.
  mutating func member<Value: FormValue>(
    _ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule) throws(Failure)
  /// A record whose members stand among the others in JSON, and which is a message of its own in the binary encoding.
  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) throws(Failure)
  /// The same of a record that may be absent; in JSON it is there where its member `name` is.
  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value?, by name: String) throws(Failure)
  /// A union whose variants are fields of the message round it (`oneof`), and members of the object round it.
  mutating func choice<Value: FormUnion>(_ value: inout Value) throws(Failure)
  /// The same of a union that may be absent; in JSON an object of its own under `name`.
  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) throws(Failure)
  /// The host of an element, on the paths that carry hosts.
  mutating func host(of id: ElementID) throws(Failure)

  // ── at the beginning of each variant of a union ────────────────────────────────────────────────

  /// A variant whose members are a message of their own in the binary encoding.
  mutating func variant(_ word: String, _ number: Int) throws(Failure)
  /// A variant of one member, which is the field itself.
  mutating func variant(_ word: String) throws(Failure)
  /// A variant without members.
  mutating func emptyVariant(_ word: String, _ number: Int) throws(Failure)

  // ── for some visitors only ─────────────────────────────────────────────────────────────────────

  /// A condition on the members that were read.
  mutating func check(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String) throws(Failure)
  /// The member of this name, which was visited, is a list that is never empty. A reader finds out by a check.
  mutating func isNeverEmpty(_ name: String)
  /// A member of JSON that follows from the others.
  mutating func constant(_ name: String, _ text: String?)
  /// The members of the union from here on stand further down in JSON, where ``continueChoice()`` says so.
  mutating func suspendChoice()
  /// Where the suspended members stand.
  mutating func continueChoice()
}

extension FormVisitor {
  static var isJSON: Bool { true }
  static var isReading: Bool { false }
  static var isDescribing: Bool { false }
  var nextMax: Int? {
    get { nil }
    set {}
  }

  /// A member whose list, table or text has a limit of its own, in items, entries or bytes.
  mutating func member<Value: FormValue>(
    _ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule, atMost limit: Int
  ) throws(Failure) {
    nextMax = limit
    try member(name, number, &value, rule)
    nextMax = nil
  }

  /// JSON that a command carries for its asks, no longer than ``Limits/inputBytesMax``.
  mutating func input(_ name: String, _ number: Int, _ value: inout JSONValue, _ rule: MemberRule) throws(Failure) {
    try member(name, number, &value, rule)
    guard Self.isReading else { return }
    let count = value.encodedByteCount
    try check(
      count <= Limits.inputBytesMax, "member '\(name)' has \(count) bytes; at most \(Limits.inputBytesMax) belong there"
    )
  }

  mutating func check(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String) throws(Failure) {}
  mutating func isNeverEmpty(_ name: String) {}
  mutating func constant(_ name: String, _ text: String?) {}
  mutating func suspendChoice() {}
  mutating func continueChoice() {}

  /// A text of people or programs, cut to what the protocol carries.
  mutating func note(_ name: String, _ number: Int, _ text: inout String, _ rule: MemberRule) throws(Failure) {
    try member(name, number, &text, rule, atMost: .max)
    if Self.isReading { text = text.clipped }
  }

  /// A text of people or programs that may be absent, cut to what the protocol carries.
  mutating func note(_ name: String, _ number: Int, _ text: inout String?, _ rule: MemberRule) throws(Failure) {
    try member(name, number, &text, rule, atMost: .max)
    if Self.isReading { text = text?.clipped }
  }

  /// A flag that is true where nothing is said; the binary field says the contrary.
  mutating func inverted(_ name: String, _ number: Int, _ flag: inout Bool, _ rule: MemberRule) throws(Failure) {
    var value = InvertedFlag(flag)
    try member(name, number, &value, rule)
    flag = value.flag
  }
}

extension String {
  /// Cut to ``Limits/noteBytesMax`` at a character.
  var clipped: String { String(prefix(bytesMax: Limits.noteBytesMax)) }
}
