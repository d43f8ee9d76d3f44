// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import TestTraits

@Suite("QRoute's own walks", .offPool)
struct QRouteDriveTests {
  @Test(
    "Every line asks the same in the same order, merges the same, and ends in the same place, but for our rules",
    arguments: [
      Tally("qroute-drive.jsonl", equal: 191, differing: [.unknownRoute: 30, .subTree: 4]),
      Tally("own/qroute-drive.jsonl", equal: 3, differing: [.unknownRoute: 1, .subTree: 11]),
    ])
  func walks(expected: Tally) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(for: expected) {
      let verdict = try QRouteVerdict(on: line)
      if let difference = verdict.difference { Issue.record("\(try line.text("id")), \(difference)") }
      tally.count(verdict.rule)
    }
    tally.check(expected)
  }

  @Test("No rule explains a walk that is wrong")
  func wrong() throws {
    var count = 0
    for line in try ["qroute-drive", "own/qroute-drive"].flatMap(Vectors.lines) {
      let (name, operations) = (try line.text("id"), line.items("ops"))
      for (index, operation) in operations.enumerated() {
        let (events, stack) = (operation.items("events"), operation.items("stack"))
        let wrong = [
          operation.replacing("events", .array(events.dropLast())),
          operation.replacing("events", .array(events + [["call": "toSelf"]])),
          operation.replacing("stack", .array(stack + stack.suffix(1))),
          operation.replacing("arrived", operation["arrived"] == nil ? "r0" : .null),
        ]
        // A walk to nowhere is told as one that came to nothing here.
        for wrong in wrong where wrong != operation && (wrong["arrived"] == operation["arrived"] || !events.isEmpty) {
          guard wrong["arrived"] == nil || wrong.flag("completed") else { continue }
          let line = line.replacing("ops", .array(operations[..<index] + [wrong] + operations[(index + 1)...]))
          #expect(try QRouteVerdict(on: line).difference != nil, "\(name), op \(index)")
          count += 1
        }
      }
    }
    #expect(count > 1000)
  }
}
