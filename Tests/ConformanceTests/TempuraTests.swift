// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import TestTraits

@Suite("Tempura's own answers", .offPool)
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
      Tally(
        "own/tempura.jsonl", equal: 9,
        differing: [
          .unhandled: 1, .covered: 4, .declinedChange: 1, .noStack: 1, .stacklessPop: 3, .unknownPop: 3,
          .hardDismiss: 1, .softDismiss: 3, .firstHidden: 1, .emptyLine: 2, .emptyRoute: 2, .restIsShown: 1,
          .oneAtATime: 5, .silent: 1, .unlisted: 2,
        ]),
    ])
  func chains(expected: Tally) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(for: expected) {
      let test = try TempuraCase(line)
      let verdict = try TempuraVerdict(on: test)
      if !verdict.isExplained {
        let run = try TempuraRun(test)
        Issue.record("\(test.id): no rule explains \(run.requests), \(run.end)")
      }
      tally.count(verdict.rule)
      // Lines of our own say what is ours too, where it is another.
      if tally.isOurOwn {
        #expect(try verdict.rule == nil || TempuraRun(test).story == test.line["ours"], "\(test.id)")
      }
    }
    tally.check(expected)
  }

  @Test("No rule explains a line that is wrong", arguments: ["tempura-chain", "tempura-flow", "own/tempura"])
  func wrong(file: String) throws {
    var count = 0
    let more: JSONValue = ["request": "show", "identifier": "q", "handledBy": "unhandled"]
    for line in try Vectors.lines(of: file) {
      let requests = line.items("requests")
      let isDone = try line.text("outcome") == "done"
      var wrong = [
        line.replacing("requests", .array(requests + [more])),
        line.replacing("outcome", isDone ? "fatal:not-in-navigation-stack" : "done"),
      ]
      // The final route of a line that did not come to its end says nothing.
      if isDone { wrong.append(line.replacing("finalRoute", .array(line.items("finalRoute") + ["a"]))) }
      if !requests.isEmpty {
        wrong.append(line.replacing("requests", .array(requests.dropLast())))
        wrong.append(line.replacing("requests", .array(requests + requests.suffix(1))))
        let by = JSONValue.object([("screen", "q")])
        let last = requests[requests.count - 1].replacing("handledBy", by)
        wrong.append(line.replacing("requests", .array(requests.dropLast() + [last])))
      }
      for wrong in wrong {
        #expect(try !TempuraVerdict(on: TempuraCase(wrong)).isExplained, "\(wrong)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test(
    "Differences of routes of names are equal, or differ by a rule of ours",
    arguments: [
      Tally("tempura-diff.jsonl", equal: 172, differing: [.emptyLine: 2, .emptyRoute: 9, .restIsShown: 18]),
      Tally("own/tempura-diff.jsonl", equal: 6, differing: [.emptyLine: 1, .emptyRoute: 3, .restIsShown: 2]),
    ])
  func differences(expected: Tally) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(for: expected) {
      let difference = try TempuraDifference(line)
      #expect(difference.found == difference.expected, "\(line)")
      tally.count(difference.rule)
    }
    tally.check(expected)
  }

  @Test("No rule explains a difference that is wrong")
  func wrongDifferences() throws {
    var count = 0
    for line in try Vectors.lines(of: "tempura-diff") {
      let changes = line.items("changes")
      var wrong = [
        line.replacing("trap", .bool(!line.flag("trap"))),
        line.replacing("changes", .array(changes + [["change": "show", "identifier": "q"]])),
      ]
      if !changes.isEmpty { wrong.append(line.replacing("changes", .array(changes.dropLast()))) }
      for wrong in wrong {
        let difference = try? TempuraDifference(wrong)
        #expect(difference == nil || difference?.found != difference?.expected, "\(wrong)")
        count += 1
      }
    }
    #expect(count > 500)
  }
}

extension TempuraRun {
  /// Who was asked and what it came to, as lines of our own tell it.
  fileprivate var story: JSONValue {
    let asked = ("requests", JSONValue.array(requests.map { .string($0.description) }))
    switch end {
    case .done(let names): return .object([asked, ("finalRoute", .array(names.map { .string($0) }))])
    case .stopped(let outcome): return .object([asked, ("outcome", .string(outcome))])
    case .died(let rule): return .string("died by \(rule)")
    }
  }
}
