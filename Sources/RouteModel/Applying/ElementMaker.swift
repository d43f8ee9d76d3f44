// SPDX-License-Identifier: Apache-2.0

/// Makes elements of path items, each with a fresh id, and gives containers the branches that their routables declare. The
/// registry that knows them is an argument: it is large, and would be copied into each maker.
struct ElementMaker {
  /// Gives out the ids.
  var ids: IDSource
  /// Whether the modes of screens count. The steps of a walk are those of its plan.
  var heedsInstances = true
  /// Elements that took the content of a new one.
  var taken: [ElementID] = []
  /// The number of elements made so far, in a batch by the present verb. Declared branches may hold their own container, so
  /// that it needs a limit.
  private var count = 0

  init(ids: IDSource) { self.ids = ids }

  /// The next verb of a batch begins.
  mutating func beginVerb() { count = 0 }

  /// A fresh element, not appeared; `id` where its place decides on it.
  mutating func make(
    _ item: PathItem, id: ElementID? = nil, in registry: some Registry
  ) throws(Refusal) -> Element {
    try make(item, id: id, declared: registry.declaredBranches(of: item.screen.name), in: registry)
  }

  /// The elements of `path` before `base`, then `items`. As long as an item's screen equals that of the element in its
  /// place, the element stays; from the first difference on, all elements are fresh (specification, section "Prefix rule").
  ///
  /// - Parameter firstID: the id of a fresh element at index 0.
  mutating func replacing(
    _ path: Path, from base: Int, with items: [PathItem], firstID: ElementID? = nil, in registry: some Registry
  ) throws(Refusal) -> Path {
    let old = path.elements[base...]
    let matched = zip(old, items).prefix { $0.screen == $1.screen }.count
    var elements = Array(path.elements[..<(base + matched)])
    for offset in 0..<matched { try adopt(items[offset], into: &elements[base + offset], in: registry) }
    // If elements above the kept prefix go, its last element is uncovered and appears anew: Composable Navigator clears
    // the flag even if new elements follow.
    if matched > 0, elements.count < path.elements.count { elements[elements.count - 1].hasAppeared = false }
    for item in items.dropFirst(matched) {
      elements.append(try make(item, id: elements.isEmpty ? firstID : nil, in: registry))
    }
    let result = Path(elements)
    try checkInstances(on: result, from: base + matched, in: registry)
    return result
  }

  /// The branches that a screen's routable declares, with fresh elements; nil for a screen that is no container.
  mutating func declaredBranches(
    of screen: AnyScreen, in registry: some Registry
  ) throws(Refusal) -> Branches? {
    guard let declared = registry.declaredBranches(of: screen.name) else { return nil }
    return try fresh(declared, as: PathItem(screen), in: registry)
  }

  private mutating func make(
    _ item: PathItem, id: ElementID? = nil, declared: Branches?, in registry: some Registry
  ) throws(Refusal) -> Element {
    count += 1
    guard count <= Route.elementsMax else { throw .tooManyElements }
    var element = Element(id: id ?? ids.fresh(), screen: item.screen)
    try check(item, against: declared)
    if let declared { element.branches = try fresh(declared, as: item, in: registry) }
    return element
  }

  /// The declared branches with fresh elements; a branch that `item` gives takes the place of the declared one.
  private mutating func fresh(
    _ declared: Branches, as item: PathItem, in registry: some Registry
  ) throws(Refusal) -> Branches {
    var result = declared
    let heldElements = declared.focusHoldsElements
    for (index, branch) in declared.branches.enumerated() {
      var elements: [Element] = []
      if let given = item.branches.first(where: { $0.name == branch.name }) {
        for item in given.path { elements.append(try make(item, in: registry)) }
      } else {
        for element in branch.path.elements {
          let nested = element.branches ?? registry.declaredBranches(of: element.screen.name)
          elements.append(try make(PathItem(element.screen), declared: nested, in: registry))
        }
      }
      let path = Path(elements)
      try checkInstances(on: path, from: 0, in: registry)
      result.branches[index].path = path
    }
    result.passFocusOn(from: heldElements)
    if let selected = item.selected { result.selected = selected }
    return result
  }

  /// Applies the branches and the selection of `item` to an element that stays. Each branch follows the prefix rule.
  mutating func adopt(
    _ item: PathItem, into element: inout Element, in registry: some Registry
  ) throws(Refusal) {
    try check(item, against: element.branches)
    guard var branches = element.branches else { return }
    let heldElements = branches.focusHoldsElements
    for given in item.branches {
      guard let index = branches.index(of: given.name) else { continue }
      branches.branches[index].path = try replacing(
        branches.branches[index].path, from: 0, with: given.path, in: registry)
    }
    branches.passFocusOn(from: heldElements)
    if let selected = item.selected { branches.selected = selected }
    element.branches = branches
  }

  /// Refuses an item with a repeated branch or with one that the container does not have.
  private func check(_ item: PathItem, against branches: Branches?) throws(Refusal) {
    var seen: [BranchName] = []
    for name in item.branches.map(\.name) {
      guard !seen.contains(name) else { throw .repeatedBranch(name, of: item.screen) }
      guard branches?.index(of: name) != nil else { throw .noSuchBranch(name, of: item.screen, in: branches) }
      seen.append(name)
    }
    if let selected = item.selected, branches?.index(of: selected) == nil {
      throw .noSuchBranch(selected, of: item.screen, in: branches)
    }
  }
}
