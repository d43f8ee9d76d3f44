// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The place of the element with this id, also in a hidden branch.
  package func place(of id: ElementID) -> Place? {
    root.firstPlace(at: .root) { $0.id == id }
  }

  /// The place of the topmost element of the active path with an equal screen, else of the last hidden one.
  func place(of screen: AnyScreen) -> Place? {
    root.lastActivePlace(at: .root) { $0.screen == screen } ?? root.lastPlace(at: .root) { $0.screen == screen }
  }

  /// The part of the active path on which Back acts: of each container the selected branch alone.
  var placedFocusedPath: [PlacedElement] {
    var placed: [PlacedElement] = []
    root.collectFocused(at: .root, into: &placed)
    return placed
  }
}

extension Path {
  fileprivate func firstPlace(at address: Address, where isWanted: (Element) -> Bool) -> Place? {
    for index in elements.indices {
      if isWanted(elements[index]) { return Place(address, index) }
      guard let branches = elements[index].branches else { continue }
      for branch in branches.branches {
        let inner = address.branch(branch.name, of: elements[index].id)
        if let place = branch.path.firstPlace(at: inner, where: isWanted) { return place }
      }
    }
    return nil
  }

  fileprivate func lastActivePlace(at address: Address, where isWanted: (Element) -> Bool) -> Place? {
    for index in elements.indices.reversed() {
      let inside = elements[index].branches?.firstShowingReversed { branch in
        branch.path.lastActivePlace(at: address.branch(branch.name, of: elements[index].id), where: isWanted)
      }
      if let inside { return inside }
      if isWanted(elements[index]) { return Place(address, index) }
    }
    return nil
  }

  fileprivate func lastPlace(at address: Address, where isWanted: (Element) -> Bool) -> Place? {
    for index in elements.indices.reversed() {
      for branch in elements[index].branches?.branches.reversed() ?? [] {
        let inner = address.branch(branch.name, of: elements[index].id)
        if let place = branch.path.lastPlace(at: inner, where: isWanted) { return place }
      }
      if isWanted(elements[index]) { return Place(address, index) }
    }
    return nil
  }

  fileprivate func collectFocused(at address: Address, into placed: inout [PlacedElement]) {
    for (index, element) in elements.enumerated() {
      placed.append(PlacedElement(place: Place(address, index), element: element))
      guard let branches = element.branches else { continue }
      for branch in branches.branches where branch.name == branches.selected {
        branch.path.collectFocused(at: address.branch(branch.name, of: element.id), into: &placed)
      }
    }
  }
}
