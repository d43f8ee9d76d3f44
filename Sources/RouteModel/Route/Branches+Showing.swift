// SPDX-License-Identifier: Apache-2.0

extension Branches {
  /// The index of the branch of this name, or nil.
  public func index(of name: BranchName) -> Int? {
    branches.firstIndex { $0.name == name }
  }

  /// The branch of this name, or nil.
  public subscript(name: BranchName) -> Branch? {
    branches.first { $0.name == name }
  }

  /// The branches that show, the one with the focus last: of tabs the selected one and those that always do, of a split all.
  public var showing: [Branch] {
    var showing: [Branch] = []
    forEachShowing { showing.append($0) }
    return showing
  }

  /// Whether a branch of this name shows: of tabs the selected one and those that always do, of a split any.
  package func shows(_ name: BranchName) -> Bool {
    kind == .split || name == selected || !alwaysShown.isEmpty && alwaysShown.contains(name)
  }

  /// Whether only the selected branch shows.
  private var showsOne: Bool { kind == .tabs && alwaysShown.isEmpty }

  /// Selects the branch in which something is brought into view, unless it shows already and the selection is to stay.
  mutating func reveal(_ name: BranchName) {
    if !(keepsSelection && shows(name)) { selected = name }
  }

  /// Calls `body` with each branch that shows, in declared order, but the one with the focus last.
  func forEachShowing<Failure: Error>(_ body: (Branch) throws(Failure) -> Void) throws(Failure) {
    if !showsOne {
      for index in branches.indices where branches[index].name != selected && shows(branches[index].name) {
        try body(branches[index])
      }
    }
    for index in branches.indices where branches[index].name == selected { try body(branches[index]) }
  }

  /// As ``forEachShowing(_:)``, in the reverse order: the branch with the focus comes first.
  func forEachShowingReversed(_ body: (Branch) -> Void) {
    _ = firstShowingReversed { branch -> Bool? in
      body(branch)
      return nil
    }
  }

  /// The first result of `body` that is not nil, from the branches that show, the one with the focus first.
  func firstShowingReversed<Found>(_ body: (Branch) -> Found?) -> Found? {
    for index in branches.indices.reversed() where branches[index].name == selected {
      if let found = body(branches[index]) { return found }
    }
    guard !showsOne else { return nil }
    for index in branches.indices.reversed() where branches[index].name != selected && shows(branches[index].name) {
      if let found = body(branches[index]) { return found }
    }
    return nil
  }

  /// Changes the path of a branch. When that empties the focused branch of a split, the last branch that holds an element
  /// gets the focus (specification, section "Branches").
  mutating func edit(_ index: Int, _ change: (inout Path) -> Void) {
    let heldElements = focusHoldsElements
    change(&branches[index].path)
    passFocusOn(from: heldElements)
  }

  /// Whether there is an element in the focused branch.
  var focusHoldsElements: Bool { self[selected]?.path.elements.isEmpty == false }

  /// Gives the focus of a split to the last branch that holds an element, where the focused one holds none any more. After all
  /// branches of a change, for the heir may come with it.
  ///
  /// - Parameter isDue: Whether the focused branch held one before the change, or is another now that nobody has selected.
  mutating func passFocusOn(from isDue: Bool) {
    guard kind == .split, isDue, !focusHoldsElements,
      let heir = branches.last(where: { !$0.path.elements.isEmpty })
    else { return }
    selected = heir.name
  }
}
