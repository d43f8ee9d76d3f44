// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("Explanations as people read them") struct WhyTextTests {
  /// A moment of 2026-11-22, wherever this runs.
  private static func at(_ text: String) throws -> Date {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
    return try #require(formatter.date(from: "2026-11-22 \(text)"))
  }

  private static let names: [ScreenName] = ["home", "list", "exhibit"]

  private static func commit(
    _ revision: Revision, _ time: String, _ count: Int, kind: Cause.Kind = .command, appeared: Bool = false
  ) throws -> PastCommit {
    let elements = names.prefix(count).enumerated().map {
      Element(id: ElementID(UInt64($0)), screen: AnyScreen($1), hasAppeared: appeared)
    }
    let asked = Asked(
      request: "show exhibit", screen: "list", element: ElementID(1), worker: "kiosk", answer: .push, ms: 0.4)
    return PastCommit(
      scene: "main", revision: revision, majorRevision: revision, epoch: 1, path: Path(elements),
      cause: Cause(
        kind: kind, command: kind == .command ? CommandID("tap-8") : nil, verb: "show exhibit",
        origin: Origin(name: "kiosk", pid: 640, uid: getuid()), asked: kind == .command ? [asked] : []),
      timeSince1970: .milliseconds(Int64(try at(time).timeIntervalSince1970 * 1000)), row: revision)
  }

  private static func command(_ id: String, _ kind: Outcome.Kind, _ time: String, message: String? = nil) throws
    -> PastCommand
  {
    PastCommand(
      Outcome(
        id: try #require(CommandID(id)), kind: kind, message: message, scene: "main", epoch: 1, revision: 8412,
        path: PlacedPath(Path([])), ms: 2.3),
      verb: kind == .committed ? "show exhibit" : "back", because: kind == .committed ? "home button" : nil,
      origin: Origin(name: "kiosk", pid: 640, uid: getuid()),
      timeSince1970: .milliseconds(Int64(try at(time).timeIntervalSince1970 * 1000)))
  }

  private static func explanation() throws -> Explanation {
    let commit = try commit(8412, "14:02:29.312", 3)
    var explanation = Explanation(subject: .top(at: nil), scene: "main")
    (explanation.commit, explanation.before, explanation.element) = (
      commit, try Self.commit(8411, "14:02:20.000", 2), commit.tip
    )
    explanation.command = try command("tap-8", .committed, "14:02:29.312")
    explanation.appeared = try Self.commit(8413, "14:02:29.399", 3, appeared: true)
    let veto = Outcome.Kind.vetoed(
      by: .init(worker: "exhibits", screen: "exhibit", element: ElementID(2)), .guard, code: nil)
    explanation.tried.commands = try ["14:02:51.000", "14:02:52.100", "14:02:53.000"].map {
      try command("back-\($0)", veto, $0, message: "unsaved notes")
    }
    return explanation
  }

  private static func lines(_ explanation: Explanation, _ width: TerminalWidth = .unlimited, day: Double = 0) throws
    -> [String]
  {
    let palette = Palette(isColoured: false, width: width)
    return WhyText(explanation, palette: palette, now: try at("15:00:00.000").addingTimeInterval(day * 86_400)).lines
      .map(\.text)
  }

  @Test("Of commands that run all that an ending fits are found, and one alone by its whole id")
  func runningByEnding() throws {
    var present = Present()
    for (scene, id) in [("main", "kiosk-nightly"), ("wall", "wall-nightly"), ("hall", "nightly")] {
      present.running[SceneName(stringLiteral: scene)] = Present.Running(
        id: try #require(CommandID(id)), what: SceneStatus.UnderWay(verb: "show list", origin: "way", elapsed: .zero))
    }
    func found(_ text: String) -> [String] { present.unended(endingIn: text).map(\.id.description) }
    #expect(found("-nightly") == ["kiosk-nightly", "wall-nightly"])
    #expect(found("nightly") == ["nightly"])
    #expect(found("daily").isEmpty)
  }

  @Test("The client of a command that runs names it where it is the client's first")
  func runningByClient() throws {
    let clients = ["tap", "walk"].map { CommandID.client(name: $0, randomBits: 7, 7) }
    var present = Present()
    for (scene, id) in [("main", clients[0] + "-1"), ("wall", clients[1] + "-2")] {
      present.running[SceneName(stringLiteral: scene)] = Present.Running(
        id: try #require(CommandID(id)), what: SceneStatus.UnderWay(verb: "show list", origin: "way", elapsed: .zero))
    }
    #expect(present.unended(endingIn: clients[0]).map(\.id.description) == [clients[0] + "-1"])
    #expect(present.unended(endingIn: clients[1]).isEmpty)
  }

  @Test("who sent what, from where, who was asked, when it appeared, and what was tried since")
  func top() throws {
    #expect(
      try Self.lines(Self.explanation()) == [
        "exhibit is on top of main because", "",
        "  14:02:29.310  kiosk (pid 640) sent  show exhibit \"home button\"           tap-8",
        "                the path then was     home / list",
        "  asked         @1 list (kiosk)       show exhibit → push                 0.4 ms",
        "  committed     revision 8412         durable                             2.3 ms",
        "  appeared      revision 8413         87 ms later", "", "since then, tried and not done",
        "  14:02:51.000  back  vetoed by @2 exhibit (exhibits): unsaved notes  kiosk (pid 640), 3 times in 2 s",
      ])
  }

  @Test("On another day times have a date") func dates() throws {
    let lines = try Self.lines(Self.explanation(), day: 1)
    #expect(
      lines[2].contains("2026-11-22 14:02:29.310") && lines.last?.contains("2026-11-22 14:02:51.000") == true,
      "\(lines)")
  }

  @Test("Every line fits", arguments: [40, 60, 80, 120]) func narrow(width: Int) throws {
    var explanation = try Self.explanation()
    explanation.unknown = .before(8412)
    explanation.came = try Self.commit(8000, "09:00:00.000", 2)
    for day in [0.0, 1] {
      let lines = try Self.lines(explanation, TerminalWidth(columns: width), day: day)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines.joined(separator: "\n"))")
    }
  }

  @Test(
    "What the journal does not hold is said plainly",
    arguments: [
      (.before(8412), "keeps nothing of main from before revision 8412"),
      (.gap(8400, 8411), "revisions 8400 to 8411 are not in"),
      (.gap(8411, 8411), "revision 8411 is not in the journal"), (.tooFar(6412), "way history --until 6412"),
    ] as [(Explanation.Unknown, String)])
  func unknown(_ unknown: Explanation.Unknown, text: String) throws {
    var explanation = try Self.explanation()
    explanation.unknown = unknown
    #expect(try Self.lines(explanation).contains { $0.contains(text) })
  }

  @Test("What no command brought says what did") func causes() throws {
    for (kind, words) in [
      (.start, "the scene's start"), (.death, "after a worker's death"), (.tree, "the tree changed"),
      (.idle, "nobody did anything"),
      (.redirect, "a gate redirected to"),
    ] as [(Cause.Kind, String)] {
      var explanation = try Self.explanation()
      (explanation.commit, explanation.command) = (try Self.commit(8412, "14:02:29.312", 3, kind: kind), nil)
      #expect(try Self.lines(explanation)[2].contains(words))
    }
  }

  /// What the coordinator does by itself, as its cause stands in the journal.
  private static func own(_ kind: Cause.Kind, _ reason: String) throws -> PastCommit {
    var commit = try Self.commit(8412, "14:02:29.312", 3, kind: kind)
    (commit.cause.origin, commit.cause.because, commit.cause.verb) = (.coordinator, reason, "replace home")
    return commit
  }

  @Test(
    "What the coordinator did by itself names the worker or the rule, in why, watch and history",
    arguments: [
      (.death, "worker 'exhibits' (pid 4411) died and is quarantined (crash loop: 5 deaths within 1m)"),
      (.idle, "the idle rule, after 2m"), (.redirect, "kiosk redirects 'show account' of way"),
    ] as [(Cause.Kind, String)])
  func reasons(_ kind: Cause.Kind, _ reason: String) throws {
    var explanation = try Self.explanation()
    let commit = try Self.own(kind, reason)
    (explanation.commit, explanation.command) = (commit, nil)
    let lines = try Self.lines(explanation)
    let kinds: [Cause.Kind: String] = [
      .death: "for want of a worker", .idle: "nobody did anything", .redirect: "a gate redirected to",
    ]
    #expect(lines[2].hasSuffix("\(kinds[kind] ?? "")  replace home"), "\(lines)")
    #expect(lines[3].trimmingCharacters(in: .whitespaces) == reason, "\(lines)")
    #expect(EventText.text(commit.cause) == "\(reason): replace home")
    for width in [40, 60, 80] {
      let lines = try Self.lines(explanation, TerminalWidth(columns: width))
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines.joined(separator: "\n"))")
    }
    var command = try Self.command("waykeeperd-1", .committed, "14:02:29.312")
    (command.origin, command.because, command.verb) = (.coordinator, reason, "replace home")
    var text = HistoryText(palette: Palette(isColoured: false), today: try Self.at("15:00:00.000"))
    #expect(text.lines(.command(command)).last?.text.contains("replace home · waykeeperd: \(reason) · ") == true)
  }

  @Test("A start that left the route out is told in lines that fit, and what stood does not stand")
  func unrestored() throws {
    var explanation = try Explanation(
      subject: .top(at: nil), scene: "main", before: Self.commit(8411, "14:02:20.000", 2),
      unrestored: .init(date: Self.at("14:30:00.000"), reason: "without that route"))
    #expect(
      try Self.lines(explanation) == [
        "nothing shows in main because", "", "  14:30:00.000  the coordinator started  without that route",
        "                the path then was        home / list",
      ])
    explanation = try Self.explanation()
    explanation.subject = .element(ElementID(2))
    explanation.unrestored = try .init(date: Self.at("14:30:00.000"), reason: "without that route")
    let lines = try Self.lines(explanation)
    #expect(lines[0] == "@2 exhibit stood in main because")
    #expect(
      lines.contains { $0.hasPrefix("  gone          14:30:00") && $0.hasSuffix("started without that route") },
      "\(lines)")
    for width in [40, 60, 80] {
      #expect(try Self.lines(explanation, TerminalWidth(columns: width)).allSatisfy { $0.count <= width })
    }
  }

  @Test("A revision in full fits", arguments: [40, 60, 80])
  func revision(width: Int) throws {
    let palette = Palette(isColoured: false, width: TerminalWidth(columns: width))
    let lines = RevisionText(try Self.commit(8412, "14:02:29.312", 3), palette: palette).lines.map(\.text)
    #expect(lines.allSatisfy { $0.count <= width } && lines[0].hasPrefix("main 8412   2026-11-22"), "\(lines)")
  }

  @Test("A walk that is under way was sent before its step; of one that a restart ended nobody knows when")
  func sent() throws {
    var explanation = try Self.explanation()
    explanation.command = nil
    explanation.running = Present.Running(
      id: try #require(CommandID("tap-8")), what: .init(verb: "drive", origin: "kiosk", elapsed: .seconds(3600)))
    #expect(try Self.lines(explanation)[2].hasPrefix("  14:00:00.000  kiosk (pid 640) sent"))
    // The cause of a redirect names the parked command, which may run by now.
    explanation.commit?.cause.kind = .redirect
    #expect(try Self.lines(explanation)[2].hasPrefix("  14:02:29.312  a gate redirected to"))
    explanation.commit?.cause.kind = .command
    explanation.running = nil
    for message in [nil, "the coordinator restarted"] {
      if let message { explanation.command = try Self.command("tap-8", .committed, "14:30:00.000", message: message) }
      let lines = try Self.lines(explanation)
      #expect(lines[2].hasPrefix("             kiosk (pid 640) sent"), "\(lines)")
      let committed = try #require(lines.first { $0.contains("revision 8412") }, "\(lines)")
      #expect(committed.contains("at 14:02:29.312") && !committed.hasSuffix("ms"))
    }
  }

  @Test("What waits, and what is parked, is told behind what runs, in lines that fit", arguments: [60, 80])
  func held(width: Int) throws {
    var explanation = try Self.explanation()
    let id = try #require(CommandID("way-31"))
    var link = SceneStatus.Held(
      id, verb: "open museum://exhibit/9", origin: "way", pid: 7, elapsed: .seconds(3), remaining: .seconds(7))
    link.reason = "no worker reads museum links"
    var parked = link
    (parked.isParked, parked.reason) = (true, "arm wants something else first")
    explanation.held = [link, parked]
    let lines = try Self.lines(explanation)
    #expect(
      lines.suffix(2) == [
        "waiting: 'open museum://exhibit/9' of way (pid 7), sent 3 s ago, for 7 s at most: no worker reads museum links · way-31",
        "parked: 'open museum://exhibit/9' of way (pid 7), sent 3 s ago, for 7 s at most: arm wants something else first · way-31",
      ], "\(lines)")
    #expect(try Self.lines(explanation, TerminalWidth(columns: width)).allSatisfy { $0.count <= width })
  }

  @Test("A worker that there is not was asked nothing, and the words say so")
  func nobody() throws {
    var explanation = try Self.explanation()
    explanation.commit = nil
    explanation.command?.outcome.kind = .unhandled
    explanation.command?.outcome.asked = [
      Asked(request: "show map", screen: "list", element: ElementID(1), worker: "kiosk", answer: .declined, ms: 0.4),
      Asked(request: "install map", screen: "map", element: nil, worker: nil, answer: .unregistered, ms: 0),
      Asked(request: "show map", screen: "home", element: .root, worker: nil, answer: .unregistered, ms: 0),
    ]
    let lines = try Self.lines(explanation).map { $0.replacing(/[ ]{2,}/, with: "  ") }
    #expect(lines.contains("  asked  @1 list (kiosk)  show map → declined  0.4 ms"), "\(lines)")
    #expect(lines.contains("  a worker that installs 'map'  there is none"), "\(lines)")
    #expect(lines.contains("  @0 home  no worker is registered for it"), "\(lines)")
    let outcome = try #require(explanation.command?.outcome)
    let trace = OutcomeText(outcome: outcome, palette: Palette(isColoured: false), typed: nil).traceLines.map(\.text)
    #expect(trace[1].contains("a worker that installs 'map'") && trace[1].contains("there is none"), "\(trace)")
    #expect(!trace.joined().contains("nobody"), "\(trace)")
  }
}
