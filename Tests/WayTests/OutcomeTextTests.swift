// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("Outcomes as people read them") struct OutcomeTextTests {
  private static let path = Path([
    Element(id: .root, screen: AnyScreen("home")), Element(id: ElementID(4), screen: AnyScreen("list")),
    Element(id: ElementID(9), screen: AnyScreen("exhibit", content: .object([("id", .integer(7))]))),
  ])

  private static func outcome(_ kind: Outcome.Kind, message: String? = nil, asked: [Asked] = []) throws -> Outcome {
    Outcome(
      id: try #require(CommandID("test")), kind: kind, message: message, scene: "main", epoch: 1, revision: 8412,
      path: PlacedPath(path), asked: asked, ms: 2.3)
  }

  private static func asked(
    _ id: UInt64, _ screen: ScreenName, _ worker: WorkerName, _ request: String, _ answer: Asked.Answer, _ ms: Double,
    _ message: String? = nil
  ) -> Asked {
    Asked(
      request: request, screen: screen, element: ElementID(id), worker: worker, answer: answer, ms: ms, message: message
    )
  }

  private static func text(_ outcome: Outcome, typed: [String]? = nil) -> String {
    OutcomeText(outcome: outcome, palette: Palette(isColoured: false), typed: typed).lines.map(\.text).joined(
      separator: "\n")
  }

  @Test("Of a first screen that cannot be dismissed the words are the same whether the path is told or not")
  func firstScreen() throws {
    let words = "of a branch cannot be dismissed; `way replace PATH` exchanges the whole path, with --in a branch"
    var outcome = try Self.outcome(.unchanged(.rootCannotBeDismissed))
    #expect(Self.text(outcome).contains(words))
    outcome.path = PlacedPath(Path([]))
    #expect(Self.text(outcome).contains(words))
  }

  @Test("Of an instruction that drops nothing the outcome tells why, and which one drops what was meant")
  func idleInstruction() throws {
    let sheet = "no sheet lies round @4 list, so `dismiss` drops nothing; `pop` drops what was pushed"
    let stack = "the stack of @4 list holds its first screen alone, so `pop` drops nothing; `dismiss hard` drops a"
    let first = "the first screen of a path or of a branch cannot be dismissed"
    let cases: [(UInt64, Asked.Answer, String)] = [
      (4, .dismiss, sheet), (4, .pop, stack), (4, .edit, first), (0, .dismiss, first), (0, .pop, first),
    ]
    for (id, answer, words) in cases {
      let asked = Self.asked(id, id == 0 ? "home" : "list", "kiosk", "hide list", answer, 0.4)
      let text = Self.text(try Self.outcome(.unchanged(.rootCannotBeDismissed), asked: [asked]))
      #expect(text.hasPrefix("unchanged (rootCannotBeDismissed)  main 8412   \(words)"), "\(text)")
    }
  }

  @Test("Of the first screen of a branch, which no instruction drops, the outcome tells how to exchange it")
  func idleInstructionInBranch() throws {
    let list = Path([
      Element(id: ElementID(4), screen: AnyScreen("list")), Element(id: ElementID(5), screen: AnyScreen("map")),
    ])
    let hall = Element(
      id: .root, screen: AnyScreen("hall"),
      branches: Branches(kind: .tabs, branches: [.init("floor", path: list)], selected: "floor"))
    for (id, answer) in [(4, .dismiss), (4, .pop), (5, .pop)] as [(UInt64, Asked.Answer)] {
      var outcome = try Self.outcome(
        .unchanged(.rootCannotBeDismissed), asked: [Self.asked(id, "list", "kiosk", "hide list", answer, 0.4)])
      outcome.path = PlacedPath(Path([hall]))
      let text = Self.text(outcome)
      #expect(text.contains("exchanges the whole path, with --in a branch") == (id == 4), "\(text)")
      #expect(text.contains("holds its first screen alone") == (id == 5), "\(text)")
    }
  }

  @Test("Answers line up by the columns of what was asked")
  func wideRequests() throws {
    let outcome = try Self.outcome(
      .committed,
      asked: [
        Self.asked(9, "exhibit", "kiosk", "show 漢字漢字", .declined, 0.4),
        Self.asked(4, "exhibit", "kiosk", "show map", .push, 0.4),
      ])
    let places = Self.text(outcome).split(separator: "\n").compactMap { line -> Int? in
      line.contains("→") ? line.prefix { $0 != "→" }.width : nil
    }
    #expect(places.count == 2 && Set(places).count == 1, "\(Self.text(outcome))")
  }

  @Test("Committed: the path, and who handled it")
  func committed() throws {
    let outcome = try Self.outcome(
      .committed,
      asked: [
        Self.asked(9, "exhibit", "exhibits", "show map", .died, 12.1),
        Self.asked(4, "list", "kiosk", "show map", .push, 0.4),
      ])
    #expect(
      Self.text(outcome) == """
        committed  main 8412   home / list / exhibit?id=7                         2.3 ms
          asked   @9 exhibit  exhibits  show map → gone                          12.1 ms
                  @4 list     kiosk     show map → push                           0.4 ms
        """)
  }

  @Test("Committed, of which the path is not told: why, and where it is")
  func committedWithoutPath() throws {
    let ids = [
      ("way-0123456789ABCDEFGHJKMNPQRS-7", "its path is not remembered any more"),
      ("waykeeperd-0123456789ABCDEFGHJKMNPQRS-7", "its path is not kept; `way history` has it"),
    ]
    for (id, words) in ids {
      let outcome = Outcome(
        id: try #require(CommandID(id)), kind: .committed, scene: "main", epoch: 1, revision: 8412,
        path: PlacedPath(Path([])), ms: 2.3)
      #expect(Self.text(outcome).hasPrefix("committed  main 8412   \(words)"), "\(Self.text(outcome))")
    }
  }

  @Test("A dry run: each element, in which branches, who builds and who shows it")
  func dryRun() throws {
    var outcome = try Self.outcome(.unchanged(.dryRun))
    outcome.steps = [
      BuildStep(screen: AnyScreen("bar"), host: "kiosk"), BuildStep(screen: AnyScreen("home"), inside: ["floor"]),
      BuildStep(screen: AnyScreen("map"), worker: "kiosk", host: "kiosk", inside: ["floor", "left"]),
      BuildStep(screen: AnyScreen("help"), host: "kiosk"),
    ]
    #expect(
      ResolveText(outcome, palette: Palette(isColoured: false)).lines.map(\.text) == [
        "leads to  main   bar / help",
        "  0  bar               no tree         shown by kiosk",
        "  1  floor: home       no tree         shown by nobody",
        "  2  floor: left: map  built by kiosk  shown by kiosk",
        "  3  help              no tree         shown by kiosk",
      ])
  }

  @Test("Vetoed: by whom, why, and how to go all the same")
  func vetoed() throws {
    let by = Outcome.Party(worker: "exhibits", screen: "exhibit", element: ElementID(9))
    let outcome = try Self.outcome(
      .vetoed(by: by, .guard, code: nil), message: "unsaved notes",
      asked: [
        Self.asked(9, "exhibit", "exhibits", "back", .declined, 0.3),
        Self.asked(9, "exhibit", "exhibits", "leave", .deny, 0.5, "unsaved notes"),
      ])
    #expect(
      Self.text(outcome, typed: ["back"]) == """
        vetoed  by @9 exhibit (exhibits): unsaved notes                           2.3 ms
          asked   @9 exhibit  exhibits  back  → declined                          0.3 ms
                  @9 exhibit  exhibits  leave → deny "unsaved notes"              0.5 ms
          nothing changed: home / list / exhibit?id=7
          hint: `way back --skip-guards` leaves all the same, and the journal says that you did
        """)
  }

  @Test("Every kind names itself, its reason, and what stays")
  func kinds() throws {
    let other = try #require(CommandID("remote-0123456789ABCDEFGHJKMNPQRS-7"))
    let who = Outcome.Party(worker: "kiosk", screen: "home", element: .root)
    let kinds: [(Outcome.Kind, String?, String)] = [
      (.unchanged(.same), nil, "unchanged (same)  main 8412   home / list / exhibit?id=7"),
      (.unchanged(.atRoot), nil, "unchanged (atRoot)  main 8412   there is nothing to go back to"),
      (.rejected(.noHost), "no worker hosts 'x'", "rejected (noHost)  no worker hosts 'x'"),
      (.unhandled, "nobody handles 'show x'", "unhandled  nobody handles 'show x'"),
      (.conflict, nil, "conflict  main is at revision 8412, and @9 exhibit is on top"),
      (.superseded(by: other), nil, "superseded  by remote-…PQRS-7"),
      (.timedOut(phase: .handle, who: who), nil, "timedOut (handle)  @0 home (kiosk)"),
      (.failed(who: who, .died, code: nil), "its host died", "failed (died)  @0 home (kiosk): its host died"),
      (.failed(who: .coordinator, .restarted, code: nil), nil, "failed (restarted)  the coordinator"),
      (.vetoed(by: .coordinator, .noAnswer, code: "E7"), nil, "vetoed  by the coordinator: noAnswer [E7]"),
    ]
    for (kind, message, text) in kinds {
      let lines = Self.text(try Self.outcome(kind, message: message)).split(separator: "\n")
      #expect(lines[0].hasPrefix(text + "  "), "\(lines[0])")
      let isSame = kind == .unchanged(.same)
      #expect(lines.contains("  nothing changed: home / list / exhibit?id=7") == !isSame, "\(text)")
    }
  }

  @Test("Stepwise commands tell their revisions, and what has not appeared is said")
  func extras() throws {
    var outcome = try Self.outcome(.committed)
    outcome.revisions = [7, 8]
    outcome.appeared = false
    let text = Self.text(outcome)
    #expect(text.contains("\n  committed step by step: revisions 7, 8"))
    #expect(text.contains("\n  not every screen has appeared"))
  }
}
