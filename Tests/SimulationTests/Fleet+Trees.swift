// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Trees of chance. Without wildcards: a naive model of the verbs can then still say what was committed.
extension Fleet {
  /// Lets the first worker declare what begins a path, the second what follows, and both read links.
  mutating func plantTree(_ random: inout SeededGenerator) {
    settings.treeChange = random.pick([.keep, .trim])
    settings.startHostWaitMs = random.number(200...3000)
    workers[0].tree = Self.tree(from: &random)
    workers[1].parts["rooms"] = Self.rooms(from: &random)
    let patterns = [("detail/{n:int}", "home/detail?n={n}"), ("form?pin={pin}", "home/form?pin={pin}")]
    workers[0].links = LinkReading(
      schemes: ["app"], patterns: patterns.compactMap { try? LinkPattern(url: $0, path: $1) })
    workers[1].links = LinkReading(parses: random.chance(700))
  }

  var hasTree: Bool { workers.contains { $0.tree != nil } }

  static func tree(from random: inout SeededGenerator) -> TreeNode {
    .anyOf(
      ["home", "map"].map { (name: ScreenName) in
        let plan = name == "home" ? plan(from: &random) : []
        return .screen(
          name, nesting: .anyOf(plan + [.remote("rooms")]), onAppear: random.chance(300) ? "came" : nil,
          route: name == "home" ? RoutePoint("home") : nil)
      })
  }

  /// The routes that drives walk on; each is called as its screen.
  static let routes: [RouteID] = ["home", "list", "detail", "help"]

  /// Those below home.
  private static func plan(from random: inout SeededGenerator) -> [TreeNode] {
    let detail = RoutePoint("detail", requires: random.chance(500) ? ["n"] : [], takes: ["n"])
    return [
      .screen(
        "list", nesting: .anyOf([.screen("detail", nesting: .remote("rooms"), route: detail), .remote("rooms")]),
        route: RoutePoint("list", takes: ["n"])),
      .screen("help", route: RoutePoint("help")),
    ]
  }

  static func rooms(from random: inout SeededGenerator) -> TreeNode {
    .anyOf(
      screens.filter { _ in random.chance(850) }.map { name in
        let screen = TreeNode.screen(
          name, nesting: .remote(random.chance(950) ? "rooms" : "attic"), isVirtual: random.chance(50))
        switch random.below(8) {
        case 0...1:
          return .conditional(on: name, then: .dynamic("may", then: screen, otherwise: .empty), otherwise: .empty)
        case 2: return .onDismiss("left", of: random.chance(500) ? name : nil, screen)
        default: return screen
        }
      })
  }
}
