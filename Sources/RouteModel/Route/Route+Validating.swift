// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The most elements of a route, those of all branches counted.
  public static let elementsMax = 256

  /// Why this route must not be committed, or nil where it may (specification, section "Route invariants"): ids are
  /// unique, the root path is not empty, a layer that takes no pushes has one element, the selected branch exists and
  /// branch names are unique, and there are not too many elements.
  public func validate() -> Refusal? {
    guard !root.elements.isEmpty else {
      return .rejected(.emptyRoute, message: "a route has at least one element")
    }
    guard elementCount <= Self.elementsMax else { return .tooManyElements }
    var seen: Set<ElementID> = []
    return root.validate(seen: &seen)
  }
}

extension Path {
  fileprivate func validate(seen: inout Set<ElementID>) -> Refusal? {
    for layer in layers where layer.count > 1 && !takesPushes(layer) {
      let (sheet, next) = (elements[layer.lowerBound], elements[layer.lowerBound + 1])
      return .rejected(
        .pushNotAllowed,
        message: "'\(next.screen.name)' cannot follow '\(sheet.screen.name)' (\(sheet.id)), which allows no pushes")
    }
    for element in elements {
      guard seen.insert(element.id).inserted else {
        return .rejected(.duplicateID, message: "\(element.id) stands for more than one element")
      }
      if let refusal = element.branches?.validate(of: element, seen: &seen) { return refusal }
    }
    return nil
  }
}

extension Branches {
  fileprivate func validate(of element: Element, seen: inout Set<ElementID>) -> Refusal? {
    guard index(of: selected) != nil else { return .noSuchBranch(selected, of: element.screen, in: self) }
    for (index, branch) in branches.enumerated() {
      guard self.index(of: branch.name) == index else {
        return .repeatedBranch(branch.name, of: element.screen)
      }
      if let refusal = branch.path.validate(seen: &seen) { return refusal }
    }
    return nil
  }
}
