// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Random nodes of trees, and what else travels with them.
extension SeededGenerator {
  mutating func treeNode(depth: Int = 3) -> TreeNode {
    guard depth > 0 else { return bool() ? .empty : .screen(TreeNode.Screen(name())) }
    switch below(8) {
    case 0: return .empty
    case 1: return .anyOf((0..<below(4)).map { _ in treeNode(depth: depth - 1) })
    case 2: return .conditional(on: name(), then: treeNode(depth: depth - 1), otherwise: treeNode(depth: depth - 1))
    case 3: return .wildcard(screen(), treeNode(depth: depth - 1))
    case 4: return .dynamic(treeKey(), then: treeNode(depth: depth - 1), otherwise: treeNode(depth: depth - 1))
    case 5: return .remote(name())
    case 6: return .onDismiss(treeKey(), of: maybe { $0.name() }, treeNode(depth: depth - 1))
    default:
      return .screen(
        TreeNode.Screen(
          name(), nesting: treeNode(depth: depth - 1), onAppear: maybe { $0.treeKey() }, isVirtual: bool(),
          route: maybe { $0.routePoint() }))
    }
  }

  mutating func routePoint() -> RoutePoint {
    RoutePoint(name(), requires: list(upTo: 2) { $0.pick(["id", "ä"]) }, takes: list(upTo: 2) { _ in "zoom" })
  }

  mutating func drive() -> Drive {
    Drive(
      pick([.parent, .route(name()), .subTree(name())]), from: maybe { $0.target() },
      input: .object([("id", content())]), transactional: bool())
  }

  mutating func driveStep() -> Drive.Step {
    Drive.Step(
      pick(Drive.Step.Direction.allCases), to: name(), screen: name(), beginsSubTree: bool(), destination: name(),
      input: .object([("id", content())]))
  }

  mutating func treeKey() -> TreeKey { pick(["k", "3@2/0", "~!{}\"'"]) }

  mutating func linkReading() -> LinkReading {
    let patterns = list(upTo: 2) { generator -> LinkPattern? in
      try? LinkPattern(
        url: generator.pick(["exhibit/{id:int}", "app://search[/{q}]?{page:int=1}&{flag:flag}"]),
        to: generator.pick([.path("home"), .path("home/list?x=1"), .path(""), .destination(generator.name())]))
    }
    return LinkReading(
      schemes: list(upTo: 2) { $0.pick(["museum", "x-a+b.c"]) }, patterns: patterns.compactMap(\.self),
      parses: bool())
  }

  mutating func treeStop() -> TreeNode.Stop {
    TreeNode.Stop(
      index: below(256), screen: screen(), allowed: list(upTo: 3) { $0.name() }, missing: list(upTo: 2) { $0.name() })
  }

  mutating func buildStep() -> BuildStep {
    BuildStep(
      screen: screen(), worker: maybe { $0.name() }, part: maybe { $0.name() }, wasAsked: bool(),
      host: maybe { $0.name() }, inside: list(upTo: 2) { $0.name() })
  }

  mutating func walkStep() -> Drive.PlannedStep {
    Drive.PlannedStep(
      pick(Drive.Step.Direction.allCases), to: name(), screen: name(), beginsSubTree: bool(),
      element: maybe { ElementID($0.count()) }, from: name(), at: maybe { ElementID($0.count()) },
      worker: maybe { $0.name() }, isAsked: bool(), missing: list(upTo: 2) { $0.text() })
  }

  mutating func treeEvent() -> TreeNode.Event {
    TreeNode.Event(
      scene: name(), revision: count(), key: treeKey(),
      kind: pick([.dismissed, .appeared(isInitial: true), .appeared(isInitial: false)]), element: ElementID(count()),
      screen: screen(), route: path())
  }
}
