// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Plans")
struct PlanTests {
  @Test("Show asks the line topmost first, then the installer; the first who handles decides")
  func show() throws {
    let nobody = try Follow(.show(["map"]), on: "home/list/exhibit")
    #expect(nobody.asked == ["show map @2", "show map @1", "show map @0", "install map"])
    #expect(nobody.end == "unhandled show map")
    let list = try Follow(.show(["map"]), on: "home/list/exhibit", answers: ["show map @1": .push(nil)])
    #expect(list.asked == ["show map @2", "show map @1"])
    #expect(list.end == "@0 home / @1 list / @2 exhibit / @3 map")
    let installer = try Follow(.show(["map"]), on: "home/list", answers: ["install map": .done])
    #expect(installer.end == "@0 map")
  }

  @Test("Only those on the line whose registration can match are asked")
  func pruning() throws {
    var registry = TestRegistry()
    registry.routables = ["home", "list"]
    registry.handles = ["home": [.show("map")], "list": [.show("help")], "exhibit": [.show("map")]]
    let follow = try Follow(.show(["map"]), on: "home/list/exhibit/home", in: registry)
    #expect(follow.asked == ["show map @3", "show map @0", "install map"])
  }

  @Test("Each name is shown on the draft that the one before it made")
  func several() throws {
    let answers: [String: Instruction] = ["show list @0": .push(nil), "show map @1": .present(nil)]
    let follow = try Follow(.show(["list", "map"]), on: "home", context: .integer(7), answers: answers)
    #expect(follow.asked == ["show list @0", "show map @1"])
    #expect(follow.end == "@0 home / @1 list:7 / @2 sheet!:map:7")
    #expect(try Follow(.show([]), on: "home").end == "@0 home")
  }

  @Test("One unhandled name undoes all; stepwise, what was done stays done")
  func undone() throws {
    let answers: [String: Instruction] = ["show list @0": .push(nil)]
    #expect(try Follow(.show(["list", "map"]), on: "home", answers: answers).steps == [])
    let stepwise = try Follow(.show(["list", "map"]), on: "home", stepwise: true, answers: answers)
    #expect(stepwise.steps == ["@0 home / @1 list"])
    #expect(stepwise.end == "unhandled show map")
  }

  @Test("Stepwise, every change but the last is a step of its own")
  func stepwise() throws {
    let answers: [String: Instruction] = [
      "show a @0": .push(nil), "show b @1": .done, "show c @1": .push(nil), "show d @2": .push(nil),
    ]
    let follow = try Follow(.show(["a", "b", "c", "d"]), on: "home", stepwise: true, answers: answers)
    #expect(follow.steps == ["@0 home / @1 a", "@0 home / @1 a / @2 c"])
    #expect(follow.end == "@0 home / @1 a / @2 c / @3 d")
  }

  @Test("Hide asks what is above first, each itself and then downwards")
  func hide() throws {
    let answers: [String: Instruction] = ["hide c @2": .pop, "hide b @0": .pop]
    let follow = try Follow(.hide("b", atomic: false), on: "a/b/c", answers: answers)
    #expect(follow.asked == ["hide c @2", "hide b @1", "hide b @0"])
    #expect(follow.end == "@0 a")
    let atomic = try Follow(.hide("b", atomic: true), on: "a/b/sheet:c", answers: ["hide b @1": .pop])
    #expect(atomic.asked == ["hide b @1"])
    #expect(atomic.end == "@0 a / @2 sheet:c")
  }

  @Test("A screen that handles nothing can be hidden by those beneath it; the line's own of its name comes first")
  func hideOffTheLine() throws {
    let registry = TestRegistry(routables: ["a", "c"])
    let hidden = try Follow(
      .hide("b", atomic: false), on: "a/b/c/d", in: registry,
      answers: ["hide c @2": .pop, "hide b @0": .edit([.dismiss(.id(ElementID(1)))])])
    #expect(hidden.asked == ["hide c @2", "hide b @0"])
    #expect(hidden.end == "@0 a")
    let atomic = try Follow(.hide("d", atomic: true), on: "a/b/c/d", in: registry)
    #expect(atomic.asked == ["hide d @2", "hide d @0"])
    #expect(atomic.end == "unhandled hide d")
    let alone = try Follow(.hide("b", atomic: false), on: "x/b", in: registry)
    #expect(alone.end == "unhandled hide b")
    let first = try Follow(.hide("x", atomic: false), on: "x/a", in: registry)
    #expect(first.end == "rejected rootCannotBeHidden")
    let twice = try Follow(.hide("c", atomic: true), on: "a/c/b", in: TestRegistry(routables: ["a"]))
    #expect(twice.asked == ["hide c @0"])
  }

  @Test("A planned hide whose element is gone is skipped")
  func skipped() throws {
    let follow = try Follow(
      .hide("b", atomic: false), on: "a/sheet:b/sheet:c", answers: ["hide c @2": .edit([.dismiss(.id(ElementID(1)))])])
    #expect(follow.asked == ["hide c @2"])
    #expect(follow.end == "@0 a")
  }

  @Test(
    "What cannot be hidden or navigated to is refused",
    arguments: [
      (.hide("x", atomic: false), "unchanged targetNotFound"),
      (.hide("a", atomic: false), "rejected rootCannotBeHidden"),
      (.navigate([]), "rejected emptyRoute"), (.navigate(["a", "b"]), "@0 a / @1 b"),
    ] as [(Verb, String)])
  func refused(verb: Verb, end: String) throws {
    let follow = try Follow(verb, on: "a/b")
    #expect(follow.asked == [])
    #expect(follow.end == end)
  }

  @Test("Navigate asks for one change where routes part; declined, it hides and shows")
  func change() throws {
    let handled = try Follow(
      .navigate(["a", "x", "y"]), on: "a/b/c",
      answers: ["change x @0": .edit([.goPath(to: [PathItem("x")], on: .asked)])])
    #expect(handled.asked == ["change x @0"])
    #expect(handled.end == "@0 a / @3 x")
    let declined = try Follow(
      .navigate(["a", "x", "y"]), on: "a/b/c",
      answers: ["hide c @2": .pop, "hide b @1": .pop, "show x @0": .push(nil), "show y @3": .push(nil)])
    #expect(declined.asked == ["change x @0", "hide c @2", "hide b @1", "show x @0", "show y @3"])
    #expect(declined.end == "@0 a / @3 x / @4 y")
  }

  @Test("Navigate to another root installs it and shows the rest")
  func root() throws {
    let follow = try Follow(.navigate(["x", "y"]), on: "a/b", answers: ["install x": .done, "show y @0": .push(nil)])
    #expect(follow.asked == ["install x", "show y @0"])
    #expect(follow.end == "@0 x / @2 y")
    #expect(try Follow(.navigate(["x"]), on: "a").end == "unhandled install x")
    #expect(try Follow(.navigate(["x"]), on: "", answers: ["install x": .done]).end == "@0 x")
  }

  @Test("Start asks the installer alone, whose screen becomes the whole route")
  func start() throws {
    let screen = AnyScreen("x", content: .integer(1), presentation: .sheet(allowsPush: false))
    #expect(try Follow(.start("x"), on: "", answers: ["install x": .push(screen)]).end == "@0 sheet!:x:1")
    #expect(try Follow(.start("x"), on: "a/b", context: .integer(2), answers: ["install x": .done]).end == "@0 x:2")
    #expect(try Follow(.start("a"), on: "a", answers: ["install a": .done]).end == "unchanged same")
    #expect(try Follow(.start("x"), on: "a").end == "unhandled install x")
    #expect(try Follow(.start("x"), on: "a", answers: ["install x": .pop]).end == "rejected invalid")
  }

  @Test("Back asks the tip; who declines it is taken away")
  func back() throws {
    #expect(try Follow(.back, on: "a/b", answers: ["back @1": .done]).end == "@0 a / @1 b")
    let declined = try Follow(.back, on: "a/b/sheet:c")
    #expect(declined.asked == ["back @2"])
    #expect(declined.end == "@0 a / @1 b")
    #expect(try Follow(.back, on: "a/b", answers: ["back @1": .push(AnyScreen("ask"))]).end == "@0 a / @1 b / @2 ask")
    #expect(try Follow(.back, on: "a/b", answers: ["back @1": .push(nil)]).end == "rejected invalid")
    var registry = TestRegistry()
    registry.handles = [:]
    #expect(try Follow(.back, on: "a/b", in: registry).asked == [])
    #expect(try Follow(.back, on: "a", in: registry).end == "unchanged atRoot")
    #expect(try Follow(.back, on: "", in: registry).end == "unchanged atRoot")
  }

  @Test("Navigator verbs ask nobody; a batch is done whole or not at all")
  func batch() throws {
    let gone = NavigatorVerb.dismiss(.id(ElementID(9)))
    let go = NavigatorVerb.go(to: PathItem("x"), on: .id(.root))
    #expect(try Follow(.navigator(go), on: "a/b").end == "@0 a / @2 x")
    #expect(try Follow(.navigator(gone), on: "a").end == "unchanged targetNotFound")
    #expect(try Follow(.batch([go, gone, .dismiss(.screen(AnyScreen("x")))]), on: "a/b").end == "@0 a")
    #expect(try Follow(.batch([gone, .goBack(to: .id(.root))]), on: "a").end == "unchanged targetNotFound")
    #expect(try Follow(.batch([go, .dismiss(.asked)]), on: "a/b").end == "rejected invalid")
    #expect(try Follow(.batch([]), on: "a").end == "unchanged same")
    // What no commit may hold is allowed between the verbs of one batch.
    let sheet = NavigatorVerb.replaceContent(
      of: .id(.root), with: AnyScreen("a", presentation: .sheet(allowsPush: false)))
    #expect(try Follow(.batch([sheet, .goBack(to: .id(.root))]), on: "a/b").end == "@0 sheet!:a")
    #expect(try Follow(.navigator(sheet), on: "a/b").end == "rejected pushNotAllowed")
  }

  @Test(
    "What a batch makes is counted for each verb, and what is left at the end; in between there may be twice as much")
  func largeBatch() throws {
    func many(_ name: ScreenName, _ count: Int) -> [PathItem] { Array(repeating: PathItem(name), count: count) }
    let twice = [NavigatorVerb.replace(path: many("a", 130), in: nil), .replace(path: many("b", 130), in: nil)]
    #expect(try Follow(.batch(twice), on: "home").end.hasPrefix("@0 b / "))
    let full = [
      NavigatorVerb.replace(path: many("a", 256), in: nil),
      .goPath(to: many("b", 256), on: .screen(AnyScreen("a"))),
    ]
    let back = NavigatorVerb.goBack(to: .id(.root))
    #expect(try Follow(.batch(full + [back]), on: "home").end == "@0 a")
    let more = NavigatorVerb.go(to: PathItem("c"), on: .screen(AnyScreen("b")))
    #expect(try Follow(.batch(full + [more, back]), on: "home").end == "rejected tooLarge")
  }

  @Test("A plan is a value: a copy goes its own way")
  func copies() throws {
    let (route, ids) = try Route.made("home/list")
    var plan = Plan(.show(["map"]), on: route, ids: ids)
    _ = plan.begin(in: TestRegistry())
    var copy = plan
    #expect(copy == plan)
    _ = copy.answer(.instruction(.push(nil)), in: TestRegistry())
    #expect(copy != plan)
    #expect(plan.draft == route)
    guard case .ask(let ask) = plan.answer(.declined, in: TestRegistry()) else {
      Issue.record("nobody is asked any more")
      return
    }
    #expect(ask.subject == .element(.root))
  }
}
