// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("Events on a terminal") struct NarrowEventTests {
  private static func path(_ text: String) throws -> Path {
    var number: UInt64 = 0
    func path(_ items: [PathItem]) -> Path {
      Path(
        items.map { item in
          number += 1
          let id = ElementID(number)
          let branches = item.branches.map { Branches.Branch($0.name, path: path($0.path)) }
          return Element(
            id: id, screen: item.screen,
            branches: item.selected.map { Branches(kind: .tabs, branches: branches, selected: $0) })
        })
    }
    return path(try PathItem.path(parsing: text))
  }

  private static func update(_ scene: SceneName, _ revision: Revision, _ text: String) throws -> PathEvent {
    let asked = Asked(request: "show list", screen: "home", element: .root, worker: "kiosk", answer: .push, ms: 1)
    let cause = Cause(
      kind: .command, verb: "show list", origin: Origin(name: "way", pid: 4411, uid: getuid()), asked: [asked])
    return .update(
      Update(
        scene: scene, epoch: 1, previousRevision: revision - 1, revision: revision, isMinor: false,
        previous: Path([]), current: PlacedPath(try path(text)), cause: cause))
  }

  private static let tabs = "main{floor=hall/photo,*shop=shelves/product?id=7}"

  /// The lines about updates of two scenes, the times left out.
  private static func lines(_ width: TerminalWidth) throws -> [String] {
    var text = EventText(palette: Palette(isColoured: false, width: width), scenes: ["main", "gallery"])
    let presence = Presence.Change(
      scene: "main", epoch: 1, number: 1, elements: [ElementID(1), ElementID(3)], presence: .leaving, worker: "kiosk",
      version: "1.4",
      restartingMs: 5000)
    let events = [
      try update("main", 2, tabs), try update("gallery", 13, "home/list"), .presence(presence),
      .gap("main", from: 4, to: 6),
    ]
    return events.flatMap { text.lines($0) }.map {
      String($0.text.replacing(/^\d\d:\d\d:\d\d\.\d\d\d/, with: "HH:MM:SS.mmm"))
    }
  }

  @Test("Every line fits", arguments: [40, 60, 80, 120, 160])
  func fits(width: Int) throws {
    let lines = try Self.lines(TerminalWidth(columns: width))
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
  }

  @Test("On 60 columns the cause stands beneath, and time, revision, scene and path have their places")
  func sixty() throws {
    let lines = try Self.lines(60)
    #expect(
      lines == [
        "HH:MM:SS.mmm  +  2          main     main{…,*shop=…/product}",
        "                 show list · @0 home handled (kiosk) · way",
        "                 (pid 4411)",
        "HH:MM:SS.mmm  +  13         gallery  home / list",
        "                 show list · @0 home handled (kiosk) · way",
        "                 (pid 4411)",
        "HH:MM:SS.mmm     presence   main     @1 main, @3 photo",
        "                                     leaving",
        "                 kiosk 1.4 restarts (at most 5 s)",
        "HH:MM:SS.mmm  !  gap        main     revisions 5 to 6 were",
        "                                     missed; what follows",
        "                                     shows where they led",
      ])
  }

  @Test("On a wide terminal a cause stands in its column or beneath, never elsewhere")
  func wide() throws {
    let cause = "show list · @0 home handled (kiosk) · way (pid 4411)"
    #expect(
      try Self.lines(160).prefix(3) == [
        "HH:MM:SS.mmm  +  2          main     \(Self.tabs)",
        "                 \(cause)",
        "HH:MM:SS.mmm  +  13         gallery  \("home / list".padded(to: 44))  \(cause)",
      ])
  }

  @Test("In a pipe each event has one line, and all of it")
  func piped() throws {
    let lines = try Self.lines(.unlimited)
    #expect(lines.count == 4)
    #expect(lines[0].contains("  main     \(Self.tabs)  show list · "))
  }
}
