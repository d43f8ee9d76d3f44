// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

/// A museum's app of two processes: the floor's, and the shop's with the destinations.
extension Bench {
  static let product = Destination([
    .screen(
      Destination.ScreenStep(
        find: .screen("product", .context), make: .screen("product", .context), action: .push,
        interceptors: ["login"], postTasks: ["seen"])),
    .screen(Destination.ScreenStep(find: .screen("shelves"))),
    .screen(Destination.ScreenStep(find: .screen("main"), make: .screen("main"), action: .replaceRoot)),
  ])

  static func museum(interceptors: Bool = false, _ adjust: (inout Registration) -> Void = { _ in }) -> Bench {
    var bench = Bench()
    bench.openMuseum(interceptors: interceptors, adjust)
    return bench
  }

  mutating func openMuseum(interceptors: Bool = false, _ adjust: (inout Registration) -> Void = { _ in }) {
    let branches = DeclaredBranches(
      .tabs, [.init("floor", path: [AnyScreen("home")]), .init("shop", path: [AnyScreen("shelves")])], selected: "floor"
    )
    register("floor", ["main": Routable(branches: branches), "home": Routable(), "map": .guarding])
    register("shop", ["shelves": Routable(), "product": .guarding, "login": Routable()]) {
      var product = Bench.product
      if !interceptors, case .screen(var step) = product.steps[0] {
        step.interceptors = []
        product.steps[0] = .screen(step)
      }
      $0.destinations = ["product": product]
      $0.tasks = [.interceptor: ["login"], .postTask: ["seen"]]
      adjust(&$0)
    }
  }

  @discardableResult
  mutating func route(
    _ destination: Destination.Reference = "product", id: Int64 = 7, _ adjust: (inout Command) -> Void = { _ in }
  ) -> CommandID {
    command(.route(destination)) {
      $0.context = .object([("id", .integer(id))])
      adjust(&$0)
    }
  }

  /// The post tasks that lie in the inbox of a process.
  func arrivals(at process: String) -> [Arrival] {
    (inboxes[process] ?? []).compactMap { if case .arrival(let arrival) = $0 { arrival } else { nil } }
  }
}

@Suite("Coordinator: routes to destinations")
struct CoordinatorDestinationTests {
  static let end = "main{floor=home,*shop=shelves/product?id=7}"

  @Test("What is missing is made, all in one commit, and post tasks are told of it")
  func makes() throws {
    var bench = Bench.museum()
    bench.replace("home")
    let id = bench.route()
    #expect(bench.ending(of: id) == "committed" && bench.revision == 2)
    #expect(bench.path == Self.end)
    let arrival = try #require(bench.arrivals(at: "shop").first)
    #expect(
      arrival.task == "seen" && arrival.screen.name == "product" && arrival.revision == 2 && arrival.command == id)
    #expect(arrival.context == .object([("id", .integer(7))]))
  }

  @Test("A post task of another worker than the host's is not told the context that led to a sensitive screen")
  func tellsNoSecret() {
    let contexts: [JSONValue] = [.object([("id", .integer(7))]), .object([("redacted", .bool(true))])]
    for (isSensitive, context) in zip([false, true], contexts) {
      var bench = Bench.museum()
      bench.register("till", ["receipt": Routable(sensitive: isSensitive)])
      bench.register("log") { $0.tasks = [.postTask: ["logs"]] }
      bench.replace("home")
      let step = Destination.ScreenStep(make: .screen("receipt", .context), action: .present(), postTasks: ["logs"])
      let id = bench.route(.inline(Destination([.screen(step)])))
      #expect(bench.ending(of: id) == "committed")
      #expect(bench.arrivals(at: "log").map(\.context) == [context])
    }
  }

  @Test(
    "From anywhere it ends in the same place, and what was there keeps its id",
    arguments: [
      "home", "main", "main{floor=home/map}", "main{*shop=shelves}", "main{*shop=shelves/product?id=3}",
      "main{*shop=shelves/product?id=7/product?id=8}", "main{*shop=shelves}/^login", "home/map", "login",
      "main{shop=shelves/product?id=7}",
    ])
  func fromAnywhere(start: String) throws {
    var bench = Bench.museum()
    bench.replace(start)
    let before = try #require(bench.state()?.path.path)
    let id = bench.route()
    while bench.ending(of: id).isEmpty {
      let asked = ["floor", "shop"].first { !bench.asks(of: $0).isEmpty }
      try bench.answer(.allow, by: #require(asked))
      bench.inboxes[asked ?? ""] = nil
    }
    #expect(bench.ending(of: id) == "committed")
    let after = try #require(bench.state()?.path.path)
    #expect(after.elements.first?.branches?.selected == "shop")
    #expect(after.elements.first?.branches?["shop"]?.path.elements.last?.screen.text == "product?id=7")
    // Only what leaves loses its id, and only what was missing gets one.
    let kept = Route(root: before).allElements.filter { old in
      Route(root: after).element(old.id)?.screen.name == old.screen.name
    }
    if start.hasPrefix("main") { #expect(kept.contains { $0.screen.name == "shelves" }) }
    #expect(bench.run(.route("product")) { $0.context = .object([("id", .integer(7))]) } == "unchanged same")
  }

  @Test("Guards come first, then interceptors, and a denial names its step")
  func order() throws {
    var bench = Bench.museum(interceptors: true)
    bench.replace("home/map")
    let id = bench.route()
    #expect(bench.asks(of: "shop") == [])
    try bench.answer(.allow, by: "floor")
    let ask = try #require(bench.asks(of: "shop").last)
    #expect(ask.question == .task(.interceptor("login")) && ask.screen.name == "destination")
    try bench.answer(.deny(code: "closed", message: "the shop is closed"), by: "shop")
    #expect(
      bench.outcome(of: id)?.kind
        == .vetoed(by: .init(worker: "shop", screen: "destination"), .interceptor, code: "closed"))
    #expect(bench.outcome(of: id)?.message == "step 1: the shop is closed")
    #expect(bench.trace(of: id) == ["map: leave allow", "destination: intercept login deny"])
    #expect(bench.path == "home/map")
  }

  @Test("An interceptor may send elsewhere first; resumed, the route is planned anew")
  func redirect() throws {
    var bench = Bench.museum(interceptors: true)
    bench.replace("main{floor=home}")
    let id = bench.route()
    let login = Verb.navigator(
      .go(to: PathItem(AnyScreen("login", presentation: .sheet(allowsPush: true))), on: .id(.root)))
    try bench.answer(.redirect(to: login, within: .seconds(60)), by: "shop")
    #expect(bench.path == "main{*floor=home,shop=shelves}/sheet:login")
    bench.process("shop", sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    try bench.answer(.allow, by: "shop")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == Self.end)
    #expect(bench.arrivals(at: "shop").first?.command == id)
  }

  @Test("A predicate is asked of the worker that hosts the element, and one that nobody decides does not hold")
  func predicate() throws {
    let finder = Destination.Finder(.asked("shows", of: "product"))
    let destination = Destination([
      .screen(Destination.ScreenStep(find: finder, make: .screen("product", .context), action: .push)),
      .screen(Destination.ScreenStep(find: .screen("shelves"))),
    ])
    var bench = Bench.museum { $0.tasks[.finder] = ["shows"] }
    bench.replace("main{*shop=shelves/product?id=3}")
    let found = bench.route(.inline(destination))
    let ask = try #require(bench.asks(of: "shop").last)
    #expect(ask.question == .task(.finder("shows")) && ask.screen.text == "product?id=3" && !ask.isDraft)
    try bench.answer(.allow, by: "shop")
    #expect(bench.ending(of: found) == "unchanged same")
    bench.forgetAll()
    let silent = bench.route(.inline(destination))
    bench.pass(500)
    #expect(bench.ending(of: silent) == "committed")
    #expect(bench.path == "main{floor=home,*shop=shelves/product?id=7}")
    #expect(bench.trace(of: silent) == ["product: find shows noAnswer", "product: leave skipped"])
  }

  @Test("A context task is asked of the host of the draft's element, and may say its content")
  func contextTask() throws {
    let destination = Destination([
      .screen(Destination.ScreenStep(make: .screen("product"), action: .push, contextTasks: [.asked("fill")])),
      .screen(Destination.ScreenStep(find: .screen("shelves"))),
    ])
    var bench = Bench.museum { $0.tasks[.contextTask] = ["fill"] }
    bench.replace("main{*shop=shelves}")
    let id = bench.route(.inline(destination))
    let ask = try #require(bench.asks(of: "shop").last)
    #expect(ask.isDraft && ask.context == .object([("id", .integer(7))]))
    try bench.answer(.value(.object([("name", .string("cup"))])), by: "shop")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "main{floor=home,*shop=shelves/product?name=cup}")
    #expect(bench.verdicts(of: "shop").map(\.used) == [true])
  }

  @Test("Where nobody answers a task that decides, the command ends and says which step and who")
  func silence() throws {
    var bench = Bench.museum(interceptors: true)
    bench.replace("home")
    let silent = bench.route()
    bench.pass(500)
    #expect(
      bench.outcome(of: silent)?.kind
        == .timedOut(phase: .task, who: .init(worker: "shop", screen: "destination")))
    #expect(bench.outcome(of: silent)?.message == "step 1: nobody answered 'intercept login' in time")
    bench.process("shop", sends: .abandoned(Abandoned(token: Ask.Token(epoch: 1, number: 1))))
    let died = bench.route()
    bench.feed(.connectionLost(Bench.connection("shop")))
    #expect(bench.ending(of: died) == "failed died")
    #expect(bench.path == "home")
  }

  @Test("A task that nobody registered is told by its kind and name")
  func unregistered() {
    var bench = Bench.museum()
    bench.replace("home")
    let id = bench.route(
      .inline(Destination([.screen(Destination.ScreenStep(make: .asked("best"), action: .replaceRoot))])))
    #expect(bench.ending(of: id) == "failed died")
    #expect(bench.outcome(of: id)?.message == "step 1: no worker registered the factory 'best'")
  }

  @Test("A dry run asks nobody but predicates, and tells what it would find, make, ask and take away")
  func dryRun() throws {
    var bench = Bench.museum(interceptors: true)
    bench.replace("home/map")
    let id = bench.route { $0.isDryRun = true }
    let search = try #require(bench.outcome(of: id)?.search)
    #expect(bench.ending(of: id) == "unchanged dryRun")
    #expect(
      search.steps.map { "\($0.place) \($0.find) \($0.screen?.name.rawValue ?? "")" } == [
        "step 4 found map", "step 3 made main", "step 2 foundLate shelves", "step 1 made product",
      ])
    #expect(
      search.questions.map { "\($0.request) \($0.worker?.rawValue ?? "nobody")" } == [
        "leave floor", "intercept login shop",
      ])
    #expect(search.leaving.count == 2 && search.path == Self.end)
    #expect(bench.path == "home/map" && bench.asks(of: "shop").isEmpty && bench.asks(of: "floor").isEmpty)
  }

  @Test("A destination that nobody registered is refused, with the name that was probably meant")
  func unknown() {
    var bench = Bench.museum()
    bench.replace("home")
    let id = bench.route("produkt")
    #expect(bench.ending(of: id) == "rejected unknownDestination")
    #expect(bench.outcome(of: id)?.message == "there is no destination 'produkt'; did you mean 'product'?")
    let inline = bench.route(.inline(Destination([.none])))
    #expect(bench.ending(of: inline) == "rejected invalid")
  }

  @Test("A link leads to a destination, with its arguments as the context, also before the worker is there")
  func link() throws {
    let pattern = try LinkPattern(url: "product/{id:int}", to: .destination("product"))
    var bench = Bench { $0.links.patterns = [pattern] }
    bench.replace("home")
    let early = bench.command(.open("museum://product/7"))
    #expect(bench.ending(of: early) == "")
    bench.openMuseum()
    #expect(bench.path == Self.end)
    #expect(bench.updates.last?.cause.verb == nil || bench.revision == 2)
  }

  @Test("A registration with a destination that cannot be reached, or that another worker declares, is refused whole")
  func refused() throws {
    var bench = Bench.museum()
    bench.process("other", sends: .hello(bench.registration("other") { $0.destinations = ["product": Bench.product] }))
    #expect(bench.errors(of: "other") == [.nameTaken])
    let endless = Destination([.from("endless")])
    bench.process("third", sends: .hello(bench.registration("third") { $0.destinations = ["endless": endless] }))
    #expect(bench.errors(of: "third") == [.malformed])
    let tabs = Routable(branches: DeclaredBranches(.tabs, [.init("a"), .init("a")]))
    bench.process("fourth", sends: .hello(bench.registration("fourth", ["tabs": tabs])))
    #expect(bench.errors(of: "fourth") == [.malformed])
    bench.process("fifth", sends: .hello(bench.registration("fifth") { $0.tasks = [.interceptor: ["login"]] }))
    #expect(bench.errors(of: "fifth") == [.nameTaken])
    bench.process("sixth", sends: .hello(bench.registration("sixth") { $0.tasks = [.finder: ["login"]] }))
    #expect(bench.errors(of: "sixth") == [])
  }

  @Test("The coordinator dies while a task is asked: sent again, the command leads there once")
  func crash() throws {
    var bench = Bench.museum(interceptors: true)
    bench.replace("main")
    let id = bench.route()
    #expect(bench.asks(of: "shop").count == 1)
    bench.restart()
    bench.openMuseum(interceptors: true)
    bench.route { $0.id = id }
    try bench.answer(.allow, by: "shop")
    #expect(bench.ending(of: id) == "committed" && bench.path == Self.end)
    bench.restart()
    bench.openMuseum(interceptors: true)
    bench.route { $0.id = id }
    #expect(bench.ending(of: id) == "committed" && bench.asks(of: "shop").isEmpty && bench.path == Self.end)
  }

  @Test("While a screen is still appearing, a request waits for its turn, or ends as busy")
  func whileMoving() throws {
    var destination = Destination([.screen(Destination.ScreenStep(make: .screen("login"), action: .present()))])
    var bench = Bench.museum()
    bench.replace("home")
    bench.process("floor", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    destination.whileMoving = .wait
    let first = bench.route(.inline(destination))
    #expect(bench.ending(of: first) == "committed")
    let second = bench.route(.inline(destination))
    #expect(bench.ending(of: second) == "")
    destination.whileMoving = .abort
    #expect(bench.run(.route(.inline(destination))) == "")
    let login = try #require(bench.state()?.path.path.elements.last?.id)
    bench.process("shop", sends: .appeared(Appeared(scene: "main", elements: [login])))
    #expect(bench.ending(of: second) == "committed")
    #expect(bench.run(.route(.inline(destination))) == "busy")
    bench.feed(.connectionLost(Bench.connection("shop")))
    #expect(bench.run(.navigator(.go(to: PathItem(AnyScreen("home")), on: .id(.root)))) == "committed")
  }

  @Test("INSPECT tells the destinations, and what they name that nobody has registered")
  func report() {
    var bench = Bench.museum()
    bench.register("late") { $0.destinations = ["gift": Destination([.from("prodct")])] }
    bench.client(sends: .inspect(Inspect(.destinations)))
    guard case .report(let report) = bench.take("client").last else { return #expect(Bool(false), "no report") }
    let lines = report.objects.compactMap { object -> String? in
      guard case .destination(let destination) = object else { return nil }
      return "\(destination.name) \(destination.worker?.rawValue ?? "") \(destination.missing.joined())"
    }
    #expect(
      lines == [
        "gift late step 1: there is no destination 'prodct'; did you mean 'product'?", "product shop ",
      ])
  }
}

@Suite("Coordinator: containers")
struct CoordinatorContainerTests {
  /// A tab bar that handles for its tabs.
  static func bench() -> Bench {
    var bench = Bench()
    let branches = DeclaredBranches(
      .tabs, [.init("floor", path: [AnyScreen("home")]), .init("shop", path: [AnyScreen("shelves")])])
    var bar = Routable.asked
    bar.branches = branches
    bench.register("bar", ["bar": bar])
    bench.register("floor", ["home": .asked, "map": .guarding])
    bench.register("shop", ["shelves": Routable(), "product": Routable()])
    bench.replace("bar{floor=home/map}")
    return bench
  }

  @Test("Show asks the tab that shows, then the tab bar, whose answer goes into that tab")
  func show() throws {
    var bench = Self.bench()
    let id = bench.command(.show(["product"]))
    try bench.answer(.declined, by: "floor")
    try bench.answer(
      .instruction(.edit([.go(to: PathItem(AnyScreen("product")), on: .branch(.root, "shop"))])), by: "bar")
    try bench.answer(.allow, by: "floor")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "bar{floor=home/map,*shop=product}")
    #expect(bench.trace(of: id).first == "home: show product declined")
  }

  @Test(
    "Back stays in the tab that shows, and steps out of it at its first screen; a hidden guard is asked when it leaves")
  func back() throws {
    var bench = Self.bench()
    #expect(bench.run(.navigator(.select("shop", of: .id(.root)))) == "committed")
    #expect(bench.run(.back) == "unchanged atRoot")
    let id = bench.command(.navigator(.removeBranch("floor", of: .id(.root))))
    #expect(bench.asks(of: "floor").map(\.question) == [.leave])
    try bench.answer(.deny(code: nil, message: "no"), by: "floor")
    #expect(bench.ending(of: id) == "vetoed guard")
  }

  @Test("A dry run says which branches hold what it would build")
  func dryRun() throws {
    var bench = Self.bench()
    let verb = Verb.navigator(.replace(path: literals("bar{floor=home/map,shop=shelves}/help"), in: nil))
    let id = bench.command(verb) { $0.isDryRun = true }
    let steps = try #require(bench.outcome(of: id)?.steps)
    #expect(
      steps.map { ($0.inside.map(\.rawValue) + [$0.screen.name.rawValue]).joined(separator: ": ") }
        == ["bar", "floor: home", "floor: map", "shop: shelves", "help"])
  }

  @Test("The host of the container is told which branch is selected, and not what the branches hold")
  func states() throws {
    var bench = Self.bench()
    bench.command(.navigator(.select("shop", of: .id(.root))))
    guard case .workerState(let state)? = bench.take("bar").last else {
      Issue.record("the bar is told nothing")
      return
    }
    let branches = try #require(state.elements.first?.branches)
    #expect(branches.selected == "shop" && branches.branches.map(\.name) == ["floor", "shop"])
    #expect(branches.branches.allSatisfy { $0.path.elements.isEmpty })
    // That its screen shows now is all that the branch is told.
    #expect(bench.visibility(toldTo: "shop") == ["top"])
    #expect(bench.kinds("shop") == [.workerState])
  }
}
