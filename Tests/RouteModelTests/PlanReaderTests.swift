// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@Suite("The plan of a composed tree")
struct PlanReaderTests {
  @Test(
    "is what reading each part on each way to it makes, or has a route twice as that has",
    arguments: 0..<40 as Range<UInt64>)
  func naive(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let parts: [PartName: TreeNode] = [
        "p": Self.node(&random, 3), "q": Self.node(&random, 3), "r": Self.node(&random, 2),
      ]
      let root = Self.node(&random, 3)
      let composition = TreeComposition(
        [TreePart(root, of: "kiosk")] + parts.map { TreePart($0.value, named: $0.key, of: "kiosk") })
      var naive = Naive(parts: parts)
      naive.read(root, parent: nil, on: [], known: [])
      let ids = naive.nodes.map(\.id)
      if Set(ids).count == ids.count {
        #expect(composition.plan.nodes.map(\.id) == ids, "\(root) \(parts)")
        #expect(composition.plan.nodes.map(\.parent) == naive.nodes.map(\.parent), "\(root) \(parts)")
      } else {
        #expect(composition.plan.duplicates != nil, "\(root) \(parts)")
      }
    }
  }

  @Test("takes steps that grow with the nodes, however the parts lead to each other")
  func steps() throws {
    for (route, isAlternative) in [(true, false), (false, false), (true, true)] {
      var parts = [TreePart(.remote("p0"), of: "kiosk")]
      for number in 0..<60 {
        let next = TreeNode.remote(try #require(PartName("p\(number + 1)")))
        let node = isAlternative ? TreeNode.conditional(on: "x", then: next, otherwise: next) : .anyOf([next, next])
        parts.append(TreePart(node, named: PartName("p\(number)"), of: "kiosk"))
      }
      parts.append(TreePart(.screen("leaf", route: route ? RoutePoint("leaf") : nil), named: "p60", of: "kiosk"))
      let composition = TreeComposition(parts)
      #expect(composition.steps < 400 && composition.excess == nil)
      #expect((composition.plan.duplicates != nil) == (route && !isAlternative))
      #expect(composition.circle == nil)
    }
  }

  @Test("is given up where nodes lie too deep in each other, whether routes are among them or not")
  func depth() throws {
    func chain(route: Bool) throws -> TreeComposition {
      var parts = [TreePart(.remote("p0"), of: "kiosk")]
      for number in 0..<5000 {
        let next = TreeNode.remote(try #require(PartName("p\(number + 1)")))
        parts.append(TreePart(.screen("s", nesting: next), named: PartName("p\(number)"), of: "kiosk"))
      }
      parts.append(TreePart(.screen("leaf", route: route ? RoutePoint("leaf") : nil), named: "p5000", of: "kiosk"))
      return TreeComposition(parts)
    }
    #expect(try chain(route: true).excess == .depth)
    #expect(try chain(route: false).excess == .depth)
    #expect(try chain(route: false).circle == nil)
  }

  private static func node(_ random: inout SeededGenerator, _ depth: Int) -> TreeNode {
    let part = random.pick(["p", "q", "r"] as [PartName])
    switch depth == 0 ? random.below(3) : random.below(9) {
    case 0: return .empty
    case 1, 2: return .remote(part)
    case 3: return .anyOf([node(&random, depth - 1), node(&random, depth - 1)])
    case 4: return .conditional(on: "x", then: node(&random, depth - 1), otherwise: node(&random, depth - 1))
    case 5: return .dynamic("k", then: node(&random, depth - 1), otherwise: node(&random, depth - 1))
    case 6: return .screen("s", nesting: node(&random, depth - 1))
    default:
      let id = RouteID("r\(random.below(30))") ?? "r"
      return .screen("s", nesting: node(&random, depth - 1), route: RoutePoint(id))
    }
  }

  /// Reads each part again on each way to it.
  private struct Naive {
    let parts: [PartName: TreeNode]
    var nodes: [(id: RouteID, parent: Int?)] = []

    mutating func read(_ node: TreeNode, parent: Int?, on way: Set<PartName>, known: Set<RouteID>) {
      switch node {
      case .empty: break
      case .screen(let screen):
        var parent = parent
        if let route = screen.route {
          guard !known.contains(route.id) else { return }
          nodes.append((route.id, parent))
          parent = nodes.count - 1
        }
        read(screen.nesting, parent: parent, on: way, known: known)
      case .anyOf(let nodes): for node in nodes { read(node, parent: parent, on: way, known: known) }
      case .wildcard(_, let node), .onDismiss(_, _, let node): read(node, parent: parent, on: way, known: known)
      case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise):
        let before = nodes.count
        read(then, parent: parent, on: way, known: known)
        read(otherwise, parent: parent, on: way, known: known.union(nodes[before...].map(\.id)))
      case .remote(let name):
        guard !way.contains(name), let part = parts[name] else { return }
        read(part, parent: parent, on: way.union([name]), known: known)
      }
    }
  }
}
