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

  /// The branches that show, the one with the focus last: of tabs the selected one, of a split all.
  public var showing: [Branch] {
    switch kind {
    case .tabs: branches.filter { $0.name == selected }
    case .split: branches.filter { $0.name != selected } + branches.filter { $0.name == selected }
    }
  }

  /// Changes the path of a branch. When that empties the focused branch of a split, the last branch that holds
  /// something gets the focus (specification, section "Branches").
  mutating func edit(_ index: Int, _ change: (inout Path) -> Void) {
    let wasEmpty = branches[index].path.elements.isEmpty
    change(&branches[index].path)
    guard kind == .split, !wasEmpty, branches[index].path.elements.isEmpty, branches[index].name == selected,
      let heir = branches.last(where: { !$0.path.elements.isEmpty })
    else { return }
    selected = heir.name
  }
}
