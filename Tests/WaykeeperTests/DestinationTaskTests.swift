// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("What workers do for destinations", .timeLimit(.minutes(20)))
struct DestinationTaskTests: DestinationSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  typealias Product = Museum.Product

  @Test("The host of a screen says whether it is the one, and takes the context")
  func hosts() async throws {
    let product = StepAssembly(
      taking: Int.self, finder: .asked("shows", of: Product.self), factory: .screen(Product.self)
    )
    .adding(contextTask: .asked("open")).using(.push).from(Museum.shelves)
    let worker = museum {
      Hosts(Product.self) { _ in }
        .finding("shows") { ask, product in try product.content.id == ask.context(as: Int.self) }
        .onContext("open") { ask in
          let id = try ask.context(as: Int.self)
          #expect(ask.context == .integer(Int64(id)))
          log.add("open \(id) in \(ask.screen.content)")
          return id == 9 ? nil : Product(id: id)
        }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Museum.Main())
      #expect(
        try await path(.route(to: product, context: 7)) == "main{*floor=shelves/product?id=7,shop=shop}")
      #expect(try await navigator.attempt(.route(to: product, context: 7)).kind == .unchanged(.same))
      #expect(log.all == ["open 7 in null", #"open 7 in {"id":7}"#])
      let failed = try await navigator.attempt(
        .route(
          to: StepAssembly(finder: .screen(Product.self)).adding(contextTask: .asked("open")).assemble(), context: "x"))
      guard case .failed(let who, .handler, code: "thrown") = failed.kind else {
        Issue.record("\(failed)")
        return
      }
      #expect(who.screen == "product" && failed.message?.contains("step 1") == true)
    }
  }

  @Test("A condition chooses, a conversion converts, a factory says which screen, an action where")
  func named() async throws {
    let way = SwitchAssembly<Container.Stack, AnyContext>()
      .addCase(when: "is-member", from: Museum.shelves)
      .assemble(default: StepAssembly(factory: .stack).using(.present).from(.current))
    let today = StepAssembly(
      finder: .context("product"), factory: .asked("today")
    )
    .using(.push).from(way).adaptingContext(Product.self, using: .asked("half"))
    let beside = StepAssembly(Product.self).using(.custom("beside")).from(Museum.shelves)
    let isMember = Mutex(true)
    let worker = museum {
      Hosts(Product.self) { _ in }
      Decides("is-member") { _ in isMember.withLock { $0 } }
      Converts("half") { ask in Product(id: try ask.context(as: Product.self).id / 2) }
      Makes("today") { ask in try ask.context(as: Product.self) }
      Places("beside") { ask, screens in
        log.add("\(ask.screen.name) \(screens.map(\.screen.description))")
        return screens.map { .go(to: $0.screen, on: .askedElement) }
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Museum.Main())
      #expect(
        try await path(.route(to: today, context: Product(id: 8))) == "main{*floor=shelves/product?id=4,shop=shop}")
      isMember.withLock { $0 = false }
      #expect(
        try await path(.route(to: today, context: Product(id: 6)))
          == "main{*floor=shelves/product?id=4,shop=shop}/sheet:product?id=3")
      #expect(
        try await path(.route(to: beside, context: Product(id: 1))) == "main{*floor=shelves/product?id=1,shop=shop}")
      #expect(log.all == ["shelves [\"product?id=1\"]"])
    }
  }

  @Test("An interceptor denies, or redirects: the request goes on when it is resumed, and asks again")
  func interceptors() async throws {
    let isOpen = Mutex(false)
    let secret = StepAssembly(Product.self).adding(interceptor: "login").using(.push).from(Museum.shelves)
    let worker = museum {
      Hosts(Product.self) { _ in }
      Intercepts("login") { [log] ask in
        log.add("asked")
        let product = try ask.context(as: Product.self)
        if product.id == 0 { return .deny("sold", code: "sold") }
        let login = StepAssembly(finder: .screen(Museum.Login.self), factory: .screen(Museum.Login.self))
        return isOpen.withLock { $0 } ? .allow : .redirect(.route(to: login.using(.present).assemble()))
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Museum.Main())
      let denied = try await navigator.attempt(.route(to: secret, context: Product(id: 0)))
      guard case .vetoed(_, .interceptor, code: "sold") = denied.kind else {
        Issue.record("\(denied)")
        return
      }
      let (parked, isParked) = AsyncStream<CommandID>.makeStream()
      let gated = navigator.onParked { isParked.yield($0) }
      async let followed = gated.attempt(.route(to: secret, context: Product(id: 7)))
      var ids = parked.makeAsyncIterator()
      let id = try #require(await ids.next())
      var states = PathObserver(at: location).states.makeAsyncIterator()
      while let state = await states.next(), state.path.tip?.screen.name != "login" {}
      isOpen.withLock { $0 = true }
      try await Navigator.connect(location, name: "login").timeout(.seconds(30)).resume(id)
      #expect(try await followed.get().description == "main{*floor=shelves/product?id=7,shop=shop}")
      #expect(log.all == ["asked", "asked", "asked"])
    }
  }

  @Test("Post tasks are told after the commit, in order, and one that fails is reported")
  func arrivals() async throws {
    struct Sad: Error {}
    let product = StepAssembly(Product.self).adding(postTask: "fails").adding(postTask: "visited")
      .using(.push).from(Museum.shelves)
    let worker = museum {
      Hosts(Product.self) { _ in }
      Hears("fails") { _ in throw Sad() }
      Hears("visited") { [log] arrival in log.add("\(arrival.screen) of \(arrival.context), \(arrival.arrived.count)") }
    }
    try await running(worker) { reports in
      try await navigator.replace(path: Museum.Main())
      try await navigator.route(to: product, context: Product(id: 7))
      try await log.wait { $0.count == 1 }
      #expect(log.all == [#"product?id=7 of {"id":7}, 2"#])
      let isFailure = { (report: WorkerReport) in if case .arrivalFailed = report { true } else { false } }
      try await reports.wait { $0.contains(where: isFailure) }
      try await navigator.route(to: product, context: Product(id: 7))
      try await log.wait { $0.count == 2 }
    }
  }

  @Test("A worker that ends while it is asked, one that is not there, and an unknown task end the request")
  func missing() async throws {
    let gate = Gate()
    let secret = StepAssembly(Product.self).adding(interceptor: "login").using(.push).from(Museum.shelves)
    try await running(museum { Hosts(Product.self) { _ in } }) { _ in
      try await navigator.replace(path: Museum.Main())
      let nobody = try await navigator.attempt(.route(to: secret, context: Product(id: 7)))
      #expect(nobody.reason == "died", "\(nobody)")
      let keeper = ScreenWorker("keeper", location: location) {
        Intercepts("login") { _ in
          await gate.wait()
          return .allow
        }
      }
      let reports = Recorder<WorkerReport>()
      async let watching: Void = { for await report in keeper.reports { reports.add(report) } }()
      let run = Task { try await keeper.run() }
      try await reports.wait { $0.contains(where: \.isConnected) }
      async let ended = navigator.attempt(.route(to: secret, context: Product(id: 7)))
      try await reports.wait { $0.contains(where: \.isAsked) }
      run.cancel()
      let outcome = try await ended
      #expect(outcome.reason == "died", "\(outcome)")
      _ = await run.result
      await watching
      #expect(try await coordinator.path.description == "main{*floor=shelves,shop=shop}")
    }
  }

  @Test("A program that relays declares destinations, and is handed the asks and arrivals of its tasks")
  func relays() async throws {
    let product = try StepAssembly(Product.self).adding(interceptor: "login").adding(postTask: "visited")
      .using(.push).from(Museum.shelves).destination
    let worker = museum {
      Hosts(Product.self) { _ in }
      Relays(
        tree: nil, parts: [:], links: nil, destinations: ["product": product],
        tasks: [.interceptor: ["login"], .postTask: ["visited"]], hears: { [log] in log.add("heard \($0.screen)") }
      ) { [log] ask in
        log.add("asked \(ask.question.description)")
        return .allow
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Museum.Main())
      #expect(
        try await path(.route(to: "product", context: ["id": 7])) == "main{*floor=shelves/product?id=7,shop=shop}")
      try await log.wait { $0.count == 2 }
      #expect(log.all == ["asked intercept login", "heard product?id=7"])
      #expect(try await navigator.destinations().map(\.name) == ["product"])
    }
  }
}
