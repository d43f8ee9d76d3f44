// SPDX-License-Identifier: Apache-2.0

/// Reads the routes of a composed tree into a plan.
///
/// A part that leads to itself is entered once on each way down. The routes of both alternatives count; a route that
/// stands in both counts once. Each part is read once: read again, it would add nothing where its first reading lies in
/// the other alternative, and the same routes twice anywhere else, for which a registration is refused.
package struct PlanReader {
  /// Nodes in each other, those of parts in parts counted.
  package static let depthMax = 512
  /// Nodes that are read. Far more than a coordinator's trees hold together, unless parts that stand in several
  /// alternatives are read again and again.
  static let stepsMax = 100_000

  private(set) var plan = RoutePlan()
  /// The nodes that were read so far.
  private(set) var steps = 0
  /// The limit at which the reading ended.
  private(set) var excess: TreeExcess?

  private let parts: [PartName: TreePart]
  private var readings: [PartName: Reading] = [:]
  /// The steps at which the routes of the plan were read first.
  private var firstSteps: [RouteID: Int] = [:]
  private var hasDuplicates = false
  /// For each alternative round the present node, the steps of its other side, which was read before; in this order.
  private var otherSides: [Range<Int>] = []

  /// How far the reading of a part has come.
  private enum Reading {
    /// The present node lies in it.
    case open
    /// It took these steps.
    case closed(Range<Int>)
  }

  /// What stands round a node.
  private struct Surroundings {
    var worker: WorkerName
    var parent: Int?
    var screens: ScreenLine?
    var depth = 0
  }

  /// A reader of a tree whose parts are these.
  init(_ parts: [PartName: TreePart]) { self.parts = parts }

  /// Reads a part that may begin a path.
  mutating func read(_ part: TreePart) { read(part.node, in: Surroundings(worker: part.worker)) }

  private mutating func read(_ node: TreeNode, in outer: Surroundings) {
    guard excess == nil else { return }
    steps += 1
    if steps > Self.stepsMax { excess = .steps }
    // What builds nothing is no level.
    if case .empty = node {} else if outer.depth == Self.depthMax { excess = .depth }
    guard excess == nil else { return }
    var inner = outer
    inner.depth += 1
    switch node {
    case .empty: break
    case .screen(let screen): read(screen, in: inner)
    case .anyOf(let nodes): for node in nodes { read(node, in: inner) }
    case .wildcard(_, let node), .onDismiss(_, _, let node): read(node, in: inner)
    case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise):
      let start = steps + 1
      read(then, in: inner)
      otherSides.append(start..<steps + 1)
      read(otherwise, in: inner)
      otherSides.removeLast()
    case .remote(let name): read(name, in: inner)
    }
  }

  private mutating func read(_ screen: TreeNode.Screen, in outer: Surroundings) {
    var inner = outer
    inner.screens = ScreenLine(screen.name, in: outer.screens)
    if let route = screen.route {
      if let step = firstSteps[route.id] {
        if isOnOtherSide(step..<step + 1) { return }
        hasDuplicates = true
      } else {
        firstSteps[route.id] = steps
      }
      inner.parent = plan.add(route, screen: screen.name, below: outer.parent, by: outer.worker, at: inner.screens)
    }
    read(screen.nesting, in: inner)
  }

  private mutating func read(_ name: PartName, in outer: Surroundings) {
    guard let part = parts[name] else { return }
    switch readings[name] {
    case .open: return
    case .closed(let steps): if hasDuplicates || isOnOtherSide(steps) { return }
    case nil: break
    }
    let start = steps + 1
    readings[name] = .open
    var inner = outer
    inner.worker = part.worker
    read(part.node, in: inner)
    readings[name] = .closed(start..<steps + 1)
  }

  /// Whether these steps lie on the other side of an alternative that the present node lies in.
  private func isOnOtherSide(_ steps: Range<Int>) -> Bool {
    // The other sides lie one after the other, so that one of them can hold the steps only.
    guard let side = otherSides.last(where: { $0.lowerBound <= steps.lowerBound }) else { return false }
    return steps.upperBound <= side.upperBound
  }
}

extension RoutePlan {
  /// The routes of a composed tree.
  package init(_ composition: TreeComposition) { self = composition.plan }
}

/// The screens of the tree round a declaration, from the inside out: a node shares them with all that lie in it.
package final class ScreenLine: Sendable {
  private let name: ScreenName
  private let outer: ScreenLine?

  init(_ name: ScreenName, in outer: ScreenLine?) {
    self.name = name
    self.outer = outer
  }

  /// The names, outermost first.
  var names: [ScreenName] {
    var names: [ScreenName] = []
    var line: ScreenLine? = self
    while let screen = line {
      names.append(screen.name)
      line = screen.outer
    }
    return names.reversed()
  }
}

extension ScreenLine: Hashable {
  /// Equality of the names.
  package static func == (a: ScreenLine, b: ScreenLine) -> Bool { a === b || a.names == b.names }

  /// Consistent with `==`.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
