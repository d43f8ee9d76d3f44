// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One line of `tempura-diff.jsonl`: the changes that it gives by our rules, and by which rule they are not theirs.
struct TempuraDifference {
  private(set) var rule: Rule?
  let expected: Result<[NameChange], Refusal>
  let found: Result<[NameChange], Refusal>

  init(_ line: JSONValue) throws {
    let old = try line.texts("old").map(ScreenName.init(vector:))
    let new = try line.texts("new").map(ScreenName.init(vector:))
    found = NameChange.all(from: old, to: new, isAtomic: line.flag("atomic"))
    let isTrap = line.flag("trap")
    let theirs = try line.items("changes").map { try Self.change($0, from: old, to: new) }
    guard let first = new.first else {
      // Two empty routes are equal to them.
      guard isTrap == !old.isEmpty, theirs.isEmpty else { throw Vectors.Unreadable(what: "\(line)") }
      rule = .emptyRoute
      expected = .failure(.rejected(.emptyRoute, message: "a route has at least one screen"))
      return
    }
    let rest = new.dropFirst().map { NameChange.show($0) }
    guard !isTrap else {
      guard old.isEmpty, theirs.isEmpty else { throw Vectors.Unreadable(what: "\(line)") }
      rule = .emptyLine
      expected = .success([.root(first)] + rest)
      return
    }
    if theirs == [.root(first)], !rest.isEmpty { rule = .restIsShown }
    expected = .success(rule == nil ? theirs : theirs + rest)
  }

  private static func change(
    _ change: JSONValue, from old: [ScreenName], to new: [ScreenName]
  ) throws -> NameChange {
    func check(_ key: String, _ route: [ScreenName], _ index: Int) throws {
      guard route.indices.contains(index), try route[index].rawValue == change.text(key) else {
        throw Vectors.Unreadable(what: "\(change) of \(old) and \(new)")
      }
    }
    let index = Int(change.number("index") ?? -1)
    switch try change.text("change") {
    case "show": return .show(try ScreenName(vector: try change.text("identifier")))
    case "hide":
      try check("identifier", old, index)
      return .hide(index)
    case "change":
      try check("screen", old, index)
      try check("from", old, index + 1)
      try check("to", new, index + 1)
      return .exchange(index, Array(new[(index + 1)...]))
    case "root":
      try check("from", old, 0)
      try check("to", new, 0)
      return .root(new[0])
    case let word: throw Vectors.Unreadable(what: "change \(word)")
    }
  }
}
