// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

/// What the page `Destinations` promises, run on its destinations.
@Suite("The destinations of the documentation", .timeLimit(.minutes(20)))
struct DestinationExamples: DestinationSuite {
  struct Museum: Screen {
    static let name: ScreenName = "museum"
    typealias Holds = Container.Tabs
  }
  struct Wings: Screen {
    static let name: ScreenName = "wings"
    typealias Holds = Container.Split
  }
  struct Shop: Screen { static let name: ScreenName = "shop" }
  struct Help: Screen { static let name: ScreenName = "help" }

  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  func worker(@WorkerBuilder more: () -> WorkerParts = { WorkerParts {} }) -> ScreenWorker {
    let more = more()
    return ScreenWorker("museum", location: location) {
      Hosts(Museum.self) { _ in }.tabs(["floor": [List()], "shop": [Shop()]], selected: "shop")
      Hosts(Wings.self) { _ in }.split(["master": [], "detail": []])
      more
    }
  }

  /// The museum with the list in a tab that does not show.
  static let museum = StepAssembly(finder: .screen(Museum.self), factory: .screen(Museum.self))
    .using(.replaceRoot).from(.root)

  static let home = StepAssembly(finder: .screen(Home.self), factory: .screen(Home.self))
    .using(.replaceRoot).from(.root).assemble()

  static let help = StepAssembly(finder: .screen(Help.self).presented, factory: .screen(Help.self))
    .using(.push)
    .from(.stack).using(.present)
    .from(.current)
    .assemble()

  @Test("To a screen wherever it is, hidden tabs too; to the root; to a layer and back")
  func places() async throws {
    let list = StepAssembly(finder: .screen(List.self)).assemble()
    try await running(worker()) { _ in
      #expect(try await path(.route(to: Self.home)) == "home")
      #expect(try await navigator.attempt(.route(to: list)).kind == .rejected(.targetNotFound))
      #expect(try await path(.route(to: Self.museum)) == "museum{floor=list,*shop=shop}")
      #expect(try await path(.route(to: Self.help)) == "museum{floor=list,*shop=shop}/sheet:help")
      #expect(try await navigator.attempt(.route(to: Self.help)).kind == .unchanged(.same))
      #expect(try await path(.route(to: list)) == "museum{*floor=list,shop=shop}")
      try await navigator.route(to: Self.help)
      #expect(try await path(.backToPresenter) == "museum{*floor=list,shop=shop}")
      #expect(try await path(.route(to: Self.home)) == "home")
    }
  }

  @Test("Into a tab and on there, by its screen or its name; a container with its children")
  func tabs() async throws {
    let exhibit = StepAssembly(taking: Int.self, finder: .context("exhibit"), factory: .context("exhibit"))
      .using(.push)
      .from(StepAssembly(finder: .screen(List.self)).expectingContainer())
      .using(.nothing).from(Self.museum)
    let inShop = StepAssembly(finder: .screen(Help.self), factory: .screen(Help.self))
      .using(.push).from(Self.museum.branch("shop"))
    let prebuilt = StepAssembly(
      finder: .screen(Museum.self),
      factory: .container(Museum.self)
        .with(.stack.with(.screen(List(query: "all"))), using: .addTab(named: "floor"))
        .with(.screen(Shop.self), using: .addTab(named: "shop"))
        .selecting("shop")
    )
    .using(.replaceRoot).from(.root)
    try await running(worker()) { _ in
      try await navigator.replace(path: Home())
      #expect(try await path(.route(to: exhibit, context: 7)) == "museum{*floor=list/exhibit:7,shop=shop}")
      #expect(try await path(.route(to: inShop)) == "museum{floor=list/exhibit:7,*shop=shop/help}")
      try await navigator.replace(path: Home())
      #expect(try await path(.route(to: prebuilt)) == "museum{floor=list?query=all,*shop=shop}")
    }
  }

  @Test("A detail beside its list")
  func split() async throws {
    let wings = StepAssembly(finder: .screen(Wings.self), factory: .container(Wings.self))
      .using(.replaceRoot).from(.root)
    let detail = StepAssembly(Exhibit.self)
      .using(.pushToDetails)
      .from(StepAssembly(finder: .screen(List.self), factory: .screen(List.self)).expectingContainer())
      .using(.setAsMaster).from(wings)
    try await running(worker()) { _ in
      try await navigator.replace(path: Home())
      try await navigator.route(to: detail, context: Exhibit(id: 7))
      try await navigator.route(to: detail, context: Exhibit(id: 8))
      #expect(
        try await coordinator.path.description == "wings{master=list,*detail=exhibit?id=8&zoom=1}")
    }
  }

  @Test("A choice by what shows, else by what a worker says, else a stack of its own")
  func choice() async throws {
    let isMember = Mutex(false)
    let stack = SwitchAssembly<Container.Stack, AnyContext>()
      .addCase(expecting: .stack.looking(in: .currentVisibleOnly))
      .addCase(when: "members-only", from: .destination("club"))
      .assemble(default: StepAssembly(factory: .stack).using(.present).from(.current))
    let exhibit = StepAssembly(taking: Int.self, finder: nil, factory: .context("exhibit")).using(.push).from(stack)
    let worker = worker {
      Decides("members-only") { _ in isMember.withLock { $0 } }
      Leads(to: "club", by: StepAssembly(factory: .stack.with(.screen(Shop.self))).using(.replaceRoot).from(.root))
    }
    try await running(worker) { _ in
      try await navigator.replace(path: AnyScreen("museum", presentation: .sheet(allowsPush: false)))
      try await navigator.replaceBranches(of: .root, with: ["shop": []])
      #expect(try await path(.route(to: exhibit, context: 1)).hasSuffix("/sheet:exhibit:1"))
      #expect(try await path(.route(to: exhibit, context: 2)).hasSuffix("/sheet:exhibit:1/exhibit:2"))
      try await navigator.dismissSuccessor(of: .root)
      isMember.withLock { $0 = true }
      #expect(try await path(.route(to: exhibit, context: 3)) == "shop/exhibit:3")
    }
  }

  @Test("A request waits while screens appear, or gives up")
  func moving() async throws {
    let gate = Gate()
    let worker = worker {
      Hosts(Help.self) { screen in
        await gate.wait()
        screen.didAppear()
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Help())
      #expect(try await navigator.attempt(.route(to: Self.home.whileMoving(.abort))).kind == .busy)
      async let patient = navigator.attempt(.route(to: Self.home.whileMoving(.wait)))
      await gate.open()
      #expect(try await patient.kind == .committed)
    }
  }
}
