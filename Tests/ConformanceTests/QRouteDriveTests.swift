// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("QRoute's own walks")
struct QRouteDriveTests {
  @Test("Every line asks the same in the same order, merges the same, and ends in the same place, but for our rules")
  func walks() throws {
    var tally = Tally("qroute-drive.jsonl")
    for line in try Vectors.lines(of: "qroute-drive") {
      let name = try line.text("id")
      var run = try QRouteRun(line)
      var differing: Rule?
      for (index, operation) in line.items("ops").enumerated() {
        let before = run
        let result = try run.take(operation)
        guard let difference = try difference(of: result, run, from: operation) else { continue }
        guard let rule = try rule(for: result, before, run, operation) else {
          Issue.record("\(name), op \(index): \(difference)")
          break
        }
        differing = differing ?? rule
        // Where the screens are others from here on, nothing that follows can be compared.
        if run.stack != operation.items("stack") { break }
      }
      tally.count(differing)
    }
    print(tally)
    #expect(
      tally
        == Tally("qroute-drive.jsonl", equal: 191, differing: [.unknownRoute: 30, .subTree: 4]))
  }

  /// The first thing that is not as they have it.
  private func difference(of result: QRouteRun.Result, _ run: QRouteRun, from operation: JSONValue) throws -> String? {
    let keys = ["call", "from", "to", "input", "finalDestination", "pathNode", "fromIsClone"]
    let events = operation.items("events").map { event in
      JSONValue.object(keys.compactMap { key in event[key].map { (key, $0) } })
    }
    if result.events != events { return "asks \(result.events), they \(events)" }
    let merges = operation.items("merges").map { merge in
      JSONValue.object(["route", "input"].compactMap { key in merge[key].map { (key, $0) } })
    }
    if result.merges != merges { return "merges \(result.merges), they \(merges)" }
    let arrived = operation.flag("completed") && operation["arrived"] != nil
    if result.isCompleted != arrived {
      return "completed \(result.isCompleted) (\(String(describing: result.refusal)))"
    }
    if run.stack != operation.items("stack") { return "stands on \(run.stack), they on \(operation.items("stack"))" }
    return nil
  }

  /// The rule by which we differ, where our own outcome is the one that it asks for.
  private func rule(
    for result: QRouteRun.Result, _ before: QRouteRun, _ after: QRouteRun, _ operation: JSONValue
  ) throws -> Rule? {
    if case .rejected(.unknownRoute, _)? = result.refusal {
      return operation.items("events").isEmpty ? .unknownRoute : nil
    }
    // From a sub-tree's first screen the way up leads back to the screen that it was driven from, and ends it.
    let screens = before.route.root.elements
    guard try operation.text("op") == "driveParent", screens.last?.subTree != nil, result.events.count == 1,
      result.events[0]["call"] == .string("toParent"),
      result.events[0]["to"] == .string(screens[screens.count - 2].screen.name.rawValue)
    else { return nil }
    let isStopped = operation.number("abortAt") != nil || operation.number("nilAt") != nil
    let expected = isStopped ? screens : screens.dropLast()
    return after.route.root.elements.map(\.id) == expected.map(\.id) ? .subTree : nil
  }
}
