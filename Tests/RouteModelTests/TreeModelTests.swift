// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing
import TestTraits

/// The rules of trees as they are written down, without any index: each node is a function of one element.
private struct NaiveTree {
  var roots: [TreeNode]
  var parts: [PartName: TreeNode]
  var answers: [TreeKey: BuildAnswer]

  /// The screens as built, or the index of the first that is not.
  func build(_ screens: [AnyScreen]) -> Result<[AnyScreen], Stop> {
    var built: [AnyScreen] = []
    var nesting = TreeNode.anyOf(roots)
    for (index, screen) in screens.enumerated() {
      guard let match = build(screen, by: nesting) else { return .failure(Stop(index: index)) }
      built.append(match.screen)
      nesting = match.nesting
    }
    return .success(built)
  }

  struct Stop: Error, Equatable { var index: Int }

  private func build(_ screen: AnyScreen, by node: TreeNode) -> (screen: AnyScreen, nesting: TreeNode)? {
    switch node {
    case .empty: return nil
    case .screen(let own): return own.name == screen.name ? (screen, own.nesting) : nil
    case .anyOf(let nodes):
      for node in nodes {
        if let match = build(screen, by: node) { return match }
      }
      return nil
    case .conditional(let name, let then, let otherwise):
      return build(screen, by: screen.name == name ? then : otherwise)
    case .wildcard(let other, let node): return build(other, by: node)
    case .dynamic(let key, let then, let otherwise):
      switch answers[key] ?? .declined {
      case .allow: return build(screen, by: then)
      case .declined: return build(screen, by: otherwise)
      case .tree(let node): return build(screen, by: node)
      }
    case .remote(let name): return parts[name].flatMap { build(screen, by: $0) }
    case .onDismiss(_, _, let node): return build(screen, by: node)
    }
  }
}

@Suite("A navigation tree, against the rules as they are written", .offPool)
struct TreeModelTests {
  private static let names: [ScreenName] = ["a", "b", "c", "d"]
  private static let partNames: [PartName] = ["p", "q", "r"]
  private static let keys: [TreeKey] = ["k", "l", "m"]

  @Test("builds 10 000 random paths by random trees as a naive model does", arguments: 0..<10)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (builtCount, stoppedCount) = (0, 0)
    var round = 0
    while round < 1000 {
      let naive = tree(&generator)
      let composition = TreeComposition(
        naive.roots.map { TreePart($0, of: "kiosk") }
          + naive.parts.map { TreePart($0.value, named: $0.key, of: "kiosk") })
      guard composition.circle == nil else { continue }
      round += 1
      let screens = (0...Int.random(in: 0...3, using: &generator)).map { _ in screen(&generator) }
      let elements = screens.enumerated().map { Element(id: ElementID(UInt64($0)), screen: $1) }
      var build = PathBuild(Path(elements), by: composition)
      var step = build.begin()
      while case .ask(let ask) = step { step = build.answer(naive.answers[ask.key] ?? .declined) }
      switch naive.build(screens) {
      case .success(let expected):
        builtCount += 1
        #expect(build.stop == nil, "seed \(seed), round \(round)")
        #expect(build.path.elements.map(\.screen) == expected, "seed \(seed), round \(round)")
      case .failure(let stop):
        stoppedCount += 1
        #expect(build.stop?.index == stop.index, "seed \(seed), round \(round)")
        #expect(build.stop?.screen == screens[stop.index], "seed \(seed), round \(round)")
      }
    }
    #expect(builtCount > 100)
    #expect(stoppedCount > 100)
  }

  private func tree(_ generator: inout SeededGenerator) -> NaiveTree {
    var parts: [PartName: TreeNode] = [:]
    for name in Self.partNames.dropLast() { parts[name] = node(depth: 3, &generator) }
    var answers: [TreeKey: BuildAnswer] = [:]
    for key in Self.keys {
      // An answered tree that leads back to parts could make a circle, which only the real one breaks.
      answers[key] = [.allow, .declined, .tree(node(depth: 2, isPlain: true, &generator))].randomElement(
        using: &generator)
    }
    let root = TreeNode.anyOf((0..<4).map { _ in node(depth: 4, &generator) })
    return NaiveTree(roots: [root], parts: parts, answers: answers)
  }

  private func node(depth: Int, isPlain: Bool = false, _ generator: inout SeededGenerator) -> TreeNode {
    let name = Self.names.randomElement(using: &generator) ?? "a"
    guard depth > 0 else { return .screen(TreeNode.Screen(name)) }
    switch Int.random(in: 0..<(isPlain ? 11 : 14), using: &generator) {
    case 0: return .empty
    case 1...3:
      return .anyOf(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in node(depth: depth - 1, isPlain: isPlain, &generator) }
      )
    case 4:
      return .conditional(
        on: name, then: node(depth: depth - 1, isPlain: isPlain, &generator),
        otherwise: node(depth: depth - 1, isPlain: isPlain, &generator))
    case 5: return .wildcard(screen(&generator), node(depth: depth - 1, isPlain: isPlain, &generator))
    case 6: return .onDismiss("k", of: nil, node(depth: depth - 1, isPlain: isPlain, &generator))
    case 11:
      return .dynamic(
        Self.keys.randomElement(using: &generator) ?? "k", then: node(depth: depth - 1, &generator),
        otherwise: node(depth: depth - 1, &generator))
    case 12, 13: return .remote(Self.partNames.randomElement(using: &generator) ?? "p")
    default: return .screen(TreeNode.Screen(name, nesting: node(depth: depth - 1, isPlain: isPlain, &generator)))
    }
  }

  private func screen(_ generator: inout SeededGenerator) -> AnyScreen {
    AnyScreen(
      Self.names.randomElement(using: &generator) ?? "a",
      content: Bool.random(using: &generator) ? .null : .integer(Int64.random(in: 0...2, using: &generator)),
      presentation: Int.random(in: 0..<4, using: &generator) == 0 ? .sheet(allowsPush: true) : .push)
  }
}
