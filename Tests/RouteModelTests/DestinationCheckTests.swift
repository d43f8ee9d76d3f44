// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Checking destinations")
struct DestinationCheckTests {
  static let vocabulary = DestinationVocabulary(
    screens: ["main", "shelves", "product", "tabs", "split"],
    destinations: ["main": Destination([.root])],
    tasks: [
      .finder: ["shows"], .interceptor: ["login"], .contextTask: ["fill"], .postTask: ["log"], .condition: ["big"],
      .conversion: ["id"], .factory: ["maker"], .action: ["dock"],
    ])

  static func problems(_ steps: [Destination.Step], context: Destination.ContextType? = nil) -> [String] {
    DestinationCheck.problems(
      of: Destination(steps, context: context), among: vocabulary, in: containers
    ).map(\.description)
  }

  static func step(
    find finder: Destination.Finder? = nil, _ factory: Destination.Factory? = nil, _ action: Destination.Action = .none,
    context: Destination.ContextType? = nil
  ) -> Destination.Step {
    .screen(Destination.ScreenStep(find: finder, make: factory, action: action, context: context))
  }

  @Test("What people write is right, with the beginning that its last step implies")
  func right() {
    let destination = Destination([
      .screen(
        Destination.ScreenStep(
          find: .screen("product", .context), make: .screen("product", .context), action: .push,
          interceptors: ["login"], contextTasks: [.setContent, .asked("fill")], postTasks: ["log"])),
      Self.step(find: .screen("shelves")),
      Self.step(find: .screen("main"), .screen("main"), .replaceRoot),
    ])
    #expect(destination.completed.steps.last == .root)
    #expect(Self.problems(destination.completed.steps).isEmpty)
    #expect(Self.problems(destination.steps) == [Self.noBeginning(3)])
    let presented = Destination([Self.step(.screen("main"), .present())])
    #expect(presented.completed.steps.last == .current)
    #expect(presented.completed.completed == presented.completed)
  }

  static func noBeginning(_ step: Int) -> String {
    "step \(step): the chain has no beginning; end it with root, current, or a screen to find"
  }

  @Test(
    "An unknown name is told with the nearest one",
    arguments: [
      (step(find: .screen("shelfs")), "there is no screen 'shelfs'; did you mean 'shelves'?"),
      (step(find: Destination.Finder(.asked("show", of: "man"))), "there is no finder 'show'; did you mean 'shows'?"),
      (
        .custom(Destination.Finder(.stack, from: .finder(.screen("mian")))),
        "there is no screen 'mian'; did you mean 'main'?"
      ),
      (.from("man"), "there is no destination 'man'; did you mean 'main'?"),
      (.from("xyzzy"), "there is no destination 'xyzzy'"),
      (
        .choose(Destination.Switch([.init(.asked("bug"), from: [.root])])),
        "there is no condition 'bug'; did you mean 'big'?"
      ),
    ])
  func names(step: Destination.Step, message: String) {
    #expect(Self.problems([step]).first?.hasSuffix(message) == true)
  }

  @Test("An unknown name that a step has twice is told once")
  func twice() {
    let problems = Self.problems([Self.step(find: .screen("shelfs"), .screen("shelfs"), .push), .root])
    #expect(problems == ["step 1: there is no screen 'shelfs'; did you mean 'shelves'?"])
  }

  @Test(
    "The names of tasks are looked at in all places",
    arguments: [
      (Destination.ScreenStep(make: .asked("x"), action: .push), "factory"),
      (Destination.ScreenStep(make: .screen("main"), action: .custom("x")), "action"),
      (Destination.ScreenStep(interceptors: ["x"]), "interceptor"),
      (Destination.ScreenStep(contextTasks: [.asked("x")]), "context task"),
      (Destination.ScreenStep(postTasks: ["x"]), "post task"),
      (
        Destination.ScreenStep(
          make: .stack(children: [.init(.screen("main"), contextTasks: [.asked("x")])]), action: .present()),
        "context task"
      ),
      (
        Destination.ScreenStep(
          make: .stack(children: [.init(.screen("main"), context: .asked("x"))]), action: .present()),
        "conversion"
      ),
    ])
  func tasks(step: Destination.ScreenStep, kind: String) {
    #expect(Self.problems([.screen(step), .root]) == ["step 1: there is no \(kind) 'x'"])
  }

  @Test(
    "An action needs its container, where it is certain what it finds",
    arguments: [
      // A screen takes pushes in a layer of its own.
      ([step(.screen("product"), .push), step(.screen("main"), .replaceRoot), .root], nil),
      (
        [step(.screen("product"), .addTab()), step(.screen("split"), .present()), .root],
        "'add-tab' needs a tabs, but 'split' is made outside of any"
      ),
      ([step(.screen("product"), .push), step(.stack(), .present()), .root], nil),
      ([step(.screen("product"), .push), step(.screen("main"), .push), .root], nil),
      ([step(.screen("product"), .addTab()), step(.screen("tabs"), .present()), .root], nil),
      (
        [
          step(.screen("product"), .push), step(find: .screen("main")), step(.screen("main"), .replaceRoot),
          .root,
        ], nil
      ),
      (
        [step(.screen("product"), .setAsMaster), .adapt(.value(1)), step(.stack(), .present()), .root],
        "'set-as-master' needs a split, but the step that it comes from is made outside of any"
      ),
    ] as [([Destination.Step], String?)])
  func actions(steps: [Destination.Step], message: String?) {
    #expect(Self.problems(steps) == (message.map { ["step 1: \($0)"] } ?? []))
  }

  @Test(
    "Contexts fit, or a conversion stands between",
    arguments: [
      (
        [
          step(find: .screen("main"), context: Destination.ContextType(.string)),
          step(find: .screen("main"), context: Destination.ContextType(.object)),
        ], 2
      ),
      ([step(find: .screen("main"), context: Destination.ContextType(.string)), .adapt(.member("x")), .root], 2),
      ([.adapt(.value(7)), step(find: .screen("main"), context: Destination.ContextType(.string))], 2),
      ([.adapt(.value(7)), step(find: .screen("main"), context: Destination.ContextType(.number))], nil),
      ([.adapt(.members([])), step(find: .screen("main"), context: Destination.ContextType(requires: ["id"]))], nil),
      (
        [
          step(find: .screen("main"), context: Destination.ContextType(.integer)),
          step(find: .screen("main"), context: Destination.ContextType(.number)),
        ], nil
      ),
      (
        [
          step(find: .screen("main"), context: Destination.ContextType(.string)), .adapt(.asked("id")),
          step(find: .screen("main"), context: Destination.ContextType(.list)),
        ], nil
      ),
      (
        [
          .choose(
            Destination.Switch([
              .init(
                .context(Destination.ContextType(.list)),
                from: [step(find: .screen("main"), context: Destination.ContextType(.list))])
            ]))
        ], nil
      ),
    ] as [([Destination.Step], Int?)])
  func contexts(steps: [Destination.Step], wrong: Int?) {
    let problems = Self.problems(steps)
    #expect(problems.count == (wrong == nil ? 0 : 1))
    if let wrong { #expect(problems.first?.hasPrefix("step \(wrong): the context ") == true) }
    #expect(
      Self.problems(
        [Self.step(find: .screen("main"), context: Destination.ContextType(.list))],
        context: Destination.ContextType(.null)
      ).count
        == 1)
  }

  @Test(
    "What can never be is told",
    arguments: [
      ([], "a destination has at least one step"),
      ([.root, .current], "step 1: the chain begins here, so the steps behind it are never taken"),
      ([.adapt(.value(1))], noBeginning(1)), ([step(.screen("main"), .push)], noBeginning(1)),
      (
        [step(find: .screen("main", in: [.presented])), .root],
        "step 1: the finder looks nowhere: presented and presenting only say from where on"
      ),
      ([step(find: .screen("main"), nil, .push)], "step 1: 'push' needs a screen to be made"),
      (
        [step(.screen("main"), .select("a")), .root], "step 1: 'select a' goes on in a branch and makes no screen"
      ),
      ([step(.screen("main"), .addTab(at: -1)), .root], "step 1: a tab's index is 0 or more"),
      (
        [step(.container("main", .stack), .present()), .root],
        "step 1: a stack has no screen of its own, so it is not called 'main'"
      ),
      (
        [step(.stack(children: [.init(.stack())]), .present()), .root],
        "step 1: a stack cannot be pushed into a stack"
      ),
      (
        [step(.stack(children: [.init(.screen("main"), action: .addTab())]), .present()), .root],
        "step 1: 'add-tab' does not fit a child of a stack"
      ),
      (
        [holding(.split, [.init(.screen("main")), .init(.screen("shelves")), .init(.screen("product"))]), .root],
        "step 1: 'product' finds no place in a split that is full; name an action, or leave it out"
      ),
      (
        [holding(.split, [.init(.screen("main"), action: .setAsMaster), .init(.stack()), .init(.stack())]), .root],
        "step 1: a child finds no place in a split that is full; name an action, or leave it out"
      ),
      (
        [holding(.single, [.init(.screen("main")), .init(.screen("shelves"))]), .root],
        "step 1: 'shelves' finds no place in a single that is full; name an action, or leave it out"
      ),
    ] as [([Destination.Step], String)])
  func impossible(steps: [Destination.Step], message: String) {
    #expect(Self.problems(steps) == [message])
  }

  private static func holding(
    _ kind: Destination.ContainerKind, _ children: [Destination.Factory.Child]
  ) -> Destination.Step {
    step(.container("tabs", kind, children: children), .present())
  }

  @Test("A child takes the place of another where its action says so, and tabs and stacks have room for many")
  func room() {
    let screens: [ScreenName] = ["main", "shelves", "product", "tabs"]
    let children = screens.map { Destination.Factory.Child(.screen($0)) }
    #expect(Self.problems([Self.holding(.tabs, children), .root]).isEmpty)
    #expect(Self.problems([Self.step(.stack(children: children), .present()), .root]).isEmpty)
    let detail = Destination.Factory.Child(.screen("product"), action: .pushToDetails)
    #expect(Self.problems([Self.holding(.split, [children[0], children[1], detail]), .root]).isEmpty)
    let content = Destination.Factory.Child(.screen("product"), action: .replaceContent)
    #expect(Self.problems([Self.holding(.single, [children[0], content]), .root]).isEmpty)
  }

  @Test("A destination that comes from itself, over others too, has no end")
  func circles() {
    let a = Destination([.choose(Destination.Switch([.init(.asked("big"), from: [.from("b")])]))])
    var vocabulary = Self.vocabulary
    vocabulary.destinations = ["a": a, "b": Destination([.from("a")])]
    let problems = DestinationCheck.problems(of: a, named: "a", among: vocabulary, in: containers)
    #expect(problems.map(\.description) == ["'a' comes from itself, so its chain has no end"])
  }
}
