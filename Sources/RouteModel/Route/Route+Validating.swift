// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The most elements of a route, those of all branches counted.
  package static let elementsMax = 256

  /// How deep branches may lie in each other: a reader of JSON takes 256 lists and objects, and each branch is five of them.
  package static let branchDepthMax = 32

  /// Why this route must not be committed, or nil where it may (specification, section "Route invariants"): ids are
  /// unique, the root path is not empty, a layer that takes no pushes has one element, the selected branch exists and
  /// branch names are unique, and there are not too many elements, nor too many branches in each other.
  ///
  /// - Parameter branchDepthMax: How deep branches may lie in each other.
  package func validate(branchDepthMax: Int = Self.branchDepthMax) -> Refusal? {
    guard !root.elements.isEmpty else {
      return .rejected(.emptyRoute, message: "a route has at least one element")
    }
    let count = elementCount
    guard count <= Self.elementsMax else { return .tooManyElements }
    return withUnsafeTemporaryAllocation(of: ElementID.self, capacity: count) { memory in
      var seen = SeenIDs(memory: memory)
      return root.validate(seen: &seen, branchDepth: branchDepthMax)
    }
  }
}

/// The ids of a walk so far, kept sorted in memory of the caller.
private struct SeenIDs {
  private let memory: UnsafeMutableBufferPointer<ElementID>
  private var count = 0

  init(memory: UnsafeMutableBufferPointer<ElementID>) { self.memory = memory }

  /// Adds an id; false where it is there already.
  mutating func insert(_ id: ElementID) -> Bool {
    // Ids grow towards the tip, so the place is near the end.
    var index = count
    while index > 0, memory[index - 1] > id { index -= 1 }
    guard index == 0 || memory[index - 1] != id else { return false }
    for moved in (index..<count).reversed() { memory.moveInitializeElement(from: moved, to: moved + 1) }
    memory.initializeElement(at: index, to: id)
    count += 1
    return true
  }
}

extension UnsafeMutableBufferPointer {
  fileprivate func moveInitializeElement(from source: Int, to target: Int) {
    initializeElement(at: target, to: moveElement(from: source))
  }
}

extension Path {
  /// - Parameter branchDepth: How deep its branches may lie in each other.
  fileprivate func validate(seen: inout SeenIDs, branchDepth: Int) -> Refusal? {
    if let refusal = validateLayers() { return refusal }
    for index in elements.indices {
      guard seen.insert(elements[index].id) else {
        return .rejected(.duplicateID, message: "\(elements[index].id) stands for more than one element")
      }
      if let branches = elements[index].branches,
        let refusal = branches.validate(of: elements[index], seen: &seen, branchDepth)
      {
        return refusal
      }
    }
    return nil
  }

  /// Each element behind a sheet that allows no pushes begins a layer of its own.
  private func validateLayers() -> Refusal? {
    // Only a layer's first element can be a sheet, so no layer has to be remembered.
    for index in elements.indices.dropFirst() {
      guard elements[index - 1].screen.presentation == .sheet(allowsPush: false),
        !elements[index].screen.presentation.isSheet
      else { continue }
      let (first, next) = (elements[index - 1], elements[index])
      return .rejected(
        .pushNotAllowed,
        message: "'\(next.screen.name)' cannot follow '\(first.screen.name)' (\(first.id)), which allows no pushes")
    }
    return nil
  }
}

extension Branches {
  fileprivate func validate(of element: Element, seen: inout SeenIDs, _ depth: Int) -> Refusal? {
    guard depth > 0 else { return .branchesTooDeep }
    guard index(of: selected) != nil else { return .noSuchBranch(selected, of: element.screen, in: self) }
    for index in branches.indices {
      guard self.index(of: branches[index].name) == index else {
        return .repeatedBranch(branches[index].name, of: element.screen)
      }
      if let refusal = branches[index].path.validate(seen: &seen, branchDepth: depth - 1) { return refusal }
    }
    return nil
  }
}
