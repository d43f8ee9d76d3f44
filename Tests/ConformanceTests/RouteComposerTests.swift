// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import TestTraits

@Suite("RouteComposer's scenarios", .offPool)
struct RouteComposerTests {
  @Test(
    "Every scenario ends in the same route after the same questions, or differs by a rule of ours",
    arguments: [
      Tally(
        "route-composer.jsonl", equal: 58,
        differing: [
          .onlyLeaving: 2, .contextsLast: 1, .replanned: 1, .notPlaced: 1, .notPostponed: 1, .noTraces: 2,
          .emptyStack: 2,
        ], leftOut: ["of overlapping requests": 7]),
      Tally(
        "own/route-composer.jsonl", equal: 1,
        differing: [
          .convertedContext: 1, .contextsLast: 7, .replanned: 2, .twoBranches: 1, .stacksCannotRefuse: 1, .hostsLast: 1,
          .revealed: 2, .emptyStack: 1,
        ]),
    ])
  func scenarios(expected: Tally) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(for: expected) {
      if line["wrapper"] != nil {
        // A story of several requests at once: a scene's queue takes them one after another.
        tally.leftOut["of overlapping requests", default: 0] += 1
        continue
      }
      do {
        let test = try RouteComposerCase(line)
        let verdict = try RouteComposerVerdict(on: test)
        if let difference = verdict.difference { Issue.record("\(test.id): \(difference)") }
        tally.count(verdict.rule)
      } catch RouteComposerCase.Unlike.emptyStack {
        tally.count(.emptyStack)
      }
    }
    tally.check(expected)
  }

  @Test("No rule explains a scenario that is wrong")
  func wrong() throws {
    var count = 0
    let extra: JSONValue = ["ask": "router", "do": "intercept", "name": "nobody", "result": "ok"]
    for line in try ["route-composer", "own/route-composer"].flatMap(Vectors.lines) where line["wrapper"] == nil {
      guard let test = try? RouteComposerCase(line) else { continue }
      let events = line["expect"]?.items("events") ?? []
      var wrong = [
        line.expecting("events", .array(events + [extra])), line.expecting("events", .array([extra] + events)),
        line.expecting("state", [["id": "nowhere", "kind": "Other"]]),
      ]
      let kind = line["expect"]?["error"]?["kind"]
      wrong += ["typeMismatch", "initialController.notFound", "generic"].filter { kind != .string($0) }
        .map { line.expecting("error", ["kind": .string($0)]) }
      // A line that differs by a rule has a path of its own anyway.
      if try RouteComposerVerdict(on: test).rule == nil { wrong.append(line.expecting("path", "nowhere")) }
      for wrong in wrong {
        #expect(try RouteComposerVerdict(on: RouteComposerCase(wrong)).difference != nil, "\(wrong)")
        count += 1
      }
    }
    #expect(count > 400)
  }
}

extension JSONValue {
  /// The same line with another expectation.
  fileprivate func expecting(_ key: String, _ value: JSONValue) -> JSONValue {
    replacing("expect", (self["expect"] ?? .null).replacing(key, value))
  }
}
