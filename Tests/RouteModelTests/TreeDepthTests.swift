// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("A tree of nodes in each other")
struct TreeDepthTests {
  /// So many nodes in each other, in parts of at most 80 that lead to the next one; the last node is the screen `home`.
  private static func chain(_ count: Int, route: RoutePoint? = nil) throws -> Orchard {
    var node = TreeNode.screen("home", route: route)
    var parts: [PartName: TreeNode] = [:]
    for number in 1..<count {
      if number.isMultiple(of: 80) {
        let name = try #require(PartName("p\(number)"))
        parts[name] = node
        node = .remote(name)
      } else {
        node = conditionals(1, round: node)
      }
    }
    return Orchard(node, parts: parts)
  }

  /// A node with so many others round it, which lead to it for any screen but `zzz`.
  private static func conditionals(_ count: Int, round node: TreeNode) -> TreeNode {
    (0..<count).reduce(node) { inner, _ in .conditional(on: "zzz", then: .empty, otherwise: inner) }
  }

  @Test("is searched to its deepest node, those of parts in parts counted", arguments: [240, 257, 320, 400, 512])
  func searched(count: Int) throws {
    for route in [nil, RoutePoint("home")] {
      let tree = try Self.chain(count, route: route)
      #expect(tree.composition.excess == nil)
      #expect(tree.build("home") == "home")
      #expect(tree.build("x") == "stops at 0: x; allowed: home")
    }
  }

  @Test("is refused where they are more than 512, with routes and without", arguments: [513, 800, 40_000])
  func refused(count: Int) throws {
    for route in [nil, RoutePoint("home")] {
      #expect(try Self.chain(count, route: route).composition.excess == .depth)
    }
  }

  @Test("is as deep as the longest way through its parts, not as the first one")
  func longest() {
    let parts: [PartName: TreeNode] = [
      "a": Self.conditionals(200, round: .remote("b")), "b": Self.conditionals(200, round: .remote("c")),
      "c": Self.conditionals(120, round: .screen("home")),
    ]
    #expect(Orchard(.anyOf([.remote("c"), .remote("b"), .remote("a")]), parts: parts).composition.excess == .depth)
    #expect(Orchard(.empty, parts: ["b": parts["b"] ?? .empty, "c": parts["c"] ?? .empty]).composition.excess == nil)
  }

  @Test("has no end where a screen leads to itself, but each search in it has one")
  func circles() {
    let folder = Orchard(
      .remote("a"), parts: ["a": .screen("x", nesting: .remote("b")), "b": .screen("y", nesting: .remote("a"))])
    #expect(folder.composition.excess == nil)
    #expect(folder.build("x/y/x/y/x") == "x/y/x/y/x")
    let home = Self.conditionals(300, round: .screen("home"))
    let parts: [PartName: TreeNode] = [
      "a": .anyOf([.screen("x", nesting: .remote("b")), home]), "b": Self.conditionals(300, round: .remote("a")),
    ]
    #expect(Orchard(.remote("a"), parts: parts).composition.excess == .depth)
  }

  @Test("is searched as deep however many workers declare trees")
  func workers() throws {
    var parts = [TreePart(Self.conditionals(95, round: .screen("home")), of: "a")]
    for number in 0..<700 { parts.append(TreePart(.screen("x"), of: try #require(WorkerName("w\(number)")))) }
    var build = PathBuild(path("home"), by: TreeComposition(parts))
    #expect(build.begin() == .finished)
    #expect(build.stop == nil)
  }

  @Test("holds a part that is too deep in answers in another place too")
  func otherPlace() throws {
    // Each answer lies 96 deeper than the one before; so the seventh leads to the part at the very depth where searches end.
    var answers: [TreeKey: BuildAnswer] = ["k6": .tree(Self.conditionals(30, round: .remote("p")))]
    for number in 0..<6 {
      let next = TreeNode.dynamic(try #require(TreeKey("k\(number + 1)")), then: .empty, otherwise: .empty)
      answers[try #require(TreeKey("k\(number)"))] = .tree(Self.conditionals(95, round: next))
    }
    let tree = Orchard(
      .anyOf([.dynamic("k0", then: .empty, otherwise: .empty), .remote("p")]), parts: ["p": .screen("home")],
      answers: answers)
    #expect(tree.build("home") == "home")
  }
}
