// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The line through the branches that show: the root path in order, after a container its showing branches, each in
  /// full, then the rest of the path. Containers that something covers are walked too.
  public var activePath: [Element] { placedActivePath.map(\.element) }

  /// The last element of the active path.
  public var tip: Element? { placedActivePath.last?.element }

  /// All elements, also those of hidden branches: each before the elements of its branches, branches in declared order.
  public var allElements: [Element] { placedElements.map(\.element) }

  /// The number of all elements, also those of hidden branches.
  public var elementCount: Int { root.elementCount }

  /// The element with this id, also in a hidden branch.
  public func element(_ id: ElementID) -> Element? { root.first { $0.id == id } }

  /// Where the element with this id is, also in a hidden branch.
  public func place(of id: ElementID) -> Place? {
    placedElements.first { $0.element.id == id }?.place
  }

  /// The path at this address, or nil where there is none.
  public func path(at address: Address) -> Path? {
    var path = root
    for step in address.entries {
      guard let container = path.elements.first(where: { $0.id == step.container }),
        let branch = container.branches?[step.branch]
      else { return nil }
      path = branch.path
    }
    return path
  }

  /// The active path with the place of each element.
  public var placedActivePath: [PlacedElement] {
    var placed: [PlacedElement] = []
    root.collect(at: .root, into: &placed) { $0.showing }
    return placed
  }

  /// The part of the active path on which Back acts: of each container the selected branch alone.
  var placedFocusedPath: [PlacedElement] {
    var placed: [PlacedElement] = []
    root.collect(at: .root, into: &placed) { branches in branches.branches.filter { $0.name == branches.selected } }
    return placed
  }

  /// All elements as in ``allElements``, with the place of each.
  public var placedElements: [PlacedElement] {
    var placed: [PlacedElement] = []
    root.collect(at: .root, into: &placed) { $0.branches }
    return placed
  }

  /// The topmost element of the active path with an equal screen, else the last among the hidden ones.
  func place(of screen: AnyScreen) -> Place? {
    let found =
      placedActivePath.last { $0.element.screen == screen } ?? placedElements.last { $0.element.screen == screen }
    return found?.place
  }
}

extension Path {
  var elementCount: Int {
    elements.reduce(elements.count) { count, element in
      count + (element.branches?.branches.reduce(0) { $0 + $1.path.elementCount } ?? 0)
    }
  }

  func first(where isWanted: (Element) -> Bool) -> Element? {
    for element in elements {
      if isWanted(element) { return element }
      for branch in element.branches?.branches ?? [] {
        if let found = branch.path.first(where: isWanted) { return found }
      }
    }
    return nil
  }

  func collect(
    at address: Address, into placed: inout [PlacedElement], through chosen: (Branches) -> [Branches.Branch]
  ) {
    for (index, element) in elements.enumerated() {
      placed.append(PlacedElement(place: Place(address, index), element: element))
      guard let branches = element.branches else { continue }
      for branch in chosen(branches) {
        branch.path.collect(at: address.branch(branch.name, of: element.id), into: &placed, through: chosen)
      }
    }
  }
}
