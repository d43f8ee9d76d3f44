// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The screens of containers that something covers: in Tempura they are off the line until it goes, but for a tab that is a
/// screen of its own, which is listed beside what covers it. Here those get a name that answers nothing.
struct CoveredScreens {
  private static let alias: ScreenName = "covered"
  private var names: [ElementID: ScreenName] = [:]

  /// Puts all screens back on the line, and takes those off that are covered now.
  mutating func forget(in route: inout Route) {
    var covered: Set<ElementID> = []
    for element in route.root.elements.dropLast() {
      for branch in element.branches?.branches ?? [] where !branch.path.isEmpty && branch.path.takesPushes(0..<1) {
        covered.formUnion(branch.path.map(\.id))
      }
    }
    let known = names
    route.rename { element in
      element.screen.name == Self.alias ? known[element.id] ?? element.screen.name : element.screen.name
    }
    Path(route.root.elements).forEachElement { if covered.contains($0.id) { names[$0.id] = $0.screen.name } }
    route.rename { covered.contains($0.id) ? Self.alias : $0.screen.name }
  }
}

/// Tempura's soft dismissals: a modal that presents something is only marked, and goes with what is above it later.
/// A mark belongs to a controller, and the one of a stack is not that of its screens.
struct SoftDismissals {
  private var marked: Set<ElementID> = []

  /// What the soft dismissal of an element does, as an instruction.
  mutating func instruction(of id: ElementID, on route: Route) -> Instruction {
    guard var index = route.layer(holding: id) else { return .done }
    var source = id
    while index > 0 {
      if index + 1 < route.root.layers.count, !isMarked(index + 1, of: route) {
        marked.insert(source)
        return .done
      }
      guard isMarked(index - 1, of: route), let presenter = Self.lone(index - 1, of: route) else {
        return .edit([.dismiss(.id(route.root[route.root.layers[index].lowerBound].id))])
      }
      marked.insert(source)
      (source, index) = (presenter, index - 1)
    }
    return .done
  }

  private func isMarked(_ index: Int, of route: Route) -> Bool {
    Self.lone(index, of: route).map { marked.contains($0) } ?? false
  }

  /// The screen that is a layer of its own.
  private static func lone(_ index: Int, of route: Route) -> ElementID? {
    let layer = route.root.layers[index]
    let first = route.root[layer.lowerBound]
    return route.root.takesPushes(layer) || first.branches != nil ? nil : first.id
  }
}

extension Route {
  /// The number of the layer of the root path that holds an element, also inside a container.
  func layer(holding id: ElementID) -> Int? {
    root.layers.firstIndex { Path(Array(root.elements[$0]))[id] != nil }
  }

  /// The first element of the layer on top of that of an element; nil where there is none.
  func presented(by id: ElementID) -> ElementID? {
    guard let index = layer(holding: id), index + 1 < root.layers.count else { return nil }
    return root[root.layers[index + 1].lowerBound].id
  }

  /// Whether an element is one of a stack's.
  func isInStack(_ id: ElementID) -> Bool { root.isInStack(id) == true }

  /// Gives the screens of all elements the names that `name` says.
  mutating func rename(_ name: (Element) -> ScreenName) { root = root.renamed(name) }
}

extension Path {
  fileprivate func isInStack(_ id: ElementID) -> Bool? {
    if let index = elements.firstIndex(where: { $0.id == id }) { return takesPushes(layer(of: index)) }
    return elements.flatMap { $0.branches?.branches ?? [] }.compactMap { $0.path.isInStack(id) }.first
  }

  fileprivate func renamed(_ name: (Element) -> ScreenName) -> Path {
    Path(
      elements.map { element in
        var element = element
        element.screen = AnyScreen(
          name(element), content: element.screen.content, presentation: element.screen.presentation)
        for index in element.branches?.branches.indices ?? 0..<0 {
          guard let path = element.branches?.branches[index].path else { continue }
          element.branches?.branches[index].path = path.renamed(name)
        }
        return element
      })
  }
}
