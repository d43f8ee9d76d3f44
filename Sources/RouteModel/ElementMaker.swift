// SPDX-License-Identifier: Apache-2.0

/// Makes elements of literals, each with a fresh id, and containers with the branches that their routables declare.
struct ElementMaker<Declarations: Registry> {
  /// Gives out the ids.
  var ids: IDSource
  /// Knows which screens are containers.
  let registry: Declarations
  /// How many elements were made: declared branches may name their own container, without end.
  private var count = 0

  init(ids: IDSource, registry: Declarations) {
    self.ids = ids
    self.registry = registry
  }

  /// A fresh element, not appeared; `id` where its place decides on it.
  mutating func make(_ literal: Literal, id: ScreenID? = nil) throws(Refusal) -> Element {
    var element = try make(literal.screen, id: id)
    try adopt(literal, into: &element)
    return element
  }

  /// The elements of `path` before `base`, then `literals`: as long as they equal what is there, the elements that are
  /// there; from the first difference on, fresh ones (specification, section "Prefix rule").
  ///
  /// - Parameter firstID: the id of a fresh element at index 0.
  mutating func replacing(
    _ path: Path, from base: Int, with literals: [Literal], firstID: ScreenID? = nil
  ) throws(Refusal) -> Path {
    let old = path.elements[base...]
    let matched = zip(old, literals).prefix { $0.screen == $1.screen }.count
    var elements = Array(path.elements[..<(base + matched)])
    for offset in 0..<matched { try adopt(literals[offset], into: &elements[base + offset]) }
    // The last match appears once more when what is above it goes, before anything new can come.
    if matched > 0, elements.count < path.elements.count { elements[elements.count - 1].hasAppeared = false }
    for literal in literals.dropFirst(matched) {
      elements.append(try make(literal, id: elements.isEmpty ? firstID : nil))
    }
    return Path(elements)
  }

  /// The branches that a screen's routable declares, with fresh elements; nil for a screen that is no container.
  mutating func declaredBranches(of name: ScreenName) throws(Refusal) -> Branches? {
    guard let declared = registry.declaredBranches(of: name) else { return nil }
    return try fresh(declared)
  }

  private mutating func make(_ screen: AnyScreen, id: ScreenID? = nil, branches: Branches? = nil) throws(Refusal)
    -> Element
  {
    count += 1
    guard count <= Route.elementsMax else { throw .tooManyElements }
    var element = Element(id: id ?? ids.fresh(), screen: screen)
    if let branches {
      element.branches = try fresh(branches)
    } else {
      element.branches = try declaredBranches(of: screen.name)
    }
    return element
  }

  private mutating func fresh(_ declared: Branches) throws(Refusal) -> Branches {
    var result = declared
    for index in declared.branches.indices {
      var elements: [Element] = []
      for element in declared.branches[index].path.elements {
        elements.append(try make(element.screen, branches: element.branches))
      }
      result.branches[index].path = Path(elements)
    }
    return result
  }

  /// Lets the given branches follow the prefix rule themselves, and takes the given selection.
  private mutating func adopt(_ literal: Literal, into element: inout Element) throws(Refusal) {
    var seen: [BranchName] = []
    for given in literal.branches {
      guard !seen.contains(given.name), let index = element.branches?.index(of: given.name),
        let old = element.branches?.branches[index].path
      else { throw .noSuchBranch(given.name, of: element, isRepeated: seen.contains(given.name)) }
      seen.append(given.name)
      let new = try replacing(old, from: 0, with: given.path)
      element.branches?.edit(index) { $0 = new }
    }
    if let selected = literal.selected {
      guard element.branches?.index(of: selected) != nil else { throw .noSuchBranch(selected, of: element) }
      element.branches?.selected = selected
    }
  }
}

extension Refusal {
  static func noSuchBranch(_ name: BranchName, of element: Element, isRepeated: Bool = false) -> Refusal {
    let screen = element.screen.name
    if isRepeated { return .rejected(.noSuchBranch, message: "branch '\(name)' of '\(screen)' is given twice") }
    guard let branches = element.branches else {
      return .rejected(.noSuchBranch, message: "'\(screen)' declares no branches, so there is no '\(name)'")
    }
    let known = branches.branches.map(\.name.rawValue).joined(separator: ", ")
    return .rejected(.noSuchBranch, message: "'\(screen)' has no branch '\(name)'; it has \(known)")
  }

  static var tooManyElements: Refusal {
    .rejected(.tooLarge, message: "a route has at most \(Route.elementsMax) elements, those of all branches counted")
  }
}
