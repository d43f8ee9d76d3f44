// SPDX-License-Identifier: Apache-2.0

extension Branches {
  /// Puts a made screen into one of the branches, as `action` says. The selection stays with the branch of the same name,
  /// else of the same index, else of the first.
  mutating func take(_ new: MadeScreen, by action: Destination.Action) throws(Refusal) {
    switch action {
    case .addTab(let index, let isReplacing, let name):
      try addTab(new, at: index, replacing: isReplacing, named: name)
    case .setAsMaster:
      try set(new, at: masterIndex, or: .master)
    case .pushToDetails:
      guard hasMaster else { throw .noMaster }
      try set(new, at: detailIndex, or: .detail)
    case .pushOnToDetails:
      try pushOnToDetails(new)
    case .replaceContent:
      try set(new, at: branches.indices.first, or: .content)
    case .none, .push, .pushAsRoot, .pushReplacingLast, .present, .replaceRoot, .select, .custom:
      throw .typeMismatch(action)
    }
  }

  /// Whether the master holds a screen.
  var hasMaster: Bool { masterIndex.map { !branches[$0].path.elements.isEmpty } ?? false }

  private var masterIndex: Int? { index(of: .master) ?? branches.indices.first }

  private var detailIndex: Int? {
    index(of: .detail) ?? branches.indices.first { $0 != masterIndex }
  }

  private mutating func set(_ new: MadeScreen, at index: Int?, or name: BranchName) throws(Refusal) {
    let path = Path(try new.layer(isSheet: false))
    if let index { branches[index].path = path } else { branches.append(Branch(name, path: path)) }
    if self.index(of: selected) == nil { selected = branches[0].name }
  }

  private mutating func addTab(
    _ new: MadeScreen, at index: Int?, replacing isReplacing: Bool, named name: BranchName?
  ) throws(Refusal) {
    let path = Path(try new.layer(isSheet: false))
    let place = index.flatMap { branches.indices.contains($0) ? $0 : nil }
    let replaced = isReplacing ? place : nil
    guard replaced != nil || branches.count < DeclaredBranches.branchesMax else { throw .tooManyBranches }
    let others = branches.indices.filter { $0 != replaced }.map { branches[$0].name }
    if let name, others.contains(name) {
      throw .rejected(.noSuchBranch, message: "the tabs have a branch '\(name)' already")
    }
    let branch = Branch(name ?? Self.freeName(like: new.screen, besides: others), path: path)
    exchange(removing: replaced, inserting: branch, at: place)
  }

  /// A name like that of a screen, with a number if it is taken.
  static func freeName(like screen: ScreenName?, besides taken: [BranchName]) -> BranchName {
    let word = screen?.rawValue ?? "tab"
    if let name = BranchName(word), !taken.contains(name) { return name }
    // One of so many names is free.
    for number in 2...(taken.count + 2) {
      let suffix = "-\(number)"
      if let name = BranchName(word.prefix(BranchName.lengthMax - suffix.count) + suffix), !taken.contains(name) {
        return name
      }
    }
    preconditionFailure("more branches than names")
  }

  private mutating func pushOnToDetails(_ new: MadeScreen) throws(Refusal) {
    guard let last = branches.lastIndex(where: { !$0.path.elements.isEmpty }) else { throw .noMaster }
    var path = branches[last].path
    guard let stack = path.layers.first, path.takesPushes(stack) else {
      throw .rejected(.layerAllowsNoPush, message: "the last branch of the split holds no stack")
    }
    path.elements.push(try new.pushed(), by: .push, in: stack)
    branches[last].path = path
  }
}

extension Refusal {
  fileprivate static var noMaster: Refusal { .rejected(.emptyLayer, message: "the split has no master yet") }
}
