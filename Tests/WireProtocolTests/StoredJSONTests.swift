// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import TestTraits
import WireProtocol

@Suite("Stored JSON", .offPool)
struct StoredJSONTests {
  @Test(
    "Ids stand in a cause as they are spelled",
    arguments: [
      "way-0ECKP2ASVVGNVY75SB3ZN4T583-1", #"a"\-0ECKP2ASVVGNVY75SB3ZN4T583-9223372036854775807"#, "free", #"fr"ee\-7"#,
    ])
  func ids(text: String) throws {
    let tokens = [Ask.Token(epoch: 0, number: 10), Ask.Token(epoch: 12, number: .max)]
    let cause = Cause(kind: .command, command: CommandID(text), verb: "back", tokens: tokens)
    let json = writtenText { StoredJSON.append(cause, to: &$0) }
    let stored = try StoredJSON.object(json)
    #expect(stored["commandId"] == .string(text))
    #expect(stored["tokens"] == .array([.string("0.10"), .string("12.18446744073709551615")]))
    #expect(try StoredJSON.cause(json) == cause)
  }

  @Test("What an absence says is left out")
  func isBrief() throws {
    let home = Element(id: .root, screen: AnyScreen("home"))
    let sheet = AnyScreen("detail", presentation: .sheet(allowsPush: true))
    let detail = Element(id: ElementID(7), screen: sheet, hasAppeared: true)
    let path = Path([home, detail])
    #expect(
      writtenText { StoredJSON.append(Route(root: path), to: &$0) }
        == #"[{"id":0,"screen":"home"},{"id":7,"screen":"detail","presentation":"sheet","hasAppeared":true}]"#)
    #expect(
      writtenText { StoredJSON.append(Cause(kind: .command, verb: "back", origin: Origin(name: "way")), to: &$0) }
        == #"{"kind":"command","verb":"back","origin":{"name":"way"}}"#)
    var outcome = Outcome(
      id: "mine", kind: .committed, scene: "main", epoch: 3, revision: 5,
      path: PlacedPath(Path([home]), hosts: [ElementID.root: Host(.attended, worker: "w")]), ms: 1.5)
    let head = #"{"outcome":"committed","scene":"main","epoch":3,"revision":5,"commandId":"mine","path":"#
    let hosted = #"[{"id":0,"screen":"home","presence":"attended","worker":"w"}],"ms":1.5"#
    #expect(writtenText { StoredJSON.append(outcome, to: &$0) } == head + hosted + "}")
    #expect(writtenText { StoredJSON.append(outcome, ofDryRun: true, to: &$0) } == head + hosted + #","dryRun":true}"#)
    outcome.path.hosts = [ElementID.root: Host(.unattended, worker: nil)]
    #expect(writtenText { StoredJSON.append(outcome, to: &$0) } == head + #"[{"id":0,"screen":"home"}],"ms":1.5}"#)
  }

  @Test("What is kept of an outcome says all of it, as a line does", arguments: [false, true], [false, true])
  func outcomes(isDryRun: Bool, skippedGuards: Bool) throws {
    let marks: [JSONValue.Member] =
      (isDryRun ? [.init("dryRun", .bool(true))] : []) + (skippedGuards ? [.init("guards", .string("skip"))] : [])
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      guard case .outcome(let outcome) = random.message(.outcome) else { return #expect(Bool(false)) }
      let kept = writtenText {
        StoredJSON.append(outcome, ofDryRun: isDryRun, skippingGuards: skippedGuards, to: &$0)
      }
      let line = try spelled(.outcome(outcome), "outcome")
      try #require(try StoredJSON.outcome(kept) == outcome, "seed \(seed)")
      try #require(try StoredJSON.outcome(line.json) == outcome, "seed \(seed)")
      try #require(try StoredJSON.marks(kept) == (isDryRun, skippedGuards))
      guard case .members(let members) = try StoredJSON.wholeOutcome(kept) else { return #expect(Bool(false)) }
      let whole = JSONValue.members(members.dropLast(marks.count))
      try #require(whole.json == line.json, "seed \(seed)")
      #expect(JSONValue.members(members.suffix(marks.count)).json == JSONValue.members(marks).json)
    }
  }

  @Test("What is kept of a commit says all of it, as an update does")
  func commits() throws {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      guard case .update(let update) = random.message(.update) else { return #expect(Bool(false)) }
      let (route, cause) = (Route(root: update.previous), update.cause)
      let (keptRoute, keptCause) = (
        writtenText { StoredJSON.append(route, to: &$0) }, writtenText { StoredJSON.append(cause, to: &$0) }
      )
      try #require(try StoredJSON.route(keptRoute) == route, "seed \(seed)")
      try #require(try StoredJSON.cause(keptCause) == cause, "seed \(seed)")
      let line = try spelled(.update(update), "update")
      let wholeCause = try StoredJSON.wholeCause(keptCause)
      try #require(wholeCause.json == line["cause"]?.json, "seed \(seed)")
      try #require(try StoredJSON.cause(wholeCause.json) == cause, "seed \(seed)")
      try #require(
        try StoredJSON.wholeOrigin(writtenText { StoredJSON.append(cause.origin, to: &$0) }).json
          == wholeCause["origin"]?.json
      )
      let wholeRoute = try StoredJSON.wholeRoute(keptRoute)
      try #require(wholeRoute.json == line["previous"]?.json, "seed \(seed)")
      try #require(try StoredJSON.route(wholeRoute.json) == route, "seed \(seed)")
    }
  }

  /// The object of a line, its members in their order.
  private func spelled(_ message: Message, _ word: String) throws -> JSONValue {
    try #require(try JSONValue.asWritten(WireLine.text(message).utf8)[word])
  }
}
