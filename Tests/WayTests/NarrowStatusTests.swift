// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("The status on a terminal") struct NarrowStatusTests {
  private static let branches = Branches(
    kind: .tabs,
    branches: [
      Branches.Branch("dock", path: Path([element(1, "media")])),
      Branches.Branch("floor", path: Path([element(2, "hall"), element(3, "photo")])),
      Branches.Branch("shop", path: Path([element(4, "shelves"), element(5, "product")])),
    ], selected: "shop", alwaysShown: ["dock"])

  private static func element(_ id: UInt64, _ name: ScreenName) -> Element {
    Element(id: ElementID(id), screen: AnyScreen(name), hasAppeared: true)
  }

  private static func state(_ scene: SceneName) -> SceneState {
    let path = Path([Element(id: .root, screen: AnyScreen("main"), branches: branches)])
    return SceneState(
      scene: scene, epoch: 1, revision: 12, presenceNumber: 0,
      path: PlacedPath(path, hosts: [ElementID(5): Host(.attended, worker: "worker-0")]))
  }

  private static func refused(_ scene: SceneName, _ verb: String, _ message: String) throws
    -> CoordinatorStatus.NotAsAsked
  {
    var command = CoordinatorStatus.NotAsAsked(try #require(CommandID("test")), in: scene)
    (command.verb, command.outcome, command.reason, command.message) = (verb, "rejected", "noHost", message)
    (command.origin, command.pid, command.ago) = ("way", 4411, .seconds(130))
    return command
  }

  /// A status in which this command alone did not end as asked.
  private static func lines(about command: CoordinatorStatus.NotAsAsked) -> [String] {
    var status = CoordinatorStatus(
      version: "0.1.0", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
    status.notAsAsked = [command]
    return StatusText(
      status: status, states: [], folder: "/run", now: Date(), palette: Palette(isColoured: false)
    ).lines.map(\.text)
  }

  private static func lines(
    _ scenes: [SceneName], scene: SceneName? = nil, unchangedFor: Duration? = .seconds(3),
    width: TerminalWidth = .unlimited
  ) throws -> [String] {
    var status = CoordinatorStatus(
      version: "0.1.0", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
    status.scenes = scenes.map {
      SceneStatus($0, revision: 12, majorRevision: 12, path: "", unchangedFor: unchangedFor)
    }
    status.workers = (0..<7).map { WorkerStatus(WorkerName(stringLiteral: "worker-\($0)"), state: .live) }
    status.notAsAsked = [
      try refused("main", "show exhibt", "no worker hosts 'exhibt'. Did you mean 'exhibit'?"),
      try refused("gallery", "show map", "no worker hosts 'map'"),
    ]
    status.users = [CoordinatorStatus.UserShare(uid: 1000)]
    status.service = CoordinatorStatus.Service(
      pid: 1, runtimeFolder: "/run/waykeeper", stateFolder: nil, observers: [], journal: .none,
      sockets: CoordinatorStatus.Sockets())
    let states = scenes.filter { scene == nil || $0 == scene }.map(state)
    return StatusText(
      status: status, states: states, folder: "/run/user/1000/waykeeper", now: Date(), scene: scene,
      palette: Palette(isColoured: false, width: width)
    ).lines.map(\.text)
  }

  @Test("Every line fits, and in a pipe nothing is cut", arguments: [40, 60, 80])
  func fits(width: Int) throws {
    let lines = try Self.lines(["main", "gallery"], width: TerminalWidth(columns: width))
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines.filter { $0.count > width })")
    let piped = try Self.lines(["main", "gallery"])
    #expect(piped.contains { $0.hasSuffix("main{dock=media,floor=hall/photo,*shop=shelves/product}") })
    #expect(!piped.contains { $0.contains("…") })
  }

  @Test("In a pipe a path of many octets is whole as long as its letters are few", arguments: [300, 500])
  func letters(count: Int) {
    let status = CoordinatorStatus(
      version: "0.1.0", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
    let content = JSONValue.object([("text", .string(String(repeating: "\u{753b}", count: count)))])
    let path = Path([Element(id: .root, screen: AnyScreen("page", content: content))])
    let state = SceneState(scene: "main", epoch: 1, revision: 12, presenceNumber: 0, path: PlacedPath(path))
    let lines = StatusText(
      status: status, states: [state], folder: "/run", now: Date(), palette: Palette(isColoured: false)
    ).lines.map(\.text)
    #expect(lines.contains { $0.contains("letters more: way path --scene main)") } == (count == 500), "\(lines)")
  }

  @Test("On 60 columns paths are shortened, and the elements stand to the left")
  func sixty() throws {
    let lines = try Self.lines(["main"], width: 60)
    #expect(
      lines.prefix(12) == [
        "Waykeeper 0.1.0   up 1 min   start 1",
        "  /run/user/1000/waykeeper   journal none",
        "",
        "main   rev 12       main{dock=media,floor=…,*shop=…/product}",
        "    @0 main             nobody hosts it   tabs",
        "     dock  @1 media     nobody hosts it   always shown",
        "     floor @2 hall      nobody hosts it   hidden",
        "           @3 photo     nobody hosts it   hidden",
        "    *shop  @4 shelves   nobody hosts it",
        "  ●        @5 product   worker-0          visible for 3 s",
        "",
        "workers   worker-0 · worker-1 · worker-2 · worker-3 ·",
      ])
  }

  @Test("What did not end as asked says in which scene, unless there is only one to tell of")
  func lately() throws {
    func told(_ scenes: [SceneName], _ scene: SceneName? = nil) throws -> [String] {
      let lines = try Self.lines(scenes, scene: scene)
      let start = try #require(lines.firstIndex(of: "did not end as asked, the newest last"))
      return lines[(start + 1)...].map { String($0.replacing(/\d\d:\d\d:\d\d/, with: "T").prefix(26)) }
    }
    let (all, one) = (try told(["main", "gallery"]), try told(["main", "gallery"], "gallery"))
    #expect(all == ["  main     T  show exhibt ", "  gallery  T  show map    "])
    #expect(one == ["  T  show map  rejected (n"])
    #expect(
      try Self.lines(["main", "other"], scene: "other").contains("did not end as asked, the newest last") == false)
  }

  @Test(
    "Where nobody handled a verb the screens that were asked are told, and no name that was only asked for",
    arguments: [
      (["staff"], "nobody handles it"), (["list", "staff"], "list does not handle it"),
      (["list", "home", "staff"], "none of list, home handles it"),
    ] as [([ScreenName], String)])
  func unhandled(_ asked: [ScreenName], _ words: String) throws {
    var command = try Self.refused("main", "show staff", "nobody handles it")
    (command.outcome, command.reason, command.asked) = ("unhandled", nil, asked)
    let lines = Self.lines(about: command)
    #expect(lines.last?.hasSuffix("  show staff  unhandled  \(words)  way (pid 4411), 2 min ago") == true, "\(lines)")
  }

  @Test(
    "Who did not answer, died or failed is told so, and not to handle nothing",
    arguments: [
      ("unhandled", [.noAnswer, .declined], "list did not answer"),
      ("unhandled", [.died, .failed], "list is gone, home failed"),
      ("failed", [.declined, .failed], "home failed"),
      ("unhandled", [.declined, .declined], "none of list, home handles it"),
    ] as [(String, [Asked.Answer], String)])
  func troubles(outcome: String, answers: [Asked.Answer], words: String) throws {
    var command = try Self.refused("main", "show staff", "")
    (command.outcome, command.reason, command.asked, command.answers) = (outcome, nil, ["list", "home"], answers)
    let lines = Self.lines(about: command)
    #expect(lines.contains { $0.contains("  \(words)  ") }, "\(lines)")
  }

  @Test("Where the table has no room, who asked and why it failed stand beneath")
  func narrowLately() throws {
    let lines = try Self.lines(["main", "gallery"], width: 60).map { $0.replacing(/\d\d:\d\d:\d\d/, with: "HH:MM:SS") }
    #expect(
      lines.suffix(6) == [
        "did not end as asked, the newest last",
        "  main     HH:MM:SS  show exhibt  rejected (noHost)",
        "      no worker hosts 'exhibt'. Did you mean 'exhibit'? ·",
        "      way (pid 4411), 2 min ago",
        "  gallery  HH:MM:SS  show map     rejected (noHost)",
        "      no worker hosts 'map' · way (pid 4411), 2 min ago",
      ])
  }

  @Test("Since when a restored scene has been so is not known, and not told")
  func restored() throws {
    #expect(
      try Self.lines(["main"], unchangedFor: nil).contains { $0.hasSuffix("@5 product   worker-0          visible") })
    #expect(try Self.lines(["main"], unchangedFor: .zero).contains { $0.hasSuffix("visible for 0 s") })
  }

  @Test("A container says how its branches show")
  func containers() {
    var branches = Self.branches
    branches.kind = .split
    branches.keepsSelection = true
    let outer = Branches(
      kind: .tabs,
      branches: [
        Branches.Branch("a", path: Path([Element(id: ElementID(9), screen: AnyScreen("in"), branches: branches)])),
        Branches.Branch("b"),
      ], selected: "b")
    let path = Path([Element(id: .root, screen: AnyScreen("out"), branches: outer)])
    #expect(
      ElementTree.rows(of: path).map(\.words)
        == [["tabs"], ["split", "keeps its selection", "hidden"]] + [[String]](repeating: ["hidden"], count: 5))
  }
}
