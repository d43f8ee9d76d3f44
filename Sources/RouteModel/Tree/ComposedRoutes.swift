// SPDX-License-Identifier: Apache-2.0

/// A limit that a composed tree exceeds (specification, section "Constants").
package enum TreeExcess: Hashable, Sendable {
  /// Too many nodes would have to be read for the plan.
  case steps
  /// Nodes stand too deep in each other, those of parts in parts counted.
  case depth
}

/// The routes of a composed tree: the plan, and the place of each route in the tree.
final class ComposedRoutes: Sendable {
  let plan: RoutePlan
  /// Where the search for the screen of a route begins.
  let places: [RouteID: TreePlace]
  /// The nodes that were read.
  let steps: Int
  let excess: TreeExcess?

  init(roots: [TreePart], parts: [PartName: TreePart]) {
    let bearing = Self.bearing(roots: roots, parts: parts)
    var reader = PlanReader(bearing.parts)
    var finder = RouteFinder(bearing.parts)
    for part in bearing.roots {
      reader.read(part)
      finder.find(in: part)
    }
    (plan, places) = (reader.plan, finder.places)
    steps = reader.steps + roots.count + parts.count
    // A part without routes is not read for the plan, but searched as any other.
    excess = TreeDepth.isDeeper(than: PlanReader.depthMax, roots, parts) ? .depth : reader.excess ?? finder.excess
  }

  /// The parts that hold a route or lead to a part that does. The others add nothing to a plan.
  private static func bearing(
    roots: [TreePart], parts: [PartName: TreePart]
  ) -> (roots: [TreePart], parts: [PartName: TreePart]) {
    var leading: [PartName: [PartName]] = [:]
    for (name, part) in parts {
      for reference in part.references { leading[reference, default: []].append(name) }
    }
    var bearing: [PartName: TreePart] = parts.filter { $0.value.hasRoutes }
    var rest = Array(bearing.keys)
    while let name = rest.popLast() {
      for other in leading[name] ?? [] where bearing[other] == nil {
        bearing[other] = parts[other]
        rest.append(other)
      }
    }
    return (roots.filter { $0.hasRoutes || $0.references.contains { bearing[$0] != nil } }, bearing)
  }
}

/// Finds the place of each route. A part is looked at once, for its inside does not depend on the way to it.
private struct RouteFinder {
  private(set) var places: [RouteID: TreePlace] = [:]
  private(set) var excess: TreeExcess?
  private let parts: [PartName: TreePart]
  private var seen: Set<PartName> = []

  init(_ parts: [PartName: TreePart]) { self.parts = parts }

  mutating func find(in part: TreePart) {
    let place = TreePlace(part: part, block: part.index.root)
    find(in: place, level: place, depth: 0)
  }

  /// - Parameter level: the outermost place from which `place` is reached without a screen between.
  private mutating func find(in place: TreePlace, level: TreePlace, depth: Int) {
    guard place.block != TreeIndex.emptyBlock else { return }
    guard depth < PlanReader.depthMax else {
      excess = .depth
      return
    }
    let depth = depth + 1
    for entry in place.entries.entries {
      switch entry.kind {
      case .screen(let traits, let next):
        if let route = traits.route, places[route] == nil { places[route] = level }
        find(in: place.at(next), level: place.at(next), depth: depth)
      case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise):
        find(in: place.at(then), level: level, depth: depth)
        find(in: place.at(otherwise), level: level, depth: depth)
      case .wildcard(_, let inner): find(in: place.at(inner), level: level, depth: depth)
      case .remote(let name):
        guard let part = parts[name], seen.insert(name).inserted else { continue }
        find(in: TreePlace(part: part, block: part.index.root), level: level, depth: depth)
      }
    }
  }
}
