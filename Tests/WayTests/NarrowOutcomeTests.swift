// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("Outcomes on a terminal") struct NarrowOutcomeTests {
  private static func outcome(_ kind: Outcome.Kind, message: String? = nil) throws -> Outcome {
    let names: [ScreenName] = ["home", "list", "exhibit", "photo", "photographer", "biography", "works"]
    let path = Path(names.enumerated().map { Element(id: ElementID(UInt64($0)), screen: AnyScreen($1)) })
    let asked = Asked(
      request: "leave", screen: "exhibit", element: ElementID(2), worker: "exhibits", answer: .deny, ms: 12.5,
      message: "there are notes that nobody has saved yet")
    return Outcome(
      id: try #require(CommandID("test")), kind: kind, message: message, scene: "main", epoch: 1, revision: 8412,
      path: PlacedPath(path), asked: [asked], ms: 2.3)
  }

  @Test("Every line fits, and the times end at one edge", arguments: [40, 60, 80])
  func fits(width: Int) throws {
    let palette = Palette(isColoured: false, width: TerminalWidth(columns: width))
    let by = Outcome.Party(worker: "exhibits", screen: "exhibit", element: ElementID(2))
    for kind in [.committed, .unchanged(.same), .vetoed(by: by, .guard, code: nil), .unhandled] as [Outcome.Kind] {
      let outcome = try Self.outcome(
        kind, message: kind == .committed ? nil : "there are notes that nobody has saved yet")
      let lines = OutcomeText(outcome: outcome, palette: palette, typed: ["back"]).lines.map(\.text)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
      #expect(Set(lines.filter { $0.hasSuffix(" ms") }.map(\.count)) == [width], "\(lines)")
    }
  }

  @Test("A hint is folded at words, and the path that stays keeps its ends")
  func hint() throws {
    let by = Outcome.Party(worker: "exhibits", screen: "exhibit", element: ElementID(2))
    let outcome = try Self.outcome(.vetoed(by: by, .guard, code: nil), message: "unsaved notes")
    let palette = Palette(isColoured: false, width: 60)
    #expect(
      OutcomeText(outcome: outcome, palette: palette, typed: ["back"]).lines.map(\.text).suffix(3) == [
        "  nothing changed: home / list / … / biography / works",
        "  hint: `way back --skip-guards` leaves all the same, and",
        "    the journal says that you did",
      ])
  }

  @Test("A dry run names what would go, in the order of the path; what is not there has its id alone")
  func leaving() throws {
    var outcome = try Self.outcome(.unchanged(.dryRun))
    outcome.asked = []
    outcome.search = Destination.Search(
      steps: [.init("step 1", .made, screen: AnyScreen("product"))], leaving: [ElementID(40), ElementID(2), .root],
      path: "main{floor=hall/photo,*shop=shelves}/product")
    #expect(
      SearchText(outcome, palette: Palette(isColoured: false)).lines.map(\.text) == [
        "leads to  main   main{floor=hall/photo,*shop=shelves} / product",
        "  step 1    made  product",
        "  would go  @0 home, @2 exhibit, @40",
      ])
  }
}
