// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("Events as people read them") struct EventTextTests {
  private static let zone = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 0))

  /// So many ms after midnight, wherever this runs.
  private static func at(_ ms: Int) -> Date { Date(timeIntervalSince1970: Double(ms) / 1000 - Double(zone)) }

  private static func path(_ names: ScreenName...) -> Path {
    Path(names.enumerated().map { Element(id: ElementID(UInt64($0)), screen: AnyScreen($1)) })
  }

  private static func state(_ revision: Revision, _ path: Path, scene: SceneName = "main") -> PathEvent {
    .state(SceneState(scene: scene, epoch: 1, revision: revision, presenceNumber: 0, path: PlacedPath(path)))
  }

  private static func update(_ revision: Revision, _ before: Path, _ after: Path, isMinor: Bool = false) -> PathEvent {
    let asked = Asked(request: "show list", screen: "home", element: .root, worker: "kiosk", answer: .push, ms: 1)
    let cause = Cause(
      kind: isMinor ? .appeared : .command, verb: isMinor ? "appeared" : "show list",
      origin: isMinor ? .coordinator : Origin(name: "way", pid: 4411, uid: getuid()), asked: isMinor ? [] : [asked])
    return .update(
      Update(
        scene: "main", epoch: 1, previousRevision: revision - 1, revision: revision, isMinor: isMinor,
        previous: before, current: PlacedPath(after), cause: cause))
  }

  private static func presence(_ presence: Presence, version: String, restartingMs: Int64? = nil) -> PathEvent {
    .presence(
      Presence.Change(
        scene: "main", epoch: 1, number: 1, elements: [.root], presence: presence, worker: "kiosk", version: version,
        restartingMs: restartingMs))
  }

  @Test("A watch tells where a scene is, what changes, and why, in columns")
  func watch() {
    var text = EventText(palette: Palette(isColoured: false), today: Self.at(0))
    let (home, list) = (Self.path("home"), Self.path("home", "list"))
    let events: [(PathEvent, Int)] = [
      (Self.state(1, home), 0), (Self.update(2, home, list), 1_114), (Self.update(3, list, list, isMinor: true), 1_200),
      (Self.presence(.leaving, version: "1.4", restartingMs: 5000), 2_000),
      (Self.presence(.attended, version: "1.5"), 2_416), (Self.update(4, list, home), 3_000),
      (.gap("main", from: 4, to: 6), 3_500), (Self.state(6, home), 3_500), (.epoch(from: 1, to: 2), 4_000),
      (Self.state(6, home), 4_000), (.disconnected, 9_000),
    ]
    let why = "show list · @0 home handled (kiosk) · way (pid 4411)"
    #expect(
      events.flatMap { text.lines($0, at: Self.at($1)) } == [
        "main 1                      home",
        "00:00:01.114  +  2          home / list                                   \(why)",
        "00:00:02.000     presence   @0 home         leaving                       kiosk 1.4 restarts (at most 5 s)",
        "00:00:02.416     presence   @0 home         attended                      kiosk 1.5, shown again in 416 ms",
        "00:00:03.000  -  4          home                                          \(why)",
        "00:00:03.500  !  gap        revisions 5 to 6 were missed; what follows shows where they led",
        "00:00:03.500  =  6          home                                          this is what shows now",
        "00:00:04.000  !  epoch      the coordinator restarted",
        "00:00:04.000  =  6          home                                          nothing missed",
        "00:00:09.000  !  silent     no coordinator is heard; what is shown may be old",
      ])
  }

  @Test("One revision that was missed is one, and a scene that was lost shows nothing")
  func lost() {
    var text = EventText(palette: Palette(isColoured: false), today: Self.at(0))
    _ = text.lines(Self.state(5, Self.path("home")), at: Self.at(0))
    let gap = text.lines(.gap("main", from: 5, to: 6), at: Self.at(0)).map(\.text)
    #expect(gap == ["00:00:00.000  !  gap        revision 6 was missed; what follows shows where it led"])
    let lost = text.lines(Self.state(0, Path([])), at: Self.at(0)).map(\.text)
    #expect(lost.count == 1 && lost[0].hasPrefix("00:00:00.000  =  0  "), "\(lost)")
    #expect(lost[0].hasSuffix("  nothing shows now"), "\(lost)")
  }

  @Test("How long a screen was away is not told over a restart, outside the tree, or of another one in its place")
  func notAway() {
    var text = EventText(palette: Palette(isColoured: false), today: Self.at(0))
    _ = text.lines(Self.state(1, Self.path("home")), at: Self.at(0))
    func back(after events: PathEvent...) -> String {
      for event in events { _ = text.lines(event, at: Self.at(1_000)) }
      return text.lines(Self.presence(.attended, version: "1.5"), at: Self.at(2_000)).map(\.text).joined()
    }
    let left = Self.presence(.unattended, version: "1.4")
    #expect(back(after: left).hasSuffix("kiosk 1.5, shown again in 1000 ms"))
    #expect(back(after: left, .epoch(from: 1, to: 2)).hasSuffix("kiosk 1.5"))
    #expect(back(after: left, Self.presence(.notInTree, version: "1.4")).hasSuffix("kiosk 1.5"))
    #expect(back(after: left, Self.update(2, Self.path("home"), Self.path("map"))).hasSuffix("kiosk 1.5"))
  }

  @Test("Revisions that the journal does not hold are told in front of the commit behind them")
  func missing() {
    var text = EventText(palette: Palette(isColoured: false), today: Self.at(0))
    let commit = PastCommit(
      scene: "main", revision: 8, majorRevision: 8, epoch: 1, path: Self.path("home"),
      cause: Cause(kind: .command, verb: "back", origin: .coordinator),
      timeSince1970: .milliseconds(Int64(Self.at(0).timeIntervalSince1970 * 1000)), row: 8)
    let lines = text.lines(missing: 4...7, before: commit) + text.lines(missing: 7...7, before: commit)
    #expect(
      lines.map(\.text) == [
        "00:00:00.000  !  gap        revisions 4 to 7 are not in the journal",
        "00:00:00.000  !  gap        revision 7 is not in the journal",
      ])
  }

  @Test("Guards that were asked and said nothing are named")
  func passedOver() {
    func asked(_ answer: Asked.Answer, _ request: String = "leave") -> Asked {
      Asked(request: request, screen: "exhibit", element: ElementID(2), worker: "exhibits", answer: answer, ms: 500)
    }
    let words = EventText.passedOver([asked(.noAnswer), asked(.allow), asked(.skipped), asked(.noAnswer, "show list")])
    #expect(words == " · guard @2 exhibit: no answer · guard @2 exhibit: not asked")
  }

  @Test("Minor commits are told on request, and scenes are named as soon as there are two")
  func all() {
    var text = EventText(palette: Palette(isColoured: false), showsMinor: true, today: Self.at(0))
    let home = Self.path("home")
    _ = text.lines(Self.state(1, home), at: Self.at(0))
    let minor = text.lines(Self.update(2, home, home, isMinor: true), at: Self.at(0))
    #expect(minor == ["00:00:00.000     2          home                                          appeared"])
    let title = text.lines(Self.state(1, home, scene: "cluster"), at: Self.at(0))
    #expect(title == ["cluster 1                            home"], "the path stands above those of the lines")
    let named = text.lines(Self.update(3, home, home, isMinor: true), at: Self.at(0))
    #expect(named == ["00:00:00.000     3          main     home                                          appeared"])
  }

  @Test("What stands behind the revision, or a word in its place, begins at one column, also behind the longest word")
  func columns() {
    for word in ["1", "unhandled", "superseded", "123456789"] {
      let line = EventLine(time: Date(timeIntervalSince1970: 0), word: word, scene: "side", subject: "show list")
      let palette = Palette(isColoured: false)
      for (width, what) in [(0, "show list"), (6, "side  show list")] {
        let text = line.lines(palette, sceneWidth: width)[0].text
        #expect(text.dropFirst(EventLine.sceneColumn) == what, "\(text)")
      }
    }
  }

}
