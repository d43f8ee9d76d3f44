// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Plans to destinations")
struct DestinationPlanTests {
  /// The product with the context as its content, from the shelves, from main.
  static let product = Destination([
    .screen(
      Destination.ScreenStep(find: .screen("product", .context), make: .screen("product", .context), action: .push)),
    .screen(Destination.ScreenStep(find: .screen("shelves", in: [.current, .contained, .presented, .presenting]))),
    .screen(
      Destination.ScreenStep(
        find: .screen("main"), make: .stack(children: [.init(.screen("shelves"))]), action: .replaceRoot)),
    .root,
  ])

  @Test(
    "The same destination from anywhere: what is there is kept, what is missing is made",
    arguments: [
      ("home/^help", "@0 shelves / @3 product?id=7", "4 found stack @0, 3 made stack, 2 foundLate @0, 1 made @3"),
      ("shelves/other", "@0 shelves / @2 product?id=7", "2 found @0, 1 made @2"),
      ("shelves/product?id=7/review", "@0 shelves / @1 product?id=7", "1 found @1"),
      ("shelves/product?id=8", "@0 shelves / @2 product?id=7", "2 found @0, 1 made @2"),
    ])
  func product(text: String, end: String, steps: String) throws {
    let follow = try DestinationFollow(Self.product, context: ["id": 7], on: text)
    #expect(follow.end == end)
    #expect(follow.steps.joined(separator: ", ") == steps)
    #expect(follow.destination == follow.route.root.last?.id)
  }

  @Test("A container takes over the steps that go into it, so that it joins the route once, and the destination shows")
  func adopting() throws {
    let destination = Destination([
      .screen(
        Destination.ScreenStep(
          make: .screen("x"), action: .addTab(), contextTasks: [.asked("fill")], postTasks: ["log"])),
      .screen(
        Destination.ScreenStep(
          make: .container(
            "bar", .tabs,
            children: [
              .init(.screen("a"), contextTasks: [.setContent]), .init(.stack(children: [.init(.screen("b"))])),
            ]),
          action: .push, contextTasks: [.asked("fill")], postTasks: ["log"])),
      .screen(Destination.ScreenStep(make: .stack(), action: .present())), .current,
    ])
    let follow = try DestinationFollow(destination, context: 5, on: "home")
    #expect(
      follow.end
        == "@0 home / @1 sheet:bar {a: @2 a:5, b: @3 b, *x: @4 x}")
    #expect(follow.asked == ["context fill @4", "context fill @1"])
    #expect(follow.postTasks == ["log @4", "log @1"])
    #expect(follow.destination == ElementID(4))
  }

  @Test(
    "A choice takes the first case that holds; one that cannot be decided does not",
    arguments: [
      (["when big": DestinationAnswer.decided(true)], JSONValue.null, "big"), ([:], .null, "last"),
      (["when big": .noAnswer, "find shows @1": .decided(true)], .null, "found"), ([:], "text", "string"),
    ] as [([String: DestinationAnswer], JSONValue, ScreenName)])
  func choice(answers: [String: DestinationAnswer], context: JSONValue, name: ScreenName) throws {
    func way(_ name: ScreenName) -> [Destination.Step] {
      [.screen(Destination.ScreenStep(make: .screen(name), action: .push)), .root]
    }
    let choice = Destination.Switch(
      [
        .init(.asked("big"), from: way("big")), .init(.context(Destination.ContextType(.string)), from: way("string")),
        .init(.found(Destination.Finder(.asked("shows", of: "list"))), from: way("found")),
      ], otherwise: way("last"))
    let follow = try DestinationFollow(
      Destination([.choose(choice)]), context: context, on: "home/list", answers: answers)
    #expect(follow.route.root.last?.screen.name == name)
  }

  @Test("Without a case that holds the chain ends, and there is nothing to start from")
  func noCase() throws {
    let destination = Destination([
      .choose(Destination.Switch([.init(.context(Destination.ContextType(.string)), from: [.root])]))
    ])
    #expect(try DestinationFollow(destination, on: "home").end.hasPrefix("rejected targetNotFound: none of the steps"))
    let typed = Destination.Switch(
      [.expecting(Destination.Finder(.stack))], otherwise: [.current], context: Destination.ContextType(.string))
    #expect(try DestinationFollow(Destination([.choose(typed)]), on: "home/^!a").steps == ["1.2.1 found @1"])
    #expect(
      try DestinationFollow(Destination([.choose(typed)]), context: "7", on: "home/^!a").steps
        == ["1.1.1 found stack @0"])
  }

  @Test(
    "A context can be converted for what follows; one of another type is refused",
    arguments: [
      (Destination.ContextConversion.value(["a": 1]), JSONValue.null, "@0 list?a=1 / @2 x"),
      (.member("list"), ["list": ["n": 2]], #"@0 list?n=2 / @2 x:{"list":{"n":2}}"#),
      (.members([.init("n", from: "id"), .init("m", from: "no")]), ["id": 3], "@0 list?n=3 / @2 x?id=3"),
      (.asked("ask"), ["id": 3], "@0 list?n=9 / @2 x?id=3"),
      (.member("list"), ["id": 3], "rejected typeMismatch: step 2: the context has no 'list'"),
      (.asked("nobody"), .null, "no answer adapt nobody"),
      (.value("text"), .null, "rejected typeMismatch: step 3: the context is string, not object"),
    ] as [(Destination.ContextConversion, JSONValue, String)])
  func contexts(conversion: Destination.ContextConversion, context: JSONValue, end: String) throws {
    let destination = Destination([
      .screen(Destination.ScreenStep(make: .screen("x", .context), action: .push)), .adapt(conversion),
      .screen(
        Destination.ScreenStep(
          find: .screen("list"), context: Destination.ContextType(.object), contextTasks: [.setContent])),
    ])
    let follow = try DestinationFollow(
      destination, context: context, on: "list/old", answers: ["adapt ask": .value(["n": 9])])
    #expect(follow.end == end)
  }

  @Test("A destination comes from others by name, with places that say so")
  func named() throws {
    let main = Destination([
      .screen(Destination.ScreenStep(make: .screen("m"), action: .push)), .custom(.screen("main")),
    ])
    let destination = Destination([
      .screen(Destination.ScreenStep(make: .screen("x"), action: .push)), .from("main"),
    ])
    let follow = try DestinationFollow(destination, on: "main", among: ["main": main])
    #expect(follow.end == "@0 main / @1 m / @2 x")
    #expect(
      try DestinationFollow(destination, on: "home", among: ["main": main]).end
        == "rejected targetNotFound: step 2 of 'main': there is no 'main'")
    #expect(
      try DestinationFollow(destination, on: "home", among: ["mian": main]).end
        == "rejected unknownDestination: step 2: there is no destination 'main'; did you mean 'mian'?")
    let endless = Destination([.from("main")])
    #expect(try DestinationFollow(endless, on: "home", among: ["main": endless]).end.hasPrefix("rejected tooLarge"))
  }

  @Test("First the route, then the guards, the interceptors in order, and the contexts; then it is told")
  func order() throws {
    let destination = Destination([
      .screen(
        Destination.ScreenStep(
          make: .asked("maker"), action: .push, interceptors: ["a", "b"], contextTasks: [.asked("fill")],
          postTasks: ["log"])),
      .screen(Destination.ScreenStep(find: .screen("list"), interceptors: ["c"], postTasks: ["log"])),
      .screen(Destination.ScreenStep(interceptors: ["never"])), .root,
    ])
    let hooks = DestinationHooks(interceptors: ["all"], contextTasks: [.asked("note")], postTasks: ["count"])
    let answers: [String: DestinationAnswer] = [
      "make maker": .item(PathItem(AnyScreen("x"))), "context fill @3": .value(["n": 1]),
    ]
    let follow = try DestinationFollow(destination, on: "list/old/older", hooks: hooks, answers: answers)
    #expect(
      follow.asked == [
        "make maker", "guards", "intercept all", "intercept a", "intercept b", "intercept c", "context note @0",
        "context note @3", "context fill @3",
      ])
    #expect(follow.end == "@0 list / @3 x?n=1")
    #expect(follow.postTasks == ["count @0", "log @0", "count @3", "log @3"])
  }

  @Test(
    "Whoever denies ends it, and is named; nothing has changed",
    arguments: [
      ("intercept gate", "denied intercept gate no"), ("context fill @1", "denied context fill no"),
      ("make maker", "denied make maker no"),
    ])
  func denied(key: String, end: String) throws {
    let destination = Destination([
      .screen(
        Destination.ScreenStep(
          make: .asked("maker"), action: .push, interceptors: ["gate"], contextTasks: [.asked("fill")])),
      .root,
    ])
    var answers: [String: DestinationAnswer] = ["make maker": .item(PathItem(AnyScreen("x")))]
    answers[key] = .deny(code: "no", message: "")
    let follow = try DestinationFollow(destination, on: "home", answers: answers)
    #expect(follow.end == end)
    #expect(try follow.route == Route.made("home").route)
    answers[key] = .noAnswer
    let unanswered = "no answer " + end.dropFirst("denied ".count).dropLast(" no".count)
    #expect(try DestinationFollow(destination, on: "home", answers: answers).end == unanswered)
  }

  @Test("The hosts of a name are asked one by one until one shows it, and never too many")
  func predicates() throws {
    let destination = Destination([.custom(Destination.Finder(.asked("shows", of: "list"), in: .fullStack))])
    let follow = try DestinationFollow(
      destination, on: "list/home/list/list", answers: ["find shows @2": .decided(true)])
    #expect(follow.asked == ["find shows @3", "find shows @0", "find shows @2", "guards"])
    #expect(follow.end == "@0 list / @1 home / @2 list")
    let long = String(repeating: "list/", count: 80) + "list"
    let many = try DestinationFollow(destination, on: long)
    #expect(many.asked.count == DestinationPlan.asksMax)
    #expect(many.end.hasPrefix("rejected tooLarge: step 1: a plan asks at most 64"))
  }

  @Test("A new context on a screen that is there keeps its id, its flag and its branches")
  func found() throws {
    let destination = Destination([
      .screen(Destination.ScreenStep(find: .screen("tabs"), contextTasks: [.setContent]))
    ])
    var (route, ids) = try Route.made("tabs{a=x/y}", in: containers)
    route = try route.applying(.didAppear(.id(.root)), ids: &ids, in: containers).get()
    let follow = DestinationFollow(DestinationRequest(destination, context: ["n": 1], on: route, ids: ids))
    #expect(follow.end == route.story.replacing("@0 tabs!", with: "@0 tabs?n=1!"))
  }

  @Test("A screen that is gone again has no tasks")
  func gone() throws {
    let destination = Destination([
      .screen(Destination.ScreenStep(make: .screen("y"), action: .pushReplacingLast, postTasks: ["log"])),
      .screen(
        Destination.ScreenStep(make: .screen("x"), action: .push, contextTasks: [.asked("fill")], postTasks: ["log"])),
      .root,
    ])
    let follow = try DestinationFollow(destination, on: "home")
    #expect(follow.postTasks == ["log @2"] && follow.asked.isEmpty)
  }

  @Test("A route stays within its limits, whatever is made")
  func limits() throws {
    let many = Destination.Factory.stack(children: Array(repeating: .init(.screen("a")), count: 300))
    #expect(
      try DestinationFollow(.making(.present(), from: Destination.Finder(.stack), many), on: "home").end.hasPrefix(
        "rejected tooLarge"))
    var deep = Destination.Factory.screen("a")
    for _ in 0..<20 { deep = .container("t", .tabs, children: [.init(deep)]) }
    #expect(
      try DestinationFollow(.making(.push, from: Destination.Finder(.stack), deep), on: "home").end.hasPrefix(
        "rejected tooDeep"))
    let steps = Array(
      repeating: Destination.Step.screen(Destination.ScreenStep(make: .screen("x"), action: .push)), count: 64)
    #expect(try DestinationFollow(Destination(steps + [.root]), on: "home").end.hasPrefix("rejected tooLarge"))
    #expect(try DestinationFollow(Destination(steps.dropLast() + [.root]), on: "home").route.root.count == 64)
  }
}
