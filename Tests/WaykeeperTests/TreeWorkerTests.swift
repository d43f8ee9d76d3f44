// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker's tree and links, and a coordinator", .timeLimit(.minutes(20)))
struct TreeWorkerTests {
  let coordinator: Sandbox
  let navigator: Navigator
  /// What closures of trees did, in order.
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  var location: CoordinatorLocation { .runtimeFolder(coordinator.folder) }

  /// A worker that shows every screen of these tests at once.
  func worker(_ name: WorkerName = "kiosk", @WorkerBuilder more: () -> WorkerParts) -> ScreenWorker {
    let more = more()
    return ScreenWorker(name, location: location) {
      for screen in ["home", "detail", "page", "login", "settings"] as [ScreenName] {
        Hosts(screen) { screen in
          screen.didAppear()
          for await _ in screen.contents {}
        }
      }
      more
    }
  }

  struct ShopTree: NavigationTree {
    let log: Recorder<String>
    var builder: some PathBuilder {
      Screen(Home.self, onAppear: { log.add("home appeared \($0)") }) {
        If { (detail: Detail) in
          if detail.detailID != "hidden" {
            Screen(Detail.self, onAppear: { _ in log.add("detail \(detail.detailID) appeared") }) {
              Screen(SettingsScreen.self)
                .onDismiss(of: SettingsScreen.self) { log.add("settings of \(detail.detailID) dismissed") }
            }
          }
        }
        .onDismiss { (detail: Detail) in log.add("detail \(detail.detailID) dismissed") }
        Screen { (page: Page) in page.title == "open" }
      }
    }
  }

  @Test("Closures decide in the worker, the shape in the coordinator")
  func decides() async throws {
    try await running(worker { Declares(ShopTree(log: log)) }) { _ in
      try await navigator.replace(path: Home(), Detail(detailID: "7"), SettingsScreen())
      try await navigator.replace(path: Home(), Page(title: "open"))
      let shut = try await navigator.attempt(.replace(path: Home(), Page(title: "shut")))
      #expect(shut.kind == .rejected(.notInTree) && shut.stop?.index == 1)
      #expect(shut.asked.map(\.answer) == [.declined])
      let hidden = try await navigator.attempt(.go(to: Detail(detailID: "hidden"), on: Home()))
      #expect(hidden.kind == .rejected(.notInTree))
      let static_ = try await navigator.attempt(.go(to: Login(), on: Home()))
      #expect(static_.kind == .rejected(.notInTree) && static_.asked.isEmpty)
      let misfit = try await navigator.attempt(.go(to: AnyScreen("page"), on: Home()))
      #expect(misfit.word == "failed" && misfit.message == "content of 'page': 'title' is missing", "\(misfit)")
    }
  }

  @Test("onAppear and onDismiss run in the worker, with what their closures saw")
  func events() async throws {
    try await running(worker { Declares(ShopTree(log: log)) }) { _ in
      try await navigator.replace(path: Home(), Detail(detailID: "7"), SettingsScreen())
      try await log.wait { $0.contains("detail 7 appeared") && $0.contains("home appeared true") }
      try await navigator.goBack(to: Detail(detailID: "7"))
      try await log.wait { $0.contains("settings of 7 dismissed") }
      try await navigator.goBack(to: Home())
      try await log.wait { $0.contains("detail 7 dismissed") && $0.contains("home appeared false") }
      // Not told: the screen beneath goes too.
      try await navigator.replace(path: Home(), Detail(detailID: "8"), SettingsScreen())
      try await navigator.goBack(to: Home())
      try await log.wait { $0.contains("detail 8 dismissed") }
      #expect(!log.all.contains("settings of 8 dismissed"))
    }
  }

  @Test("The next process of a worker finds what the last one declared, also what depends on content")
  func nextProcess() async throws {
    try await running(worker { Declares(ShopTree(log: log)) }) { _ in
      try await navigator.replace(path: Home(), Detail(detailID: "7"), SettingsScreen())
    }
    try await running(worker { Declares(ShopTree(log: log)) }) { _ in
      try await navigator.goBack(to: Detail(detailID: "7"))
      try await log.wait { $0.contains("settings of 7 dismissed") }
    }
  }

  struct SessionTree: NavigationTree {
    let isOpen: Bool
    var builder: some PathBuilder {
      Screen(Home.self) {
        if isOpen { Screen(Page.self).onDismiss { (_: Page) in } } else { Screen(Login.self) }
      }
    }
  }

  @Test("A worker declares anew, and what is sent afterwards finds it so")
  func update() async throws {
    let worker = worker { Declares(SessionTree(isOpen: false)) }
    try await running(worker) { reports in
      try await navigator.replace(path: Home(), Login())
      #expect(try await navigator.attempt(.replace(path: Home(), Page())).kind == .rejected(.notInTree))
      for isOpen in [true, false, true] {
        try worker.update {
          Hosts(Page.self) { $0.didAppear() }
          Declares(SessionTree(isOpen: isOpen))
        }
        try await worker.registered()
        try await navigator.replace(path: Home())
        let page = try await navigator.attempt(.replace(path: Home(), Page()))
        #expect(page.isAsAsked == isOpen, "\(page)")
      }
    }
    await #expect(throws: NavigatorError.self) { try await worker.registered() }
  }

  @Test("A part that another worker has is refused, and who waits for it hears so")
  func taken() async throws {
    try await running(worker { Declares("settings", PathBuilders.screen(SettingsScreen.self)) }) { _ in
      let other = ScreenWorker("other", location: location) { Hosts("map") { $0.didAppear() } }
      try await running(other) { _ in
        try other.update { Declares("settings") { PathBuilders.screen("map") } }
        let error = await #expect(throws: NavigatorError.self) { try await other.registered() }
        #expect(error?.code == .refused && error?.message.contains("settings") == true, "\(error?.message ?? "")")
      }
    }
  }

  @Test("Links lead where patterns say, then where code says, and nobody's link is unhandled")
  func links() async throws {
    let worker = worker {
      Declares(ShopTree(log: log))
      Matches(schemes: ["shop"], ["detail/{id}": "home/detail?detailID={id}"])
      Parses(schemes: ["shop"]) { link in
        link.components == ["today"] ? [Home(), Page(title: link["title"] ?? "open")] : nil
      }
    }
    try await running(worker) { _ in
      #expect(
        try await navigator.attempt(.open("shop://detail/vase")).get().elements.last?.screen
          == Detail(detailID: "vase").anyScreen
      )
      let today = try await navigator.attempt(.open("SHOP://today"))
      #expect(names(try today.get()) == ["home", "page"])
      #expect(today.asked.map(\.request) == ["open", "build"])
      // While the coordinator is young, what leads nowhere could still lead somewhere.
      await coordinator.advance(by: .seconds(11))
      #expect(try await navigator.attempt(.open("shop://today?title=shut")).kind == .rejected(.notInTree))
      #expect(try await navigator.attempt(.open("shop://nowhere")).kind == .unhandled)
      #expect(try await navigator.attempt(.open("shop://%")).kind == .rejected(.invalid))
    }
  }

  /// Whether somebody is signed in; a gate asks.
  final class Session: Sendable {
    private let state = Mutex(false)
    var isOpen: Bool {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  @Test("A link behind a login waits, login appears, and then the link is followed, once")
  func login() async throws {
    struct BankTree: NavigationTree {
      let session: Session
      var builder: some PathBuilder {
        Screen(Home.self) {
          Screen(Page.self).gated { _ in
            session.isOpen ? .allow : .redirect(.go(to: Login(), on: .root))
          }
          Screen(Login.self)
        }
      }
    }
    let session = Session()
    let worker = worker {
      Declares(BankTree(session: session))
      Matches(["bank://{title}": "home/page?title={title}"])
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Home())
      let (parked, isParked) = AsyncStream<CommandID>.makeStream()
      let gated = navigator.onParked { isParked.yield($0) }
      var ids = parked.makeAsyncIterator()
      let queued = try await gated.queue(.open("bank://savings"))
      #expect(await ids.next() == queued)
      _ = try await navigator.cancel(queued)
      async let followed = gated.attempt(.open("bank://cards"))
      let id = try #require(await ids.next())
      var states = PathObserver(at: location).states.makeAsyncIterator()
      while let state = await states.next(), names(state.path) != ["home", "login"] {}
      session.isOpen = true
      let other = try Navigator.connect(location, name: "login").timeout(.seconds(30))
      try await other.resume(id)
      let outcome = try await followed
      #expect(try outcome.get().description == "home/page?title=cards")
      #expect(outcome.asked.map(\.answer) == [.redirect, .allow])
    }
  }
}
