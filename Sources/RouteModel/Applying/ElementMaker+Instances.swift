// SPDX-License-Identifier: Apache-2.0

/// Screens that stand on a path once, or not on top of each other (specification, section "Instances"). The mode of a
/// screen's host decides about the one element that a verb or an answer adds; a path that is given as a whole is taken as it
/// is, or refused.
extension ElementMaker {
  /// The elements of a path after one was put behind the first `kept`, and the others behind those have gone.
  mutating func putting(
    _ item: PathItem, behind kept: Int, of elements: [Element], in registry: some Registry
  ) throws(Refusal) -> [Element] {
    let beneath = elements[..<kept]
    let name = item.screen.name
    guard
      let index = taker(of: name, among: beneath, top: kept - 1, in: registry)
        ?? taker(of: name, among: elements[...], top: elements.count - 1, in: registry)
    else { return Array(beneath) + [try make(item, in: registry)] }
    let element = try giving(item, to: elements[index], in: registry)
    return Array(beneath.prefix(index)) + [element]
  }

  /// The elements of a path after `screen` was put at the end of a layer, or went into the element that is there.
  mutating func pushing(
    _ screen: AnyScreen, atEndOf layer: Range<Int>, of elements: [Element], in registry: some Registry
  ) throws(Refusal) -> [Element] {
    var elements = elements
    let item = PathItem(screen)
    guard let index = taker(of: screen.name, among: elements[...], top: layer.upperBound - 1, in: registry) else {
      elements.insert(try make(item, in: registry), at: layer.upperBound)
      return elements
    }
    elements[index] = try giving(item, to: elements[index], in: registry)
    if mode(of: screen.name, in: registry) == .single { elements.removeSubrange((index + 1)...) }
    return elements
  }

  /// Refuses a path that a verb gives as a whole and that would hold a screen twice that stands there once.
  func checkInstances(on path: Path, from start: Int, in registry: some Registry) throws(Refusal) {
    for index in path.elements.indices.dropFirst(start) { try checkInstance(at: index, on: path, in: registry) }
  }

  /// The same for one element of it.
  func checkInstance(at index: Int, on path: Path, in registry: some Registry) throws(Refusal) {
    let name = path.elements[index].screen.name
    guard mode(of: name, in: registry) == .single else { return }
    let others = path.elements.indices.filter { $0 != index && path.elements[$0].screen.name == name }
    guard !others.isEmpty else { return }
    throw .rejected(.invalid, message: "'\(name)' is registered as single, and would stand twice on this path")
  }

  private func mode(of name: ScreenName, in registry: some Registry) -> AnyScreen.InstanceMode {
    heedsInstances ? registry.instanceMode(of: name) : .standard
  }

  /// The element that takes the content of a new one of this name, if one does.
  private func taker(
    of name: ScreenName, among elements: ArraySlice<Element>, top: Int, in registry: some Registry
  ) -> Int? {
    switch mode(of: name, in: registry) {
    case .standard: nil
    case .singleTop: elements.indices.contains(top) && elements[top].screen.name == name ? top : nil
    case .single: elements.lastIndex { $0.screen.name == name }
    }
  }

  /// An element with the content of a new one of its name. Its presentation belongs to its place.
  private mutating func giving(
    _ item: PathItem, to element: Element, in registry: some Registry
  ) throws(Refusal) -> Element {
    var element = element
    try adopt(item, into: &element, in: registry)
    element.screen.content = item.screen.content
    taken.append(element.id)
    return element
  }
}
