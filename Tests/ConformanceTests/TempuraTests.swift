// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Tempura's own answers")
struct TempuraTests {
  @Test(
    "Chains of asks are equal, or differ by a rule of ours",
    arguments: [
      Tally(
        "tempura-chain.jsonl", equal: 76,
        differing: [
          .unhandled: 51, .covered: 3, .noStack: 6, .hardDismiss: 1, .firstHidden: 8, .declinedChange: 1, .silent: 2,
          .unlisted: 2,
        ]),
      Tally(
        "tempura-flow.jsonl", equal: 29,
        differing: [
          .unhandled: 24, .covered: 4, .noStack: 4, .firstHidden: 5, .emptyLine: 1, .declinedChange: 5, .oneAtATime: 6,
          .silent: 2,
        ]),
    ])
  func chains(expected: Tally) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(of: String(expected.file.dropLast(".jsonl".count))) {
      let test = try TempuraCase(line)
      let verdict = try TempuraVerdict(on: test)
      if !verdict.isExplained {
        let run = try TempuraRun(test)
        Issue.record("\(test.id): no rule explains \(run.requests), \(run.end)")
      }
      tally.count(verdict.rule)
    }
    print(tally)
    #expect(tally == expected)
  }

  @Test("No rule explains a line that is wrong")
  func wrong() throws {
    var count = 0
    for line in try Vectors.lines(of: "tempura-chain") {
      let requests = line.items("requests")
      guard !requests.isEmpty, case .members(let members) = line else { continue }
      func with(_ key: String, _ value: JSONValue) throws -> TempuraCase {
        try TempuraCase(.object(members.filter { $0.key != key }.map { ($0.key, $0.value) } + [(key, value)]))
      }
      let names = JSONValue.array(line.items("finalRoute") + ["a"])
      for test in [
        try with("requests", .array(requests.dropLast())), try with("requests", .array(requests + requests.suffix(1))),
        try with("outcome", "fatal:not-in-navigation-stack"), try with("finalRoute", names),
      ] where test.line != line {
        let isSame = try test.line.text("outcome") == line.text("outcome") && test.line["requests"] == line["requests"]
        // The final route of a line that did not come to its end says nothing.
        if isSame, try test.line.text("outcome") != "done" { continue }
        #expect(try !TempuraVerdict(on: test).isExplained, "\(test.line)")
        count += 1
      }
    }
    #expect(count > 300)
  }

  @Test("Differences of routes of names are equal, or differ by a rule of ours")
  func differences() throws {
    var tally = Tally("tempura-diff.jsonl")
    for line in try Vectors.lines(of: "tempura-diff") {
      let old = try line.texts("old").map(ScreenName.init(vector:))
      let new = try line.texts("new").map(ScreenName.init(vector:))
      let changes = NameChange.all(from: old, to: new, isAtomic: line.flag("atomic"))
      let (rule, expected) = try differences(of: line, from: old, to: new)
      #expect(changes == expected, "\(line)")
      tally.count(rule)
    }
    print(tally)
    #expect(
      tally
        == Tally("tempura-diff.jsonl", equal: 172, differing: [.emptyLine: 2, .emptyRoute: 9, .restIsShown: 18]))
  }

  /// The changes that a line gives by our rules, and by which rule they are not theirs.
  private func differences(
    of line: JSONValue, from old: [ScreenName], to new: [ScreenName]
  ) throws -> (Rule?, Result<[NameChange], Refusal>) {
    guard let first = new.first else {
      #expect(line.flag("trap"))
      return (.emptyRoute, .failure(.rejected(.emptyRoute, message: "a route has at least one screen")))
    }
    let rest = new.dropFirst().map { NameChange.show($0) }
    if line.flag("trap") {
      #expect(old.isEmpty)
      return (.emptyLine, .success([.root(first)] + rest))
    }
    let changes = try line.items("changes").map { change -> NameChange in
      let index = Int(change.number("index") ?? -1)
      switch try change.text("change") {
      case "show": return .show(try ScreenName(vector: try change.text("identifier")))
      case "hide":
        #expect(old[index].rawValue == (try change.text("identifier")))
        return .hide(index)
      case "change":
        #expect(old[index + 1].rawValue == (try change.text("from")))
        #expect(new[index + 1].rawValue == (try change.text("to")))
        return .exchange(index, Array(new[(index + 1)...]))
      default: return .root(try ScreenName(vector: try change.text("to")))
      }
    }
    guard changes == [.root(first)], !rest.isEmpty else { return (nil, .success(changes)) }
    return (.restIsShown, .success(changes + rest))
  }
}
