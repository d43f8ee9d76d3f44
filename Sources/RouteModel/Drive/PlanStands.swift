// SPDX-License-Identifier: Apache-2.0

/// The elements of a path that stand for routes of the plan.
///
/// The path is read from the root on. The first element stands for a root of the plan, or else for the first route with
/// its screen. Each further element stands for a child of the nearest route beneath it that has a child with this screen.
/// An element without a place in the plan is passed over. A sub-tree's first element stands for the route that it was
/// driven to, above the element that it was driven from. Rules: specification, section "Drive".
struct PlanStands {
  /// An element that stands for a route.
  struct Stand: Hashable {
    var element: ElementID
    /// The route; nil if the plan does not hold it any more.
    var node: Int?
    /// The stand of the parent route. It is not always the stand beneath on the path.
    var parent: Int?
    /// Whether a sub-tree begins with it.
    var beginsSubTree: Bool
  }

  /// The end of a step.
  enum Arrival: Hashable {
    /// An element of the path.
    case stand(Int)
    /// A route above the first one of the path, for which no element stands.
    case node(Int)
  }

  let plan: RoutePlan
  /// From the root on.
  private(set) var stands: [Stand] = []

  init(_ route: Route, in plan: RoutePlan) {
    self.plan = plan
    for element in route.activePath {
      if let stand = stand(for: element) { stands.append(stand) }
    }
  }

  private func stand(for element: Element) -> Stand? {
    if let subTree = element.subTree {
      // If the element that it was driven from is gone, the nearest stand below becomes the parent.
      let origin = stands.lastIndex { $0.element == subTree.origin } ?? stands.indices.last
      return Stand(element: element.id, node: plan.index(of: subTree.route), parent: origin, beginsSubTree: true)
    }
    let screen = element.screen.name
    guard var below = stands.indices.last else {
      let node = plan.child(of: nil, showing: screen) ?? plan.first(showing: screen)
      return node.map { Stand(element: element.id, node: $0, parent: nil, beginsSubTree: false) }
    }
    while true {
      if let node = stands[below].node, let child = plan.child(of: node, showing: screen) {
        return Stand(element: element.id, node: child, parent: below, beginsSubTree: false)
      }
      guard let next = stands[below].parent else { return nil }
      below = next
    }
  }

  /// The stand of an element, or of the nearest one beneath it on the active path.
  func stand(at element: ElementID, on route: Route) -> Int? {
    let path = route.activePath.map(\.id)
    guard let top = path.firstIndex(of: element) else { return nil }
    let beneath = Set(path[...top])
    return stands.lastIndex { beneath.contains($0.element) }
  }

  /// The place above: the parent route's, or for a sub-tree the place that it was driven from.
  func parent(of place: Arrival) -> Arrival? {
    switch place {
    case .stand(let index):
      if let parent = stands[index].parent { return .stand(parent) }
      return stands[index].node.flatMap { plan.nodes[$0].parent }.map { .node($0) }
    case .node(let node): return plan.nodes[node].parent.map { .node($0) }
    }
  }

  /// The route of a place; nil if the plan does not hold it any more.
  func node(of place: Arrival) -> Int? {
    switch place {
    case .stand(let index): stands[index].node
    case .node(let node): node
    }
  }

  /// All places above, nearest first.
  func ancestors(of place: Arrival) -> [Arrival] {
    var ancestors: [Arrival] = []
    var next = parent(of: place)
    while let place = next {
      ancestors.append(place)
      next = parent(of: place)
    }
    return ancestors
  }
}
