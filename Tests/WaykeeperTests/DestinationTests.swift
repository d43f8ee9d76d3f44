// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Destinations", .timeLimit(.minutes(20)))
struct DestinationTests: DestinationSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  @Test("The way is made once: the tabs, the shelves in whichever tab, the product; then nothing is made any more")
  func once() async throws {
    try await running(museum { Hosts(Museum.Product.self) { _ in } }) { _ in
      try await navigator.replace(path: Museum.Login())
      let first = try await navigator.attempt(.route(to: Museum.product, context: Museum.Product(id: 7)))
      #expect(first.path.description == "main{*floor=shelves/product?id=7,shop=shop}")
      let second = try await navigator.attempt(.route(to: Museum.product, context: Museum.Product(id: 7)))
      #expect(second.kind == .unchanged(.same))
      let product = try #require(first.tip?.id)
      try await navigator.select("shop", of: .root)
      let back = try await navigator.attempt(.route(to: Museum.product, context: Museum.Product(id: 7)))
      #expect(back.tip?.id == product)
      #expect(
        try await path(.route(to: Museum.product, context: Museum.Product(id: 8)))
          == "main{*floor=shelves/product?id=8,shop=shop}")
    }
  }

  @Test("A declared destination has a name, for clients, other destinations and links")
  func names() async throws {
    let main = try Museum.main.destination
    let worker = museum {
      Hosts(Museum.Product.self) { _ in }
      Leads(to: "product", by: Museum.product.requiring("id"))
      Leads(to: "main", by: main)
      Leads(to: "shop", by: StepAssembly(finder: .screen(Museum.Shop.self)).using(.nothing).from(.destination("main")))
      Matches(schemes: ["museum"], ["product/{id:int}": .destination("product"), "login": "login"])
    }
    try await running(worker) { _ in
      try await navigator.open("museum://login")
      try await navigator.open("museum://product/7")
      #expect(try await coordinator.path.description == "main{*floor=shelves/product?id=7,shop=shop}")
      #expect(try await path(.route(to: "shop")) == "main{floor=shelves/product?id=7,*shop=shop}")
      try await navigator.route(to: "product", context: ["id": 7])
      try await navigator.route(to: "product", context: Museum.Product(id: 9))
      #expect(try await navigator.attempt(.route(to: "product")).kind == .rejected(.typeMismatch))
      #expect(try await navigator.attempt(.route(to: "products")).kind == .rejected(.unknownDestination))
    }
  }

  @Test("A dry run says what would be found, made and asked, and changes nothing")
  func dryRun() async throws {
    let product = StepAssembly(Museum.Product.self).adding(interceptor: "login").using(.push).from(Museum.shelves)
    let worker = museum {
      Hosts(Museum.Product.self) { _ in }
      Intercepts("login") { _ in .deny("a dry run asks nobody") }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Museum.Login())
      let outcome = try await navigator.dryRun().attempt(.route(to: product, context: Museum.Product(id: 7)))
      #expect(outcome.kind == .unchanged(.dryRun))
      let search = try #require(outcome.search)
      #expect(search.steps.map(\.find).contains(.made) && search.steps.map(\.find).contains(.foundLate))
      #expect(search.questions.map(\.request) == ["intercept login"])
      #expect(search.questions.first?.worker == "museum")
      #expect(try await coordinator.path.description == "login")
    }
  }

  @Test("Back to who presented it, however long the way in the layer was")
  func presenter() async throws {
    let wizard = StepAssembly(finder: .screen(Museum.Shop.self), factory: .screen(Museum.Shop.self)).using(.push)
      .from(StepAssembly(factory: .screen(Museum.Login.self)).expectingContainer()).using(.push)
      .from(.stack).using(.present).from(.current)
    try await running(museum()) { _ in
      try await navigator.replace(path: Museum.Shelves())
      try await navigator.route(to: wizard)
      #expect(try await coordinator.path.elements.count == 3)
      try await navigator.backToPresenter()
      #expect(try await coordinator.path.description == "shelves")
      #expect(try await navigator.attempt(.backToPresenter).kind == .rejected(.targetNotFound))
    }
  }

  @Test("Branches are inserted, removed and replaced")
  func branches() async throws {
    try await running(museum()) { _ in
      try await navigator.replace(path: Museum.Main())
      #expect(try await coordinator.path.description == "main{*floor=shelves,shop=shop}")
      try await navigator.insertBranch(path: [Museum.Login()], at: 1, of: Museum.Main())
      #expect(try await coordinator.path.description == "main{*floor=shelves,login=login,shop=shop}")
      try await navigator.removeBranch("floor", of: .root)
      #expect(try await coordinator.path.description == "main{*login=login,shop=shop}")
      try await navigator.replaceBranches(
        of: .root, with: ["shop": [Museum.Shop(), Museum.Login()], "floor": [Museum.Shelves()]], selected: "floor")
      #expect(try await coordinator.path.description == "main{shop=shop/login,*floor=shelves}")
      let outcome = try await navigator.attempt(.removeBranch("attic", of: .root))
      #expect(outcome.kind == .unchanged(.targetNotFound))
      try await navigator.batch([
        .insertBranch("login", path: [Museum.Login()], of: .root), .select("login", of: .root),
      ])
      #expect(try await coordinator.path.tip?.screen.name == "login")
    }
  }

  @Test("A path is replaced in one branch, and a path of items brings its branches")
  func replacedBranches() async throws {
    try await running(museum()) { _ in
      try await navigator.replace(path: Museum.Main())
      try await navigator.replace(path: [Museum.Shop(), Museum.Login()], in: .branch(.root, "shop"))
      #expect(try await coordinator.path.description == "main{floor=shelves,*shop=shop/login}")
      try await navigator.replace(path: [], in: .branch(.root, "shop"))
      #expect(try await coordinator.path.tip?.screen.name == "main")
      try await navigator.replace(path: Museum.Login())
      let parser = try LinkParser.pattern(
        "product/{id:int}", to: "main{floor=shelves/product?id={id},*shop=login}")
      let items = try #require(try await parser.path(for: DeepLink(parsing: "museum://product/7")))
      try await navigator.replace(items: items)
      #expect(try await coordinator.path.description == "main{floor=shelves/product?id=7,*shop=login}")
      try await navigator.replace(items: [PathItem(AnyScreen("shop"))], in: .branch(.root, "floor"))
      #expect(try await coordinator.path.description == "main{*floor=shop,shop=login}")
      let outcome = try await navigator.attempt(.replace(items: items, in: .id(.root)))
      #expect(outcome.kind == .rejected(.invalid))
    }
  }

  @Test("Doubles record routes and branches as they are called")
  func doubles() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent) { command in
      command.verb == .route("attic") ? .rejected(.unknownDestination) : .committed
    }
    let dry = try await navigator.dryRun().attempt(.route(to: "product", context: ["id": 7]))
    #expect(dry.kind == .unchanged(.dryRun))
    try await navigator.route(to: Museum.product, animated: true, context: Museum.Product(id: 7))
    try await navigator.backToPresenter()
    try await navigator.insertBranch("a", path: [Museum.Login()], of: .root)
    try await navigator.replace(path: [Museum.Login()], in: .branch(.root, "a"))
    #expect(
      sent.verbs == [
        .route(to: "product", context: Museum.Product(id: 7)),
        .route(to: Museum.product, animated: true, context: Museum.Product(id: 7)), .backToPresenter,
        .insertBranch("a", path: [Museum.Login()], of: .root),
        .replace(path: [Museum.Login()], in: .branch(.root, "a")),
      ])
    #expect(sent.commands.map(\.isDryRun) == [true, false, false, false, false])
    #expect(try await navigator.attempt(.route(to: "attic")).kind == .rejected(.unknownDestination))

    let failures = Recorder<String>()
    let stub = Navigator.stub { failures.add($0) }
    _ = await #expect(throws: NavigatorError.self) { try await stub.route(to: "product") }
    #expect(failures.all.first?.hasPrefix("'route product' was sent") == true, "\(failures.all)")
    let error = await #expect(throws: NavigatorError.self) {
      try await navigator.route(to: "product", context: Double.nan)
    }
    #expect(error?.code == .content)
  }
}
