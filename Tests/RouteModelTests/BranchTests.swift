// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

/// `home`, tabs with the branches a (`x`), b (`y`) and c (empty), and a sheet that covers them.
@Suite("Branches")
struct BranchTests {
  private static let start = "@0 home / @1 tabs {*a: @2 x, b: @3 y, c: } / @4 sheet:help"

  private func after(_ verbs: NavigatorVerb..., from text: String = "home/tabs/sheet:help") throws -> String {
    var (route, ids) = try Route.made(text, in: containers)
    for verb in verbs { route = try route.applying(verb, ids: &ids, in: containers).get() }
    return route.story
  }

  @Test("A fresh container has the branches that its routable declares")
  func declared() throws {
    #expect(try after() == Self.start)
  }

  @Test(
    "A verb acts on the path that holds its target, and brings it into view where it goes there",
    arguments: [
      (.go(to: PathItem("z"), on: .id(ElementID(3))), "@0 home / @1 tabs {a: @2 x, *b: @3 y / @5 z, c: }"),
      (.go(to: PathItem("z"), on: .branch(ElementID(1), "c")), "@0 home / @1 tabs {a: @2 x, b: @3 y, *c: @5 z}"),
      (.go(to: PathItem("z"), on: .screen(AnyScreen("tabs"))), "@0 home / @1 tabs {*a: @2 x, b: @3 y, c: } / @5 z"),
      (.goBack(to: .id(ElementID(3))), "@0 home / @1 tabs {a: @2 x, *b: @3 y, c: }"),
      (.goBack(to: .branch(ElementID(1), "b")), "@0 home / @1 tabs {a: @2 x, *b: , c: }"),
      (
        .replace(path: [PathItem("y"), PathItem("z")], in: .branch(ElementID(1), "b")),
        "@0 home / @1 tabs {a: @2 x, *b: @3 y / @5 z, c: }"
      ),
      (.replace(path: [PathItem("z")], in: .branch(ElementID(1), "b")), "@0 home / @1 tabs {a: @2 x, *b: @5 z, c: }"),
      (.replace(path: [], in: .branch(ElementID(1), "b")), "@0 home / @1 tabs {a: @2 x, *b: , c: }"),
    ] as [(NavigatorVerb, String)])
  func revealing(verb: NavigatorVerb, story: String) throws {
    #expect(try after(verb) == story)
  }

  @Test(
    "A verb that goes nowhere leaves a hidden branch hidden",
    arguments: [
      (.didAppear(.id(ElementID(3))), "@0 home / @1 tabs {*a: @2 x, b: @3 y!, c: } / @4 sheet:help"),
      (
        .replaceContent(of: .id(ElementID(3)), with: AnyScreen("z")),
        "@0 home / @1 tabs {*a: @2 x, b: @3 z, c: } / @4 sheet:help"
      ),
      (.dismissSuccessor(of: .branch(ElementID(1), "b")), "@0 home / @1 tabs {*a: @2 x, b: , c: } / @4 sheet:help"),
      (.select("b", of: .id(ElementID(1))), "@0 home / @1 tabs {a: @2 x, *b: @3 y, c: } / @4 sheet:help"),
    ] as [(NavigatorVerb, String)])
  func hidden(verb: NavigatorVerb, story: String) throws {
    #expect(try after(verb) == story)
  }

  @Test(
    "An element is on top, beneath others, or hidden in a branch that does not show",
    arguments: [
      ("home", [], "0 top"),
      ("home/list", [], "0 beneath, 1 top"),
      ("home/sheet:help", [], "0 beneath, 1 top"),
      ("home/tabs", [], "0 beneath, 1 top, 2 top, 3 hidden"),
      ("home/tabs/sheet:help", [], "0 beneath, 1 beneath, 2 beneath, 3 hidden, 4 top"),
      ("tabs", [.select("b", of: .id(.root))], "0 top, 1 hidden, 2 top"),
      ("tabs", [.go(to: PathItem("z"), on: .id(ElementID(1)))], "0 top, 1 beneath, 3 top, 2 hidden"),
      (
        "tabs", [.go(to: PathItem("tabs"), on: .branch(.root, "b")), .select("a", of: .id(.root))],
        "0 top, 1 top, 3 hidden, 4 hidden, 5 hidden"
      ),
    ] as [(String, [NavigatorVerb], String)])
  func visibility(text: String, verbs: [NavigatorVerb], expected: String) throws {
    var (route, ids) = try Route.made(text, in: containers)
    for verb in verbs { route = try route.applying(verb, ids: &ids, in: containers).get() }
    var words: [String] = []
    route.root.forEachElement { words.append("\($0.id.rawValue) \($1)") }
    #expect(words.joined(separator: ", ") == expected)
  }

  @Test("The first of a branch cannot be dismissed, nor what is selected be selected again")
  func nothingToDo() throws {
    var (route, ids) = try Route.made("tabs", in: containers)
    route = try route.applying(.didAppear(.id(.root)), ids: &ids, in: containers).get()
    for (verb, reason) in [
      (.dismiss(.id(ElementID(1))), .rootCannotBeDismissed), (.select("a", of: .id(.root)), .same),
      (.select("d", of: .id(.root)), .targetNotFound),
      (.go(to: PathItem("z"), on: .branch(.root, "d")), .targetNotFound),
    ] as [(NavigatorVerb, UnchangedReason)] {
      #expect(route.applying(verb, ids: &ids, in: containers) == .failure(.unchanged(reason)), "\(verb)")
    }
  }

  @Test("A container of rules of its own says what shows, and what showing a child does")
  func ownRules() throws {
    var (route, ids) = try Route.made("cockpit", in: containers)
    #expect(route.story == "@0 cockpit {dock: @1 media, *app: @2 map}")
    #expect(route.activePath.map(\.screen.name) == ["cockpit", "media", "map"])
    route = try route.applying(.go(to: PathItem("radio"), on: .id(ElementID(1))), ids: &ids, in: containers).get()
    #expect(route.story == "@0 cockpit {dock: @1 media / @3 radio, *app: @2 map}")
    #expect(route.activePath.last?.screen.name == "map", "the selection stayed")
    route = try route.applying(.select("dock", of: .id(.root)), ids: &ids, in: containers).get()
    #expect(route.activePath.map(\.screen.name) == ["cockpit", "media", "radio"], "only the dock shows")
    route = try route.applying(.go(to: PathItem("call"), on: .id(ElementID(2))), ids: &ids, in: containers).get()
    #expect(
      route.story == "@0 cockpit {dock: @1 media / @3 radio, *app: @2 map / @4 call}", "what is hidden is selected")
  }

  @Test(
    "Rules for branches that are not there are refused",
    arguments: [
      (
        DeclaredBranches(.tabs, [.init("dock"), .init("app")], alwaysShown: ["dok"]),
        "there is no branch 'dok' to be always shown; did you mean 'dock'?"
      ),
      (
        DeclaredBranches(.split, [.init("list"), .init("room")], alwaysShown: ["list"]),
        "all branches of a split show, so none is always shown besides"
      ),
    ])
  func wrongRules(declared: DeclaredBranches, complaint: String) {
    #expect(declared.complaint == complaint)
  }

  @Test("Literals nest: given branches follow the prefix rule themselves, others stay")
  func literals() throws {
    #expect(try after(from: "tabs{b=y/z,*c=w}") == "@0 tabs {a: @1 x, b: @2 y / @3 z, *c: @4 w}")
    let (path, more) = (try PathItem.path(parsing: "tabs{b=y/z}"), try PathItem.path(parsing: "tabs{*b=y}"))
    #expect(try after(.replace(path: path, in: nil), from: "tabs") == "@0 tabs {*a: @1 x, b: @2 y / @3 z, c: }")
    #expect(
      try after(.replace(path: path, in: nil), .replace(path: more, in: nil), from: "tabs")
        == "@0 tabs {a: @1 x, *b: @2 y, c: }")
    #expect(
      try after(.replace(path: try PathItem.path(parsing: "tabs/top"), in: nil), from: "tabs{*c=w}")
        == "@0 tabs {a: @1 x, b: @2 y, *c: @3 w} / @4 top")
  }

  @Test(
    "A literal cannot give or select a branch that is not there", arguments: ["tabs{d=x}", "tabs{*d}", "home{a=x}"])
  func noSuchBranch(text: String) throws {
    var ids = IDSource()
    let path = try PathItem.path(parsing: text)
    let result = Route().applying(.replace(path: path, in: nil), ids: &ids, in: containers)
    guard case .failure(.rejected(.noSuchBranch, _)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("Another name for a container takes that screen's branches, the same name keeps them")
  func content() throws {
    let other = AnyScreen("tabs", content: .integer(1))
    #expect(
      try after(.select("b", of: .id(.root)), .replaceContent(of: .id(.root), with: other), from: "tabs")
        == "@0 tabs:1 {a: @1 x, *b: @2 y, c: }")
    #expect(
      try after(.replaceContent(of: .id(.root), with: AnyScreen("split")), from: "tabs")
        == "@0 split {*left: @3 l, right: }")
    #expect(try after(.replaceContent(of: .id(.root), with: AnyScreen("home")), from: "tabs") == "@0 home")
  }

  @Test("The focused branch of a split that becomes empty hands its focus on")
  func focus() throws {
    let filled = NavigatorVerb.go(to: PathItem("r"), on: .branch(.root, "right"))
    #expect(try after(filled, from: "split") == "@0 split {left: @1 l, *right: @2 r}")
    #expect(
      try after(filled, .replace(path: [], in: .branch(.root, "right")), from: "split")
        == "@0 split {*left: @1 l, right: }")
    #expect(try after(.select("right", of: .id(.root)), from: "split") == "@0 split {left: @1 l, *right: }")
  }

  @Test("So it does where the same change empties the one and fills the other")
  func focusOfWholeChanges() throws {
    let literal = NavigatorVerb.replace(
      path: [PathItem(AnyScreen("split"), branches: [.init("left", path: []), .init("right", path: [PathItem("r")])])],
      in: nil)
    #expect(try after(literal, from: "split") == "@0 split {left: , *right: @2 r}")
    let branches = [PathItem.Branch("left", path: []), .init("right", path: [PathItem("r")])]
    let replacing = NavigatorVerb.replaceBranches(of: .id(.root), with: branches, selected: nil)
    #expect(try after(replacing, from: "split") == "@0 split {left: , *right: @2 r}")
    let selecting = NavigatorVerb.replaceBranches(of: .id(.root), with: branches, selected: "left")
    #expect(try after(selecting, from: "split") == "@0 split {*left: , right: @2 r}")
  }

  @Test("A literal that empties the focused branch has the same focus on a fresh split as on one that is there")
  func focusOfFresh() throws {
    #expect(try after(from: "split{left=,right=r}") == "@0 split {left: , *right: @1 r}")
    #expect(try after(from: "split{*left=,right=r}") == "@0 split {*left: , right: @1 r}")
    #expect(try after(from: "split{left=,right=}") == "@0 split {*left: , right: }")
    var registry = TestRegistry()
    registry.branches["pair"] = Branches(
      kind: .split, branches: [.init("left"), .init("right", path: .sketch("r"))], selected: "left")
    #expect(try Route.made("pair", in: registry).route.story == "@0 pair {*left: , right: @1 r}", "as it is declared")
  }

  @Test("A declaration that contains itself is refused, not followed")
  func endless() {
    var registry = TestRegistry()
    registry.branches["twins"] = Branches(
      kind: .split, branches: [.init("a", path: .sketch("twins")), .init("b", path: .sketch("twins"))], selected: "a")
    var ids = IDSource()
    let result = Route().applying(.replace(path: [PathItem("twins")], in: nil), ids: &ids, in: registry)
    guard case .failure(.rejected(.tooLarge, _)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("The active path walks what shows, also beneath what covers it")
  func activePath() throws {
    let (route, _) = try Route.made("home/tabs{*a=x/split{left=l/m,*right=r},b=y}/sheet:help", in: containers)
    #expect(route.activePath.map(\.screen.name.rawValue) == ["home", "tabs", "x", "split", "l", "m", "r", "help"])
    #expect(
      route.allElements.map(\.screen.name.rawValue) == ["home", "tabs", "x", "split", "l", "m", "r", "y", "help"])
    #expect(route.tip?.screen.name == "help")
    #expect(
      route.place(of: ElementID(6))
        == Place(Address.root.branch("a", of: ElementID(1)).branch("right", of: ElementID(3)), 0))
    #expect(route.element(ElementID(7))?.screen.name == "y")
    #expect(route.element(ElementID(99)) == nil)
  }

  @Test("A screen is looked for among what shows first")
  func targets() throws {
    #expect(
      try after(.goBack(to: .screen(AnyScreen("x"))), from: "tabs{*a=x/m,b=x/n}")
        == "@0 tabs {*a: @1 x, b: @3 x / @4 n, c: }")
    #expect(
      try after(.goBack(to: .screen(AnyScreen("x"))), from: "tabs{a=x/m,b=x/n,*c=}")
        == "@0 tabs {a: @1 x / @2 m, *b: @3 x, c: }")
  }

  @Test(
    "Back takes the topmost that is last and not first of its path",
    arguments: [
      ("home/list", "@0 home"), ("home/tabs/sheet:help", "@0 home / @1 tabs {*a: @2 x, b: @3 y, c: }"),
      ("home/tabs{*a=x/m}", "@0 home / @1 tabs {*a: @2 x, b: @4 y, c: }"), ("home/tabs", "@0 home"),
      ("split{left=l/m,*right=r/s}", "@0 split {left: @1 l / @2 m, *right: @3 r}"),
      ("home/split{left=l/m,*right=r}", "@0 home"),
    ])
  func back(text: String, story: String) throws {
    #expect(try Route.made(text, in: containers).route.goingBack().get().story == story)
  }

  @Test("Back at the root stays", arguments: ["home", "tabs", "split{left=l/m,*right=r}"])
  func atRoot(text: String) throws {
    #expect(try Route.made(text, in: containers).route.goingBack() == .failure(.unchanged(.atRoot)))
  }
}
