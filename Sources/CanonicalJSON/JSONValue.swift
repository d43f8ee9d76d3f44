// SPDX-License-Identifier: Apache-2.0

/// A JSON value in canonical form: the content of a screen, and the subject of every comparison of screens.
///
/// The package has a JSON of its own because Foundation's cannot do what content needs:
///
/// - Members keep their order while a message is read, and a repeated key is an error instead of a silent choice.
/// - Every `Int64` is exact: `9007199254740993` never passes through a double.
/// - An error names the offset of the first byte that does not fit.
/// - A value has one canonical text, so that equal contents have equal bytes in messages, hashes and the journal.
/// - The core is pure and imports no Foundation.
///
/// Canonical form (specification, section "Content"): an object without members is null, a null member is absent,
/// members are sorted by the bytes of their keys, a number without fraction that fits `Int64` is an integer (7.0 is 7),
/// any other number is a double. Strings are kept as given and compared by bytes, never by Unicode equivalence.
public enum JSONValue: Sendable {
  /// `null`, and also `{}`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits.
  case integer(Int64)
  /// Any other finite number.
  case double(Double)
  /// Text as given.
  case string(String)
  /// Items in order.
  case array([JSONValue])
  /// At least one member, none of them null, sorted by key. Make one with `JSONValue.object(_:)`.
  case members([Member])

  /// One member of an object.
  public struct Member: Sendable {
    /// Its key.
    public var key: String
    /// Its value, never null.
    public var value: JSONValue

    /// A member as it stands; canonical only as part of ``JSONValue/object(_:)``.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The canonical object of `members`. The last member of a repeated key counts; the parser refuses text with repeated
  /// keys before it comes here.
  public static func object(_ members: some Sequence<(String, JSONValue)>) -> JSONValue {
    let all = members.map { Member($0.0, $0.1.canonical) }
    return areCanonical(all) ? .members(all) : object(ofCanonical: all)
  }

  /// Whether members whose values are canonical are those of a canonical object.
  private static func areCanonical(_ members: [Member]) -> Bool {
    guard let first = members.first, !first.value.isNull else { return false }
    return zip(members, members.dropFirst()).allSatisfy { $0.key.precedes($1.key) && !$1.value.isNull }
  }

  /// The canonical object of members whose values are canonical.
  private static func object(ofCanonical members: [Member]) -> JSONValue {
    // The standard library's sort is stable, so the last of equal keys in the given order stands last.
    var all = members.sorted { $0.key.precedes($1.key) }
    let last = all.indices.filter { $0 + 1 == all.count || all[$0].key.precedes(all[$0 + 1].key) }
    all = last.map { all[$0] }
    all.removeAll { $0.value.isNull }
    return all.isEmpty ? .null : .members(all)
  }

  /// The canonical number for `value`: an integer where it is one and fits.
  public static func number(_ value: Double) -> JSONValue {
    if let integer = Int64(exactly: value) { return .integer(integer) }
    return .double(value)
  }

  /// The same value in canonical form; itself where it is canonical already, without a copy.
  public var canonical: JSONValue { canonicalIfChanged() ?? self }

  /// The value in canonical form; nil where it has that form already. Each part of it is looked at once.
  private func canonicalIfChanged() -> JSONValue? {
    switch self {
    case .null, .bool, .integer, .string: return nil
    case .double(let value): return Int64(exactly: value).map { .integer($0) }
    case .array(let items):
      var changed: [JSONValue]?
      for index in items.indices {
        guard let item = items[index].canonicalIfChanged() else { continue }
        if changed == nil { changed = items }
        changed?[index] = item
      }
      return changed.map { .array($0) }
    case .members(let members):
      var changed: [Member]?
      for index in members.indices {
        guard let value = members[index].value.canonicalIfChanged() else { continue }
        if changed == nil { changed = members }
        changed?[index].value = value
      }
      let settled = changed ?? members
      guard Self.areCanonical(settled) else { return Self.object(ofCanonical: settled) }
      return changed.map { .members($0) }
    }
  }

  /// Whether lists and objects nest deeper than `limit`.
  public func nests(deeperThan limit: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .double, .string: false
    case .array(let items): limit < 1 || items.contains { $0.nests(deeperThan: limit - 1) }
    case .members(let members): limit < 1 || members.contains { $0.value.nests(deeperThan: limit - 1) }
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value of an object's member, or nil where there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key.hasSameBytes(as: key) }?.value
  }
}
