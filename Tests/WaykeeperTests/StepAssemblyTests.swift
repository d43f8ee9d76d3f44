// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import WaykeeperTesting

@testable import Waykeeper

/// What the typed builder is sent as. That parts which do not fit are refused is the compiler's part.
@Suite("Steps are lowered to destinations")
struct StepAssemblyTests {
  typealias Main = Museum.Main
  typealias Product = Museum.Product

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lowered: Destination
    var expected: [Destination.Step]

    init(_ title: String, _ step: DestinationStep<some Container.Kind, some Any>, _ expected: [Destination.Step]) {
      testDescription = title
      lowered = (try? step.destination) ?? Destination([])
      self.expected = expected
    }
  }

  static let home = Destination.Step.screen(
    Destination.ScreenStep(find: Destination.Finder(.screen("home")), make: .screen("home"), action: .replaceRoot))

  static let rows = [
    Row(
      "found or made, in place of the root",
      StepAssembly(finder: .screen(Home.self), factory: .screen(Home.self)).using(.replaceRoot).from(.root),
      [home, .root]),
    Row(
      "the beginning is implied",
      StepAssembly(finder: .screen(Home.self), factory: .screen(Home.self)).using(.replaceRoot).assemble(), [home]),
    Row(
      "a chain of steps, each with its action",
      StepAssembly(Product.self).using(.push).from(.stack).using(.present).from(.current).assemble(),
      [
        .screen(
          Destination.ScreenStep(
            find: Destination.Finder(.screen("product", .context)), make: .screen("product", .context), action: .push)),
        .screen(Destination.ScreenStep(make: .stack(), action: .present())), .current,
      ]),
    Row(
      "tasks, in order",
      StepAssembly(Product.self).adding(interceptor: "a").adding(interceptor: "b").adding(contextTask: .setContent)
        .adding(contextTask: .asked("c")).adding(postTask: "d").taking(Destination.ContextType(.object)).using(
          .custom("e")
        )
        .from(.destination("main")),
      [
        .screen(
          Destination.ScreenStep(
            find: Destination.Finder(.screen("product", .context)), make: .screen("product", .context),
            action: .custom("e"),
            context: Destination.ContextType(.object), interceptors: ["a", "b"],
            contextTasks: [.setContent, .asked("c")],
            postTasks: ["d"])), .from("main"),
      ]),
    Row(
      "a late find, and a promise",
      StepAssembly(Product.self).using(.push).from(
        StepAssembly(finder: .screen("list").looking(in: .contained, from: .root)).using(.nothing)
          .from(.custom(.tabs)).expectingContainer()),
      [
        .screen(
          Destination.ScreenStep(
            find: Destination.Finder(.screen("product", .context)), make: .screen("product", .context), action: .push)),
        .screen(Destination.ScreenStep(find: Destination.Finder(.screen("list"), in: .contained, from: .root))),
        .custom(Destination.Finder(.container(.tabs))),
      ]),
    Row(
      "a branch",
      StepAssembly(factory: .screen(Home.self)).using(.push).from(DestinationStep.custom(.tabs).branch("floor")),
      [
        .screen(Destination.ScreenStep(make: .screen("home"), action: .push)),
        .screen(Destination.ScreenStep(action: .select("floor"))),
        .custom(Destination.Finder(.container(.tabs))),
      ]),
    Row(
      "another context",
      StepAssembly(Product.self).using(.present).from(
        StepAssembly(taking: Int.self, finder: .context("list")).assemble().adaptingContext(
          Product.self, using: .member("id"))),
      [
        .screen(
          Destination.ScreenStep(
            find: Destination.Finder(.screen("product", .context)), make: .screen("product", .context),
            action: .present())),
        .adapt(.member("id")), .screen(Destination.ScreenStep(find: Destination.Finder(.screen("list", .context)))),
      ]),
    Row(
      "a choice",
      SwitchAssembly<Container.Stack, AnyContext>()
        .addCase(expecting: .stack.looking(in: .visible))
        .addCase(when: .screen(Main.self), from: .destination("main"))
        .addCase(when: "open", from: .destination("open"))
        .addCase(whenContext: Destination.ContextType(.null), from: .destination("none"))
        .taking(Destination.ContextType(.object)).assemble(
          default: StepAssembly(factory: .stack).using(.present).from(.current)),
      [
        .choose(
          Destination.Switch(
            [
              .expecting(Destination.Finder(.stack, in: .visible)),
              Destination.Switch.Case(.found(Destination.Finder(.screen("main"))), from: [.from("main")]),
              Destination.Switch.Case(.asked("open"), from: [.from("open")]),
              Destination.Switch.Case(.context(Destination.ContextType(.null)), from: [.from("none")]),
            ], otherwise: [.screen(Destination.ScreenStep(make: .stack(), action: .present())), .current],
            context: Destination.ContextType(.object)))
      ]),
  ]

  @Test("Chains", arguments: rows)
  func chains(_ row: Row) { #expect(row.lowered == Destination(row.expected)) }

  @Test("Finders")
  func finders() {
    let rows: [(Destination.Finder, Destination.Finder)] = [
      (StepFinder<Container.None, AnyContext>.screen(Home.self).finder, Destination.Finder(.screen("home"))),
      (
        StepFinder<Container.None, AnyContext>.screen(Product(id: 7)).finder,
        Destination.Finder(.screen("product", .given(["id": 7])))
      ),
      (StepFinder<Container.None, Product>.context.finder, Destination.Finder(.screen("product", .context))),
      (
        StepFinder<Container.None, Int>.asked("shows", of: Product.self).finder,
        Destination.Finder(.asked("shows", of: "product"))
      ),
      (StepFinder<Container.None, Int>.asked("shows").finder, Destination.Finder(.asked("shows"))),
      (StepFinder<Container.Split, Int>.split.finder, Destination.Finder(.container(.split))),
      (
        StepFinder<Container.Single, Int>.single.presented.finder,
        Destination.Finder(.container(.single), isPresented: true)
      ),
      (StepFinder<Container.Stack, Int>.detailStack.finder, Destination.Finder(.detailStack)),
      (StepFinder<Container.Stack, Int>.stack(of: ElementID(3)).finder, Destination.Finder(.stackOf(ElementID(3)))),
      (StepFinder<Container.None, Int>.instance(ElementID(3)).finder, Destination.Finder(.instance(ElementID(3)))),
      (
        StepFinder<Container.None, Int>.presenting.looking(from: StepFinder<Container.Tabs, Int>.tabs).finder,
        Destination.Finder(.presenting, from: .finder(Destination.Finder(.container(.tabs))))
      ),
    ]
    for (lowered, expected) in rows { #expect(lowered == expected) }
    #expect(Destination.SearchOptions.currentAndUp.union(.currentAndDown) == .fullStack)
    #expect(Destination.SearchOptions.allVisible.union(.currentVisibleOnly) == .allVisible)
    #expect(Destination.SearchOptions.currentAllStack.isSubset(of: .fullStack))
  }

  @Test("Containers are made with their children, and take over the next steps unless told otherwise")
  func containers() {
    let tabs = StepFactory<Container.Tabs, Product>.container(Main.self)
      .with(.screen(Home.self), using: .addTab(named: "floor"))
      .with(.stack.with(.context, contextTasks: [.setContent]))
      .with(StepFactory<Container.None, Int>.context("count"), adaptingContext: .member("id"))
    #expect(
      tabs.selecting("floor").alone().factory
        == .container(
          "main", .tabs,
          children: [
            Destination.Factory.Child(.screen("home"), action: .addTab(named: "floor")),
            Destination.Factory.Child(
              .stack(children: [Destination.Factory.Child(.screen("product", .context), contextTasks: [.setContent])])),
            Destination.Factory.Child(.screen("count", .context), context: .member("id")),
          ], selected: "floor", adopts: false))
    #expect(
      StepFactory<Container.Split, Int>.split("wings").with(.asked("list"), using: .setAsMaster).factory
        == .container("wings", .split, children: [Destination.Factory.Child(.asked("list"), action: .setAsMaster)]))
    #expect(StepFactory<Container.Single, Int>.single("frame").factory == .container("frame", .single))
    #expect(StepFactory<Container.Stack, Int>.stack.alone().factory == .stack(adopts: false))
    #expect(StepFactory<Container.None, Int>.asked("today", for: Product.self).factory == .asked("today"))
    #expect(StepFactory<Container.None, Int>.screen(Product(id: 7)).factory == .screen("product", .given(["id": 7])))
    #expect(StepFactory<Container.Tabs, Int>.container(Main()).factory == .container("main", .tabs, .given([:])))
  }

  @Test("Words about containers count whatever their order, and are refused where there is no container")
  func noContainers() {
    typealias Tabs = StepFactory<Container.Tabs, Int>
    let shop = StepFactory<Container.None, Int>.screen("shop")
    let early = Tabs.screen(Main.self).selecting("shop").alone().with(shop)
    #expect(early.factory == Tabs.screen(Main.self).with(shop).selecting("shop").alone().factory)
    #expect(early.fault == nil)
    #expect(Tabs.screen(Main.self).selecting("shop").fault != nil)
    #expect(Tabs.screen(Main.self).alone().fault != nil)
    #expect(StepFactory<Container.None, Int>.screen("museum").with(shop).fault?.screen == "museum")
    #expect(StepFactory<Container.None, Int>.context("museum").with(shop).fault != nil)
    #expect(StepFactory<Container.None, Int>.asked("today").with(shop).fault?.description.contains("with(_:)") == true)
    #expect(StepFactory<Container.Stack, Int>.stack.with(shop).alone().fault == nil)
    #expect(StepFactory<Container.Stack, Int>.stack.selecting("shop").fault != nil)
  }

  @Test("What a request does while a screen appears stays with a destination that takes another context")
  func whileMoving() throws {
    let step = StepAssembly(taking: Int.self, finder: .context("list")).assemble().whileMoving(.wait)
    #expect(try step.adaptingContext(Product.self, using: .member("id")).destination.whileMoving == .wait)
  }

  @Test("Actions")
  func actions() {
    let rows: [(Destination.Action, Destination.Action)] = [
      (StepAction.pushAsRoot.action, .pushAsRoot), (StepAction.pushReplacingLast.action, .pushReplacingLast),
      (StepAction.addTab(at: 1, replacing: true, named: "a").action, .addTab(at: 1, replacing: true, named: "a")),
      (StepAction.setAsMaster.action, .setAsMaster), (StepAction.pushToDetails.action, .pushToDetails),
      (StepAction.pushOnToDetails.action, .pushOnToDetails), (StepAction.replaceContent.action, .replaceContent),
      (
        StepAction.present(from: StepFinder<Container.Tabs, Int>.tabs).action,
        .present(from: Destination.Finder(.container(.tabs)))
      ),
    ]
    for (lowered, expected) in rows { #expect(lowered == expected) }
  }

  @Test("A content without a JSON form is told where the destination is used")
  func faults() async throws {
    let bad = Exhibit(id: 1, zoom: .nan)
    let steps: [StepDraft] = [
      StepAssembly(finder: .screen(bad)).assemble().draft,
      StepAssembly(factory: .screen(bad)).using(.present).assemble().draft,
      StepAssembly(factory: .stack.with(.screen(bad))).using(.present).assemble().draft,
      StepAssembly(finder: .screen(Home.self).looking(from: StepFinder<Container.None, Int>.screen(bad))).assemble()
        .draft,
      StepAssembly(factory: .screen(Home.self)).using(.present(from: StepFinder<Container.None, Int>.screen(bad)))
        .assemble().draft,
      StepAssembly(factory: .screen(Home.self)).using(.present).from(.custom(.screen(bad))).draft,
      SwitchAssembly<Container.None, AnyContext>().addCase(expecting: .screen(bad)).assemble().draft,
    ]
    for step in steps { #expect(throws: ContentError.self) { try step.destination } }
    let step = DestinationStep<Container.None, AnyContext>(steps[0])
    let error = await #expect(throws: NavigatorError.self) { try await Navigator.stub { _ in }.route(to: step) }
    #expect(error?.code == .content)
    #expect { try PartTable(WorkerParts { Leads(to: "bad", by: step) }, of: "kiosk") } throws: {
      ($0 as? NavigatorError)?.message.hasPrefix("the destination 'bad': content of 'exhibit': ") == true
    }
  }
}
