// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("Lists on a terminal") struct NarrowListTests {
  private static func worker(_ name: WorkerName, screens: Int) -> WorkerStatus {
    var worker = WorkerStatus(
      name, version: "1.4", state: .live, screens: (0..<screens).map { ScreenName(stringLiteral: "screen-\($0)") })
    (worker.pid, worker.uptime, worker.asks, worker.medianAnswer) = (4411, .seconds(180), 12, .milliseconds(1))
    return worker
  }

  private static func lines(_ workers: [WorkerStatus], _ width: TerminalWidth) -> [String] {
    WorkersText(workers, now: Date(), palette: Palette(isColoured: false, width: width)).lines.map(\.text)
  }

  @Test("Why a process was refused stands beneath the table")
  func refused() {
    var refused = WorkerStatus("kiosk2", state: .refused)
    refused.problem = "'exhibit' is hosted by worker 'exhibits' already"
    let lines = Self.lines([Self.worker("kiosk", screens: 1), refused], .unlimited)
    #expect(lines.count == 4 && lines[2].contains("kiosk2") && lines[2].contains("refused"), "\(lines)")
    #expect(lines.last == "kiosk2 was refused: 'exhibit' is hosted by worker 'exhibits' already")
  }

  @Test(
    "The screens of a worker are folded onto indented lines; in a pipe a worker has one line", arguments: [40, 60, 80])
  func workers(width: Int) {
    let workers = [Self.worker("kiosk", screens: 9), Self.worker("exhibits", screens: 1)]
    let lines = Self.lines(workers, TerminalWidth(columns: width))
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    #expect(Self.lines(workers, .unlimited).count == 3)
    guard width == 60 else { return }
    #expect(
      lines == [
        "WORKER    VERSION  STATE  PID   UP",
        "kiosk     1.4      live   4411  3 min",
        "  screens  screen-0 screen-1 screen-2 screen-3 screen-4",
        "           screen-5 screen-6 screen-7 screen-8",
        "  scenes   *",
        "  answers  asks 12, p50 1.0 ms, missed 0, late 0, deaths 0",
        "exhibits  1.4      live   4411  3 min",
        "  screens  screen-0",
        "  scenes   *",
        "  answers  asks 12, p50 1.0 ms, missed 0, late 0, deaths 0",
      ])
  }

  private static let scenes = [
    SceneStatus(
      "main", revision: 8412, majorRevision: 1, path: "main{floor=hall/photo,*shop=shelves/product?id=7}/sheet:help",
      unchangedFor: .seconds(41)),
    SceneStatus("gallery", revision: 3, majorRevision: 1, path: "home/list"),
  ]

  @Test("Scenes: no spaces in braces, and `-` where nothing has changed since the start")
  func scenes() {
    #expect(
      Scenes.lines(Self.scenes, palette: Palette(isColoured: false)).map(\.text) == [
        "SCENE    REV   UNCHANGED FOR  WAITING  PARKED  PATH",
        "main     8412  41 s           0        0       main{floor=hall/photo,*shop=shelves/product?id=7} / sheet:help",
        "gallery  3     -              0        0       home / list",
      ])
    #expect(
      Scenes.lines(Self.scenes, palette: Palette(isColoured: false, width: 80)).map(\.text) == [
        "SCENE    REV   UNCHANGED FOR  WAITING  PARKED  PATH",
        "main     8412  41 s           0        0       main{…,*shop=…} / sheet:help",
        "gallery  3     -              0        0       home / list",
      ])
  }

  @Test("On 60 columns a path that has no room gets a line of its own")
  func narrowScenes() {
    let lines = Scenes.lines(Self.scenes, palette: Palette(isColoured: false, width: 60)).map(\.text)
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines[2] == "    main{floor=…,*shop=shelves/product?id=7} / sheet:help")
  }

  @Test("The shares of users fit, as a table or in sentences", arguments: [40, 60, 80])
  func shares(width: Int) {
    var status = CoordinatorStatus(
      version: "1", epoch: 1, starts: 1, uptime: .zero, requiresHosts: true, isDurable: true)
    status.users = [CoordinatorStatus.UserShare(uid: 1000), CoordinatorStatus.UserShare(address: "00aabbccddeeff0011")]
    status.capacities.outcomeBytes = 64 << 20
    let text = SharesText(status: status, palette: Palette(isColoured: false, width: TerminalWidth(columns: width)))
    #expect(text.lines.allSatisfy { $0.count <= width }, "\(text.lines)")
    if width == 40 { #expect(text.lines.contains("  uid 1000: outcomes 0, bytes 0 B,")) }
  }
}
