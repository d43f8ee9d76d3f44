// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import TestTraits

@testable import RouteModel

/// The walks against the plainest code that does the same.
@Suite("Walks", .offPool)
struct WalkTests {
  @Test("Every walk finds what the plain one finds, on random pairs of routes", arguments: 1...12)
  func oracle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var source = RandomRoute(random: random, width: Int.random(in: 1...5, using: &random))
      let old = source.route()
      let new = source.changed(old)
      random = source.random
      compareWalks(of: old, wanting: new)
      compareDifferences(from: old, to: new)
      compareDifferences(from: new, to: old)
      compareDifferences(from: old, to: old)
    }
  }

  @Test("Long paths, on which the walk makes a dictionary, give the same")
  func long() {
    let names: [ScreenName] = ["a", "b", "c"]
    func path(_ ids: some Sequence<UInt64>) -> Route {
      Route(root: Path(ids.map { Element(id: ElementID($0), screen: AnyScreen(names[Int($0) % 3])) }))
    }
    let (old, new) = (path(0..<120), path((0..<60).reversed() + Array(100..<220)))
    compareDifferences(from: old, to: new)
    compareDifferences(from: new, to: old)
    #expect(old.leaving(for: new).count == 40)
  }

  private func compareWalks(of route: Route, wanting other: Route) {
    let active = Naive.active(route.root)
    let all = Naive.all(route.root)
    #expect(route.activePath == active)
    #expect(route.allElements == all)
    #expect(route.tip == active.last)
    #expect(route.root.tip == active.last)
    #expect(route.elementCount == all.count)
    #expect((route.validate() == nil) == Naive.isValid(route))
    for id: UInt64 in 0..<80 {
      let found = all.first { $0.id == ElementID(id) }
      #expect(route.element(ElementID(id)) == found)
      #expect(route.root[ElementID(id)] == found)
      #expect(route.place(of: ElementID(id)).flatMap { at($0, route) } == found)
    }
    for screen in (all + Naive.all(other.root)).map(\.screen) {
      let found = active.last { $0.screen == screen } ?? all.last { $0.screen == screen }
      #expect(route.place(of: screen).flatMap { at($0, route) } == found)
    }
  }

  private func at(_ place: Place, _ route: Route) -> Element? { route.path(at: place.address)?[place.index] }

  private func compareDifferences(from old: Route, to new: Route) {
    #expect(old.leaving(for: new) == Naive.leaving(old, new))
    #expect(new.arriving(since: old) == Naive.arriving(old, new))
    #expect(new.differsOnlyInAppearance(from: old) == (new != old && Naive.flat(new) == Naive.flat(old)))
    var search = ElementSearch(in: old.root)
    for (place, element) in new.allElements.enumerated() {
      let found = search.find(element, near: place)
      #expect(found == Naive.all(old.root).first { $0.id == element.id && $0.screen.name == element.screen.name })
    }
  }
}

/// The plain walks: each collects all that it looks through.
private enum Naive {
  static func all(_ path: Path) -> [Element] {
    path.elements.flatMap { element in
      [element] + (element.branches?.branches ?? []).flatMap { all($0.path) }
    }
  }

  static func active(_ path: Path) -> [Element] {
    path.elements.flatMap { element -> [Element] in
      guard let branches = element.branches else { return [element] }
      let focused = branches.branches.filter { $0.name == branches.selected }
      let others = branches.kind == .split ? branches.branches.filter { $0.name != branches.selected } : []
      return [element] + (others + focused).flatMap { active($0.path) }
    }
  }

  private static func identities(_ route: Route) -> Set<String> {
    Set(all(route.root).map { "\($0.id) \($0.screen.name)" })
  }

  static func leaving(_ old: Route, _ new: Route) -> [Element] {
    let (staying, active) = (identities(new), active(old.root))
    let visible = Set(active.map(\.id))
    return (active.reversed() + all(old.root).reversed().filter { !visible.contains($0.id) })
      .filter { !staying.contains("\($0.id) \($0.screen.name)") }
  }

  static func arriving(_ old: Route, _ new: Route) -> [Element] {
    let known = identities(old)
    return all(new.root).filter { !known.contains("\($0.id) \($0.screen.name)") }
  }

  /// Every element without its appearance and sub-tree, one after another.
  static func flat(_ route: Route) -> Path { flat(route.root) }

  private static func flat(_ path: Path) -> Path {
    Path(
      path.elements.map { element in
        var element = element
        (element.hasAppeared, element.subTree) = (false, nil)
        let branches = (element.branches?.branches ?? []).map { Branches.Branch($0.name, path: flat($0.path)) }
        element.branches?.branches = branches
        return element
      })
  }

  static func isValid(_ route: Route) -> Bool {
    let all = all(route.root)
    return !all.isEmpty && Set(all.map(\.id)).count == all.count && layersAreValid(route.root)
      && all.allSatisfy { element in
        guard let branches = element.branches else { return true }
        return branches.branches.contains { $0.name == branches.selected }
          && Set(branches.branches.map(\.name)).count == branches.branches.count
          && branches.branches.allSatisfy { layersAreValid($0.path) }
      }
  }

  private static func layersAreValid(_ path: Path) -> Bool {
    path.layers.allSatisfy { $0.count < 2 || path.takesPushes($0) }
  }
}

/// Routes of any shape, also of such as no commit may hold, but for ids that stand twice.
private struct RandomRoute {
  var random: SeededGenerator
  var width: Int
  private var next: UInt64 = 0

  init(random: SeededGenerator, width: Int) {
    self.random = random
    self.width = width
  }

  mutating func route() -> Route {
    next = 0
    return Route(root: path(depth: 0))
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func screen() -> AnyScreen {
    let names: [ScreenName] = ["home", "list", "tabs", "exhibit"]
    let presentations: [Presentation] = [.push, .push, .push, .sheet(allowsPush: true), .sheet(allowsPush: false)]
    return AnyScreen(
      names[number(0..<names.count)], content: number(0..<3) == 0 ? ["id": .integer(Int64(number(0..<3)))] : .null,
      presentation: presentations[number(0..<presentations.count)])
  }

  private mutating func path(depth: Int) -> Path {
    var elements: [Element] = []
    for _ in 0..<number(depth == 0 ? 1..<(width + 1) : 0..<3) { elements.append(element(depth: depth)) }
    return Path(elements)
  }

  private mutating func element(depth: Int) -> Element {
    next += 1
    var element = Element(id: ElementID(next), screen: screen(), hasAppeared: number(0..<2) == 0)
    if number(0..<6) == 0 { element.subTree = SubTree("map", from: .root) }
    guard depth < 3, number(0..<3) == 0 else { return element }
    let names: [BranchName] = ["a", "b", "c"]
    var branches: [Branches.Branch] = []
    for name in names.prefix(number(1..<4)) { branches.append(.init(name, path: path(depth: depth + 1))) }
    element.branches = Branches(
      kind: number(0..<2) == 0 ? .tabs : .split, branches: branches, selected: names[number(0..<branches.count)])
    return element
  }

  /// A route with some of the elements of `old`, as they are or changed, and some new ones.
  mutating func changed(_ old: Route) -> Route { Route(root: changed(old.root)) }

  private mutating func changed(_ path: Path) -> Path {
    var elements: [Element] = []
    for element in path {
      switch number(0..<8) {
      case 0: continue
      case 1: elements += [self.element(depth: 2), element]
      case 2: elements.append(with(element) { $0.hasAppeared.toggle() })
      case 3:
        let screen = screen()
        elements.append(with(element) { $0.screen = screen })
      case 4: elements.append(with(element) { $0.subTree = nil })
      case 5:
        let names: [BranchName] = ["a", "b", "c"]
        let index = number(0..<3)
        elements.append(with(element) { $0.branches?.selected = names[index] })
      default: elements.append(element)
      }
      guard var branches = elements[elements.count - 1].branches else { continue }
      for index in branches.branches.indices where number(0..<2) == 0 {
        branches.branches[index].path = changed(branches.branches[index].path)
      }
      elements[elements.count - 1].branches = branches
    }
    return Path(elements)
  }

  private func with(_ element: Element, _ change: (inout Element) -> Void) -> Element {
    var element = element
    change(&element)
    return element
  }
}
