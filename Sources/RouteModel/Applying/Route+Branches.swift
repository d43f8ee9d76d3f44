// SPDX-License-Identifier: Apache-2.0

extension Branches {
  /// Takes out the branch at `index`, puts in `branch` at `place`, or both. The selection stays with the branch of the same
  /// name, else of the same index, else of the first.
  mutating func exchange(removing index: Int? = nil, inserting branch: Branch? = nil, at place: Int? = nil) {
    let old = self.index(of: selected) ?? 0
    if let index { branches.remove(at: index) }
    if let branch { branches.insert(branch, at: min(place ?? branches.count, branches.count)) }
    keepSelection(old)
  }

  /// Where no branch has the name that is selected any more, that of the same index is, else the first.
  mutating func keepSelection(_ old: Int) {
    guard index(of: selected) == nil, let first = branches.first else { return }
    selected = branches.indices.contains(old) ? branches[old].name : first.name
  }
}

/// Verbs on the branches of a container, which bring nothing into view (specification, section "Branches").
extension Route {
  /// Puts a new branch into a container.
  mutating func insertBranch(
    _ name: BranchName?, _ items: [PathItem], at index: Int?, in place: Place, by maker: inout ElementMaker,
    in registry: some Registry
  ) throws(Refusal) {
    var branches = try branches(at: place)
    guard branches.branches.count < DeclaredBranches.branchesMax else { throw .tooManyBranches }
    if let name, branches.index(of: name) != nil {
      throw .rejected(.noSuchBranch, message: "the container has a branch '\(name)' already")
    }
    if let index, index < 0 { throw .rejected(.invalid, message: "a branch cannot be at index \(index)") }
    let path = try maker.replacing(Path([]), from: 0, with: items, in: registry)
    let branch = Branches.Branch(
      name ?? Branches.freeName(like: items.first?.screen.name, besides: branches.branches.map(\.name)), path: path)
    branches.exchange(inserting: branch, at: index)
    edit(place) { $0.branches = branches }
  }

  /// Takes a branch out of a container, with all in it.
  mutating func removeBranch(_ name: BranchName, at place: Place) throws(Refusal) {
    guard var branches = path(at: place.address)?.elements[place.index].branches,
      let index = branches.index(of: name)
    else { throw .unchanged(.targetNotFound) }
    guard branches.branches.count > 1 else {
      throw .rejected(.invalid, message: "'\(name)' is the only branch; a container keeps at least one")
    }
    let (isFocused, heldElements) = (branches.selected == name, branches.focusHoldsElements)
    branches.exchange(removing: index)
    branches.passFocusOn(from: isFocused || heldElements)
    edit(place) { $0.branches = branches }
  }

  /// Gives a container these branches; one that it has keeps its elements by the prefix rule.
  mutating func replaceBranches(
    at place: Place, with given: [PathItem.Branch], selected: BranchName?, by maker: inout ElementMaker,
    in registry: some Registry
  ) throws(Refusal) {
    var branches = try branches(at: place)
    guard !given.isEmpty else { throw .rejected(.invalid, message: "a container has at least one branch") }
    guard given.count <= DeclaredBranches.branchesMax else { throw .tooManyBranches }
    let (old, heldElements) = (branches.index(of: branches.selected) ?? 0, branches.focusHoldsElements)
    var next: [Branches.Branch] = []
    for branch in given {
      guard !next.contains(where: { $0.name == branch.name }) else {
        throw .rejected(.noSuchBranch, message: "the branch '\(branch.name)' is given twice")
      }
      let path = try maker.replacing(branches[branch.name]?.path ?? Path([]), from: 0, with: branch.path, in: registry)
      next.append(Branches.Branch(branch.name, path: path))
    }
    branches.branches = next
    if let selected {
      guard branches.index(of: selected) != nil else {
        throw .rejected(
          .noSuchBranch,
          message: "there is no branch '\(selected)' to be selected"
            + Spelling.hint(selected.rawValue, among: given.map(\.name.rawValue)))
      }
      branches.selected = selected
    }
    let isFocusGone = branches.index(of: branches.selected) == nil
    branches.keepSelection(old)
    if selected == nil { branches.passFocusOn(from: isFocusGone || heldElements) }
    edit(place) { $0.branches = branches }
  }

  private func branches(at place: Place) throws(Refusal) -> Branches {
    guard let element = path(at: place.address)?.elements[place.index] else { throw .unchanged(.targetNotFound) }
    guard let branches = element.branches else {
      throw .rejected(.noSuchBranch, message: "'\(element.screen.name)' is no container, so it has no branches")
    }
    return branches
  }
}

extension Refusal {
  static var tooManyBranches: Refusal {
    .rejected(.tooLarge, message: "a container has at most \(DeclaredBranches.branchesMax) branches")
  }
}
