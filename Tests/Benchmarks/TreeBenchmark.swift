// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A long path, built by a large tree.
enum TreeBenchmark {
  static func run() {
    let wide = TreeComposition([TreePart(Orchard.wide(screens: 5000), of: "kiosk"), Orchard.loop(screens: 5000)])
    let path = Orchard.path(length: 100, of: 5000)
    print("a path of 100 elements by a tree of \(Orchard.wide(screens: 5000).nodeCount) nodes:")
    for (name, composition) in [("by parts", wide), ("by wildcards and conditionals", Orchard.mixed(screens: 2500))] {
      let times = measure(rounds: 200) {
        var build = PathBuild(path, by: composition)
        precondition(build.begin() == .finished && build.stop == nil)
      }
      Report.tell(name, times)
    }
    let nodes = (root: Orchard.wide(screens: 5000), parts: ["any": Orchard.wide(screens: 5000)] as [PartName: TreeNode])
    let naive = measure(rounds: 20) { precondition(Naive.builds(path, by: nodes.root, nodes.parts)) }
    Report.tell("node by node, for comparison", naive)
    let times = measure(rounds: 50) { _ = TreePart(Orchard.wide(screens: 5000), of: "kiosk") }
    Report.tell("indexing that tree", times)
  }

  private static func measure(rounds: Int, _ work: () -> Void) -> [Duration] {
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in clock.measure(work) }
  }
}

/// What anybody would write first: every node is tried in turn.
private enum Naive {
  static func builds(_ path: Path, by root: TreeNode, _ parts: [PartName: TreeNode]) -> Bool {
    var next = root
    for element in path.elements {
      guard let nesting = nesting(of: element.screen.name, in: next, parts) else { return false }
      next = nesting
    }
    return true
  }

  private static func nesting(of name: ScreenName, in node: TreeNode, _ parts: [PartName: TreeNode]) -> TreeNode? {
    switch node {
    case .screen(let screen): screen.name == name ? screen.nesting : nil
    case .anyOf(let nodes): nodes.lazy.compactMap { nesting(of: name, in: $0, parts) }.first
    case .remote(let part): parts[part].flatMap { nesting(of: name, in: $0, parts) }
    case .empty, .conditional, .wildcard, .dynamic, .onDismiss: nil
    }
  }
}

/// Trees to measure with.
private enum Orchard {
  static func name(_ number: Int) -> ScreenName { ScreenName("screen-\(number)") ?? "screen" }

  /// A root, behind which any of so many screens may follow, and behind each of them any again.
  static func wide(screens: Int) -> TreeNode {
    .anyOf((0..<screens).map { .screen(name($0), nesting: .remote("any")) })
  }

  static func loop(screens: Int) -> TreePart { TreePart(wide(screens: screens), named: "any", of: "kiosk") }

  /// As many nodes, most of which have to be tried one after another.
  static func mixed(screens: Int) -> TreeComposition {
    let first = (0..<50).map { TreeNode.conditional(on: name($0 + screens), then: .screen("x"), otherwise: .empty) }
    let screen = (0..<screens).map { TreeNode.screen(name($0), nesting: .remote("any")) }
    let last = TreeNode.wildcard(AnyScreen(name(0)), .screen(name(0), nesting: .remote("any")))
    let part = TreeNode.anyOf(first + screen + [last])
    return TreeComposition([TreePart(part, of: "kiosk"), TreePart(part, named: "any", of: "kiosk")])
  }

  static func path(length: Int, of screens: Int) -> Path {
    Path((0..<length).map { Element(id: ElementID(UInt64($0)), screen: AnyScreen(name($0 * 37 % screens))) })
  }
}
