// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Actions of destinations")
struct DestinationActionTests {
  @Test(
    "A stack takes a screen at its end, alone, or in the place of its last",
    arguments: [
      (Destination.Action.push, "a/b", "@0 a / @1 b / @2 x"), (.pushAsRoot, "a/b", "@0 x"),
      (.pushReplacingLast, "a/b", "@0 a / @2 x"), (.pushReplacingLast, "a", "@0 x"),
      // Who becomes the first of a layer takes over its presentation.
      (.pushAsRoot, "a/^b/c", "@0 a / @3 sheet:x"), (.pushReplacingLast, "a/^b", "@0 a / @2 sheet:x"),
    ])
  func stacks(action: Destination.Action, text: String, end: String) throws {
    #expect(try DestinationFollow(.making(action, from: Destination.Finder(.stack)), on: text).end == end)
  }

  @Test(
    "The nearest stack is the element's own, or lies round its container; never below a modal",
    arguments: [
      ("tabs{a=^!b}", "b", "@0 tabs {*a: , b: , c: } / @2 x"),
      ("home/^!b", "b", "rejected typeMismatch: step 1: 'push' finds no stack here that it could edit"),
    ])
  func nearest(text: String, name: ScreenName, end: String) throws {
    let follow = try DestinationFollow(.making(.push, from: .screen(name)), on: text)
    #expect(follow.end.hasPrefix("rejected") ? follow.end == end : follow.route.root.count == 2)
  }

  @Test(
    "Tabs get a branch, which shows",
    arguments: [
      (Destination.Action.addTab(), "a b c x", "x"), (.addTab(at: 0), "x a b c", "x"),
      (.addTab(at: 1, replacing: true), "a x c", "x"), (.addTab(at: 7, replacing: true), "a b c x", "x"),
      (.addTab(at: -1), "a b c x", "x"), (.addTab(named: "new"), "a b c new", "new"),
    ])
  func tabs(action: Destination.Action, names: String, selected: BranchName) throws {
    let follow = try DestinationFollow(.making(action, from: Destination.Finder(.container(.tabs))), on: "tabs")
    let branches = try #require(follow.route.root[0].branches)
    #expect(branches.branches.map(\.name.rawValue).joined(separator: " ") == names)
    #expect(branches.selected == selected)
    #expect(branches[selected]?.path.first?.screen == AnyScreen("x"))
  }

  @Test("Tabs have at most 32 branches")
  func mostTabs() throws {
    let destination = Destination.making(.addTab(), from: Destination.Finder(.container(.tabs)))
    var follow = try DestinationFollow(destination, on: "tabs")
    for _ in 4..<32 {
      #expect(follow.end.hasPrefix("@0 tabs"))
      follow = DestinationFollow(
        DestinationRequest(
          destination, context: .null, on: follow.route, ids: follow.ids, among: [:], hooks: DestinationHooks()))
    }
    #expect(follow.route.root[0].branches?.branches.count == 32)
    let more = DestinationFollow(
      DestinationRequest(
        destination, context: .null, on: follow.route, ids: follow.ids, among: [:], hooks: DestinationHooks()))
    #expect(more.end.hasPrefix("rejected tooLarge"), "\(more.end)")
  }

  @Test("A container that is alone in its stack is found from the stack")
  func alone() throws {
    let destination = Destination([.screen(Destination.ScreenStep(make: .screen("x"), action: .addTab())), .root])
    #expect(try DestinationFollow(destination, on: "tabs").route.root[0].branches?.selected == "x")
    #expect(try DestinationFollow(destination, on: "tabs/y").end.hasPrefix("rejected typeMismatch: step 1"))
  }

  @Test("A taken branch name gets a number, and a given one is refused")
  func branchNames() throws {
    let factory = Destination.Factory.stack(children: [.init(.screen("a"))])
    let follow = try DestinationFollow(
      .making(.addTab(), from: Destination.Finder(.container(.tabs)), factory), on: "tabs")
    #expect(follow.route.root[0].branches?.selected == "a-2")
    let named = try DestinationFollow(
      .making(.addTab(named: "b"), from: Destination.Finder(.container(.tabs)), factory), on: "tabs")
    #expect(named.end == "rejected noSuchBranch: step 1: the tabs have a branch 'b' already")
  }

  @Test(
    "A split has a master and a detail",
    arguments: [
      (Destination.Action.setAsMaster, "split{left=l/m}", "@0 split {*left: @3 x, right: }"),
      (.pushToDetails, "split{left=l,right=r/s}", "@0 split {left: @1 l, *right: @4 x}"),
      (.pushToDetails, "split{left=}", "rejected emptyLayer: step 1: the split has no master yet"),
      (.pushOnToDetails, "split{left=l,right=r}", "@0 split {left: @1 l, *right: @2 r / @3 x}"),
      (.pushOnToDetails, "split{left=l}", "@0 split {*left: @1 l / @2 x, right: }"),
      (.pushOnToDetails, "split{left=,right=r}", "@0 split {left: , *right: @1 r / @2 x}"),
      (.pushOnToDetails, "split{left=}", "rejected emptyLayer: step 1: the split has no master yet"),
      (
        .pushOnToDetails, "split{left=l,right=^!r}",
        "rejected layerAllowsNoPush: step 1: the last branch of the split holds no stack"
      ),
      (.addTab(), "split", "rejected typeMismatch: step 1: 'add-tab' finds no tabs here that it could edit"),
    ])
  func split(action: Destination.Action, text: String, end: String) throws {
    let follow = try DestinationFollow(.making(action, from: Destination.Finder(.container(.split))), on: text)
    #expect(follow.end == end)
  }

  @Test("A container with one branch gets another content")
  func single() throws {
    var registry = containers
    registry.branches["frame"] = Branches(
      kind: .split, branches: [.init("content", path: .sketch("a"))], selected: "content")
    let destination = Destination.making(.replaceContent, from: Destination.Finder(.container(.single)))
    let follow = try DestinationFollow(destination, on: "frame", in: registry)
    #expect(follow.route.root[0].branches?["content"]?.path.map(\.screen.name) == ["x"])
    #expect(try DestinationFollow(destination, on: "split").end.hasPrefix("rejected targetNotFound"))
  }

  @Test(
    "A layer comes on top of everything; a stack takes pushes, a lone screen does not",
    arguments: [
      (Destination.Factory.screen("x"), "home", "@0 home / @1 sheet!:x"),
      (.stack(children: [.init(.screen("x")), .init(.screen("y"))]), "home", "@0 home / @1 sheet:x / @2 y"),
      (.stack(), "home", "rejected emptyLayer: step 1: a stack without a screen cannot join a route"),
    ])
  func present(factory: Destination.Factory, text: String, end: String) throws {
    let follow = try DestinationFollow(.making(.present(), from: Destination.Finder(.stack), factory), on: text)
    #expect(follow.end == end)
  }

  @Test("A layer is presented only from the top one")
  func presentFrom() throws {
    let from = Destination.Finder.screen("home")
    let top = Destination([.screen(Destination.ScreenStep(make: .screen("x"), action: .present(from: from))), .current])
    #expect(try DestinationFollow(top, on: "home").end == "@0 home / @1 sheet!:x")
    #expect(
      try DestinationFollow(top, on: "home/^y").end
        == "rejected pushNotAllowed: step 1: 'home' has a layer above it already")
    #expect(try DestinationFollow(top, on: "other").end == "rejected targetNotFound: step 1: there is no 'home'")
  }

  @Test("The presentation that a host registered stays with a lone screen")
  func registered() throws {
    var registry = containers
    registry.presentations["x"] = .sheet(allowsPush: true)
    let follow = try DestinationFollow(.making(.present(), from: Destination.Finder(.stack)), on: "home", in: registry)
    #expect(follow.end == "@0 home / @1 sheet:x")
    #expect(
      try DestinationFollow(.making(.push, from: Destination.Finder(.stack)), on: "home", in: registry).end
        == "@0 home / @1 x")
  }

  @Test("The root is replaced from the bottom layer only, keeps its id, and can begin a scene")
  func replaceRoot() throws {
    let root = Destination([.screen(Destination.ScreenStep(make: .screen("x"), action: .replaceRoot)), .root])
    #expect(try DestinationFollow(root, on: "home/list/^!login").end == "@0 x")
    #expect(try DestinationFollow(root, on: "").end == "@0 x")
    let current = Destination([.screen(Destination.ScreenStep(make: .screen("x"), action: .replaceRoot)), .current])
    #expect(
      try DestinationFollow(current, on: "home/^!login").end
        == "rejected invalid: step 1: only from the bottom layer can the root be replaced")
    #expect(
      try DestinationFollow(.making(.present(), from: Destination.Finder(.stack)), on: "").end.hasPrefix(
        "rejected targetNotFound"))
  }

  @Test("A step can go on in a branch, also in an empty one")
  func select() throws {
    func destination(_ branch: BranchName) -> Destination {
      Destination([
        .screen(Destination.ScreenStep(make: .screen("x"), action: .push)),
        .screen(Destination.ScreenStep(action: .select(branch))), .root,
      ])
    }
    let full = try DestinationFollow(destination("b"), on: "tabs/^over")
    #expect(full.route.root[0].branches?["b"]?.path.map(\.screen.name) == ["y", "x"])
    #expect(full.route.root.count == 1 && full.route.root[0].branches?.selected == "b")
    #expect(full.steps == ["3 found stack @0", "2 passed stack @2", "1 made @4"])
    let empty = try DestinationFollow(destination("c"), on: "tabs")
    #expect(empty.route.root[0].branches?["c"]?.path.map(\.screen.presentation) == [.push])
    #expect(
      try DestinationFollow(destination("d"), on: "tabs").end
        == "rejected noSuchBranch: step 2: no container here has a branch 'd'")
  }

  @Test("A screen that is put nowhere changes nothing, and nothing can be put into it")
  func nowhere() throws {
    #expect(
      try DestinationFollow(.making(.none, from: Destination.Finder(.stack)), on: "home/^a").end
        == "unchanged notPlaced")
    let into = Destination([
      .screen(Destination.ScreenStep(make: .screen("y"), action: .push)),
      .screen(Destination.ScreenStep(make: .screen("x"))), .root,
    ])
    #expect(
      try DestinationFollow(into, on: "home").end
        == "rejected typeMismatch: step 1: the screen that it comes from is nowhere")
  }

  @Test("A custom action's worker says which edits put the screen where it belongs")
  func custom() throws {
    let destination = Destination([
      .screen(
        Destination.ScreenStep(make: .screen("x", .context), action: .custom("dock"), contextTasks: [.setContent])),
      .root,
    ])
    func follow(_ answer: DestinationAnswer) throws -> DestinationFollow {
      try DestinationFollow(destination, context: ["n": 1], on: "home/list", answers: ["place dock @1": answer])
    }
    let docked = try follow(.edit([.go(to: PathItem(AnyScreen("x")), on: .asked)]))
    #expect(docked.end == "@0 home / @1 list / @3 x?n=1")
    #expect(docked.destination == ElementID(3) && docked.steps.last == "1 made @3")
    #expect(try follow(.edit([.goBack(to: .id(.root))])).end == "rejected invalid: step 1: 'dock' puts 'x' nowhere")
    #expect(try follow(.deny(code: "full", message: "")).end == "denied place dock full")
    #expect(try follow(.noAnswer).end == "no answer place dock")
    #expect(try follow(.decided(true)).end.hasPrefix("rejected invalid"))
  }
}
