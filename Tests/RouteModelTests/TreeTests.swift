// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("A navigation tree")
struct TreeTests {
  private static let home = TreeNode.screen(
    "home", nesting: .anyOf([.screen("list", nesting: .screen("detail")), .screen("settings")]))

  @Test(
    "builds a path element by element, and says where it stops and what would be allowed there",
    arguments: [
      ("home", "home"), ("home/list/detail", "home/list/detail"), ("home?id=7/^settings", "home?id=7/sheet:settings"),
      ("list", "stops at 0: list; allowed: home"), ("home/detail", "stops at 1: detail; allowed: list settings"),
      ("home/list/list", "stops at 2: list; allowed: detail"), ("home/settings/x", "stops at 2: x; allowed: "),
      ("home/list/detail/detail", "stops at 3: detail; allowed: "),
    ])
  func nesting(text: String, expected: String) {
    #expect(Orchard(Self.home).build(text) == expected)
  }

  @Test("takes the first node that builds, in order, and does not go back on it")
  func firstMatch() {
    let tree = Orchard(
      .anyOf([.screen("a", nesting: .screen("b")), .screen("a", nesting: .screen("c")), .screen("d")]))
    #expect(tree.build("a/b") == "a/b")
    #expect(tree.build("a/c") == "stops at 1: c; allowed: b")
    #expect(tree.build("d") == "d")
  }

  @Test("puts a wildcard's screen in place of any other, but only where nothing before it builds")
  func wildcard() {
    let last = Orchard(.anyOf([.screen("a"), .wildcard(AnyScreen("sorry", content: .integer(1)), .screen("sorry"))]))
    #expect(last.build("a") == "a")
    #expect(last.build("b?id=7") == "sorry:1")
    let first = Orchard(.anyOf([.wildcard(AnyScreen("sorry"), .screen("sorry")), .screen("a")]))
    #expect(first.build("a") == "sorry")
    let useless = Orchard(.anyOf([.wildcard(AnyScreen("sorry"), .screen("home")), .screen("a")]))
    #expect(useless.build("a") == "a")
    #expect(useless.build("b") == "stops at 0: b; allowed: a")
  }

  @Test("goes on behind a wildcard with what may follow its screen, and keeps the element's identity")
  func behindWildcard() {
    let tree = Orchard(
      .wildcard(AnyScreen("x"), .wildcard(AnyScreen("y"), .screen("y", nesting: .screen("z")))))
    var build = PathBuild(path("a/z"), by: tree.composition)
    tree.finish(&build)
    #expect(build.path.description == "y/z")
    #expect(build.path.elements.map(\.id) == [.root, ElementID(1)])
  }

  @Test("lets a sub-tree end where a wildcard's screen has another name")
  func wildcardInSubTree() {
    for (name, isKept) in [("sorry", false), ("map", true)] as [(ScreenName, Bool)] {
      let screen = AnyScreen(name, content: .integer(1))
      let map = TreeNode.screen("map", route: RoutePoint("map"))
      let tree = Orchard(.screen("home", nesting: .anyOf([.wildcard(screen, .screen(name)), map])))
      var driven = path("home/map")
      driven.elements[1].subTree = SubTree("map", from: .root)
      var build = PathBuild(driven, by: tree.composition)
      tree.finish(&build)
      #expect(build.stop == nil && build.path.elements[1].screen == screen)
      #expect((build.path.elements[1].subTree != nil) == isKept)
    }
  }

  @Test("chooses a conditional's side by the name alone: what the one side does not build, the other is not asked")
  func conditional() {
    let tree = Orchard(
      .anyOf([
        .conditional(on: "detail", then: .empty, otherwise: .screen("list")),
        .conditional(on: "map", then: .screen("map", nesting: .screen("pin")), otherwise: .screen("detail")),
      ]))
    #expect(tree.build("list") == "list")
    // The first declines it for good; the next node is asked all the same.
    #expect(tree.build("detail") == "detail")
    #expect(tree.build("map/pin") == "map/pin")
    #expect(tree.build("other") == "stops at 0: other; allowed: list map detail")
  }

  @Test("lists as allowed what comes through the conditionals, also of one part in both sides, and nothing else")
  func allowedThroughConditionals() {
    let login = TreeNode.conditional(
      on: "login", then: .empty, otherwise: .anyOf([.screen("login"), .screen("map")]))
    #expect(Orchard(login).build("login") == "stops at 0: login; allowed: map")
    let part = TreeNode.conditional(on: "a", then: .remote("p"), otherwise: .remote("p"))
    let parts: [PartName: TreeNode] = ["p": .anyOf([.screen("b"), .screen("a"), .screen("c")])]
    #expect(Orchard(part, parts: parts).build("x") == "stops at 0: x; allowed: a b c")
    let neither = TreeNode.conditional(
      on: "a", then: .empty, otherwise: .conditional(on: "b", then: .empty, otherwise: .remote("p")))
    #expect(Orchard(.anyOf([neither, .screen("d")]), parts: parts).build("x") == "stops at 0: x; allowed: c d")
  }

  @Test("lets a screen follow itself, by a part that leads to itself")
  func recursion() {
    let folder = TreeNode.screen("folder", nesting: .anyOf([.remote("folder"), .screen("file")]))
    let tree = Orchard(.remote("folder"), parts: ["folder": folder])
    #expect(tree.composition.circle == nil)
    #expect(tree.build("folder/folder/folder/file") == "folder/folder/folder/file")
    #expect(tree.build("folder/file/folder") == "stops at 2: folder; allowed: ")
  }

  @Test("names the parts that nobody declares, and only those that were looked for")
  func missing() {
    let tree = Orchard(
      .screen("home", nesting: .anyOf([.screen("list"), .remote("settings"), .screen("help")])),
      parts: ["unused": .remote("elsewhere")])
    #expect(tree.composition.missing == ["elsewhere", "settings"])
    #expect(tree.build("home/help") == "home/help")
    #expect(tree.build("home/wifi") == "stops at 1: wifi; allowed: list help, missing settings")
  }

  @Test(
    "finds parts that lead to each other without a screen between",
    arguments: [
      (["a": TreeNode.remote("a")], ["a", "a"]),
      (["a": .anyOf([.screen("x"), .remote("b")]), "b": .wildcard(AnyScreen("y"), .remote("a"))], ["a", "b", "a"]),
      (
        ["a": .remote("b"), "b": .dynamic("k", then: .empty, otherwise: .remote("c")), "c": .remote("b")],
        ["b", "c", "b"]
      ),
      (["a": .screen("x", nesting: .remote("a")), "b": .remote("a")], nil),
      (["a": .remote("nobody")], nil),
    ] as [([PartName: TreeNode], [PartName]?)])
  func circles(parts: [PartName: TreeNode], circle: [PartName]?) {
    #expect(Orchard(.empty, parts: parts).composition.circle == circle)
  }

  @Test("looks into each part once for a screen, however many ways lead there")
  func manyWays() {
    var parts: [PartName: TreeNode] = ["p40": .screen("x")]
    for number in 0..<40 {
      guard let name = PartName("p\(number)"), let next = PartName("p\(number + 1)") else { continue }
      parts[name] = .anyOf([.remote(next), .remote(next)])
    }
    let tree = Orchard(.remote("p0"), parts: parts)
    #expect(tree.build("x") == "x")
    #expect(tree.build("y") == "stops at 0: y; allowed: x")
  }

  @Test("looks at a part again for other names, but not without end")
  func manyScopes() {
    var parts: [PartName: TreeNode] = ["p40": .screen("x")]
    for number in 0..<40 {
      guard let name = PartName("p\(number)"), let next = PartName("p\(number + 1)"),
        let screen = ScreenName("s\(number)")
      else { continue }
      parts[name] = .anyOf([.conditional(on: screen, then: .empty, otherwise: .remote(next)), .remote(next)])
    }
    #expect(Orchard(.remote("p0"), parts: parts).build("y") == "stops at 0: y; allowed: x")
  }

  @Test("tries the trees of several workers in the order of their names")
  func workers() {
    let composition = TreeComposition([
      TreePart(.screen("a", nesting: .screen("late")), of: "zoo"),
      TreePart(.screen("a", nesting: .screen("early")), of: "art"), TreePart(.screen("b"), of: "zoo"),
    ])
    var build = PathBuild(path("a/early"), by: composition)
    #expect(build.begin() == .finished)
    #expect(build.stop == nil)
    #expect(build.decisions[.root]?.builder?.worker == "art")
    #expect(TreeComposition([TreePart(.screen("a"), named: "p", of: "zoo")]).isDeclared == false)
  }

  @Test("builds the path of a branch as if it followed its container, and what follows the container too")
  func branches() throws {
    let tree = Orchard(.screen("tabs", nesting: .anyOf([.screen("a", nesting: .screen("b")), .screen("help")])))
    func route(_ branch: String, _ rest: String) -> Path {
      var container = Element(id: .root, screen: AnyScreen("tabs"))
      var inner = path(branch)
      for index in inner.elements.indices { inner.elements[index].id = ElementID(UInt64(10 + index)) }
      container.branches = Branches(kind: .tabs, branches: [.init("one", path: inner)], selected: "one")
      return Path([container] + path("x/" + rest).elements.dropFirst())
    }
    var good = PathBuild(route("a/b", "help"), by: tree.composition)
    tree.finish(&good)
    #expect(good.stop == nil)
    var bad = PathBuild(route("a/help", "help"), by: tree.composition)
    tree.finish(&bad)
    #expect(bad.stop == TreeNode.Stop(index: 1, screen: AnyScreen("help"), allowed: ["b"]))
  }

  @Test("counts its nodes, and how deep they lie in each other")
  func size() {
    #expect(Self.home.nodeCount == 5)
    #expect(!Self.home.nests(deeperThan: 4))
    #expect(Self.home.nests(deeperThan: 3))
    let deepest = (1..<TreeNode.depthMax).reduce(TreeNode.screen("x")) { inner, _ in
      TreeNode.screen("x", nesting: inner)
    }
    #expect(!deepest.nests(deeperThan: TreeNode.depthMax))
    #expect(TreeNode.screen("x", nesting: deepest).nests(deeperThan: TreeNode.depthMax))
  }
}
