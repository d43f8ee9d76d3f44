// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing

@Suite("Coordinator: every verb and the tree, against a naive model")
struct CoordinatorTreeModelTests {
  private static let names: [ScreenName] = ["home", "list", "detail", "map", "help"]

  /// Nobody registered anything that a plan has to know.
  private struct Nobody: Registry {
    func answersRequests(_ name: ScreenName) -> Bool { false }
    func mayHandle(_ request: Request, screen: ScreenName) -> Bool { false }
    func presentation(of name: ScreenName) -> Presentation? { nil }
    func declaredBranches(of name: ScreenName) -> Branches? { nil }
  }

  @Test("A verb is committed iff the tree builds what it leads to", arguments: 0..<40)
  func verbs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rooms = TreeNode.anyOf((0..<4).map { _ in node(depth: 2, &random) })
    let tree = TreeNode.screen("home", nesting: .anyOf([.remote("rooms"), node(depth: 3, &random)]))
    var bench = Bench()
    bench.register("kiosk") {
      $0.tree = tree
      $0.parts = ["rooms": rooms]
    }
    bench.replace("home")
    var endings: Set<String> = []
    for _ in 0..<60 {
      let verb = verb(&random)
      let route = Route(root: try #require(bench.state()).path.path)
      var ids = IDSource(next: 1000)
      guard case .success(let goal) = route.applying(verb, ids: &ids, in: Nobody()) else { continue }
      let builds = goal.root.elements.reduce(into: [tree] as [TreeNode]?) { nodes, element in
        nodes = nodes.flatMap { match(element.screen.name, $0, rooms) }.map { [$0] }
      }
      let ending = bench.run(.navigator(verb))
      #expect(ending == (builds != nil ? "committed" : "rejected notInTree"), "\(route) \(verb.verbText) → \(goal)")
      #expect(bench.path == (builds != nil ? goal : route).description)
      endings.insert(ending)
    }
    #expect(!endings.isEmpty)
  }

  /// What may follow a screen of this name, where the first of the nodes that builds it stands.
  private func match(_ name: ScreenName, _ nodes: [TreeNode], _ rooms: TreeNode) -> TreeNode? {
    for node in nodes {
      let found: TreeNode? =
        switch node {
        case .screen(let screen): screen.name == name ? screen.nesting : nil
        case .anyOf(let nodes): match(name, nodes, rooms)
        case .conditional(let own, let then, let otherwise): match(name, [own == name ? then : otherwise], rooms)
        case .remote: match(name, [rooms], rooms)
        case .empty, .wildcard, .dynamic, .onDismiss: nil
        }
      if let found { return found }
    }
    return nil
  }

  private func node(depth: Int, _ random: inout SeededGenerator) -> TreeNode {
    let name = random.pick(Self.names)
    guard depth > 0 else { return .screen(name, nesting: random.below(3) == 0 ? .empty : .remote("rooms")) }
    switch random.below(6) {
    case 0: return .anyOf((0..<random.below(4)).map { _ in node(depth: depth - 1, &random) })
    case 1:
      return .conditional(on: name, then: node(depth: depth - 1, &random), otherwise: node(depth: depth - 1, &random))
    default: return .screen(name, nesting: node(depth: depth - 1, &random))
    }
  }

  private func verb(_ random: inout SeededGenerator) -> NavigatorVerb {
    let screen = AnyScreen(random.pick(Self.names), content: random.below(3) == 0 ? .integer(1) : .null)
    let target = Target.screen(AnyScreen(random.pick(Self.names)))
    switch random.below(9) {
    case 0...3: return .go(to: PathItem(screen), on: target)
    case 4:
      return .goPath(to: (0..<random.below(3)).map { _ in PathItem(AnyScreen(random.pick(Self.names))) }, on: target)
    case 5:
      let rest = (0..<random.below(4)).map { _ in PathItem(AnyScreen(random.pick(Self.names))) }
      return .replace(path: [PathItem(AnyScreen("home"))] + rest, in: nil)
    case 6: return .dismiss(target)
    case 7: return .goBack(to: target)
    default: return .replaceContent(of: target, with: screen)
    }
  }
}
