// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@Suite("Route invariants")
struct InvariantTests {
  private static let screens: [AnyScreen] = [
    AnyScreen("home"), AnyScreen("tabs"), AnyScreen("split"), AnyScreen("x", presentation: .sheet(allowsPush: false)),
  ]

  /// Every verb on a few targets and screens.
  private static let verbs: [NavigatorVerb] = {
    let targets: [Target] = [.id(.root), .id(ElementID(2)), .screen(AnyScreen("x")), .branch(ElementID(1), "b")]
    var verbs: [NavigatorVerb] = [
      .replace(path: [PathItem("home"), PathItem("tabs")], in: nil), .replace(path: [], in: .branch(ElementID(1), "a")),
      .replace(path: [PathItem("split")], in: .branch(ElementID(1), "a")), .select("b", of: .id(ElementID(1))),
      .replaceScreen(AnyScreen("tabs"), with: AnyScreen("split")),
      .replaceContent(of: .id(ElementID(1)), with: AnyScreen("x", presentation: .sheet(allowsPush: false))),
      .go(
        to: PathItem(AnyScreen("tabs"), branches: [.init("b", path: [PathItem("y")])], selected: "b"), on: .id(.root)),
      .didAppear(.id(ElementID(2))),
    ]
    verbs += [
      .insertBranch("d", [PathItem("tabs")], at: 0, of: .id(ElementID(1))),
      .insertBranch(nil, [], at: nil, of: .id(.root)),
      .removeBranch("a", of: .id(ElementID(1))),
      .replaceBranches(
        of: .id(ElementID(1)), with: [.init("b", path: [PathItem("y")]), .init("e", path: [])], selected: "e"),
    ]
    for (target, screen) in zip(targets, screens) {
      verbs += [
        .go(to: PathItem(screen), on: target), .goPath(to: [PathItem("tabs"), PathItem(screen)], on: target),
        .goBack(to: target), .dismissSuccessor(of: target), .dismiss(target),
      ]
    }
    return verbs
  }()

  /// Every kind of them.
  private static let kinds = VerbKind.allCases.filter { kind in
    if case .navigator = kind.sample { true } else { false }
  }

  @Test("Every verb is tried")
  func tried() { #expect(Set(Self.verbs.map { VerbKind($0) }) == Set(Self.kinds)) }

  /// What holds after every verb, whether it did something or not.
  private func check(_ route: Route, _ result: Result<Route, Refusal>, _ before: IDSource, _ ids: IDSource) {
    switch result {
    case .success(let new):
      #expect(new != route)
      #expect(new.validate() == nil)
      #expect(new.root.elements.first?.id == .root)
      #expect(new.allElements.allSatisfy { $0.id.rawValue < ids.next })
      let known = Set(route.allElements.map(\.id))
      #expect(new.allElements.allSatisfy { $0.id == .root || known.contains($0.id) || $0.id.rawValue >= before.next })
    case .failure: #expect(ids == before)
    }
  }

  @Test(
    "They hold after every sequence of up to three verbs",
    arguments: ["home/tabs/sheet:help", "tabs", "home/split", "home/cockpit"])
  func exhaustive(text: String) throws {
    var reached: Set<Route> = []
    var newest: Set<Route> = [try Route.made(text, in: containers).route]
    let first = try Route.made(text, in: containers).ids.next
    // A route that was reached before leads nowhere new; ids keep counting, so that none is given twice.
    for length in 1...3 {
      var next: Set<Route> = []
      for route in newest {
        for verb in Self.verbs {
          var ids = IDSource(next: first + UInt64(length) * 100)
          let before = ids
          let result = route.applying(verb, ids: &ids, in: containers)
          check(route, result, before, ids)
          if case .success(let new) = result, reached.insert(new).inserted { next.insert(new) }
        }
      }
      newest = next
    }
    #expect(reached.count > 100)
  }

  @Test("They hold on random walks", arguments: 1...8)
  func walks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (route, ids) = try Route.made("home/tabs", in: containers)
    var committed = 0
    var tried: Set<VerbKind> = []
    for _ in 0..<400 {
      let all = route.allElements
      let element = all[Int.random(in: all.indices, using: &random)]
      let verb = try verb(for: element, using: &random)
      tried.insert(VerbKind(verb))
      let before = ids
      let result = route.applying(verb, ids: &ids, in: containers)
      check(route, result, before, ids)
      guard case .success(let new) = result else { continue }
      checkDifferences(from: route, to: new)
      (route, committed) = (new, committed + 1)
      if route.elementCount > 40 { route = try Route.made("home/tabs", in: containers).route }
    }
    #expect(committed > 100)
    #expect(tried == Set(Self.kinds))
  }

  private func verb(for element: Element, using random: inout SeededGenerator) throws -> NavigatorVerb {
    let texts = [
      "x", "tabs{b=x/y}", "split{*right=tabs}", "sheet:m", "sheet!:m", "tabs{*c=}", "home", "cockpit{dock=tabs}",
    ]
    let path = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
      try PathItem(parsing: texts[Int.random(in: texts.indices, using: &random)])
    }
    var target = Target.id(element.id)
    if let branches = element.branches, Bool.random(using: &random) {
      target = .branch(element.id, branches.branches[Int.random(in: branches.branches.indices, using: &random)].name)
    }
    switch Int.random(in: 0..<13, using: &random) {
    case 0: return .go(to: path[0], on: target)
    case 1: return .goPath(to: path, on: target)
    case 2: return .goBack(to: target)
    case 3: return .dismiss(.screen(element.screen))
    case 4: return .dismissSuccessor(of: target)
    case 5: return .replaceContent(of: .id(element.id), with: path[0].screen)
    case 6: return .select(["a", "b", "left"][Int.random(in: 0..<3, using: &random)], of: .id(element.id))
    case 7: return .didAppear(.id(element.id))
    case 8: return .insertBranch(nil, path, at: Int.random(in: 0..<4, using: &random), of: .id(element.id))
    case 9: return .removeBranch(["a", "b", "dock"][Int.random(in: 0..<3, using: &random)], of: .id(element.id))
    case 10:
      let branches = ["b", "new", "app"].shuffled(using: &random).map { PathItem.Branch($0, path: path) }
      return .replaceBranches(of: .id(element.id), with: branches, selected: nil)
    case 11: return .replaceScreen(element.screen, with: path[0].screen)
    default:
      if case .branch = target { return .replace(path: path, in: target) }
      return .replace(path: path, in: nil)
    }
  }

  /// Who leaves and who arrives make up the difference.
  private func checkDifferences(from old: Route, to new: Route) {
    func pairs(_ elements: [Element]) -> Set<String> { Set(elements.map { "\($0.id) \($0.screen.name)" }) }
    #expect(pairs(old.leaving(for: new)) == pairs(old.allElements).subtracting(pairs(new.allElements)))
    #expect(pairs(new.arriving(since: old)) == pairs(new.allElements).subtracting(pairs(old.allElements)))
    let items = new.root.elements.map(\.item)
    #expect((try? PathItem.path(parsing: new.description)) == items)
  }

  @Test("Who leaves is told topmost first, the hidden ones last; who arrives root first")
  func order() throws {
    let old = try Route.made("home/tabs{*a=x/m,b=y}/sheet:help", in: containers).route
    var ids = IDSource(next: 50)
    let new = try old.applying(
      .replace(path: [PathItem("other"), PathItem("split")], in: nil), ids: &ids, in: containers
    ).get()
    #expect(old.leaving(for: new).map(\.screen.name.rawValue) == ["help", "m", "x", "tabs", "home", "y"])
    #expect(new.arriving(since: old).map(\.screen.name.rawValue) == ["other", "split", "l"])
    #expect(old.leaving(for: old) == [])
  }

  @Test("Another name under the same id leaves and arrives; other content does neither")
  func identity() throws {
    var (route, ids) = try Route.made("home/list")
    let content = try route.applying(
      .replaceContent(of: .id(ElementID(1)), with: AnyScreen("list", content: .integer(1))), ids: &ids,
      in: TestRegistry()
    ).get()
    #expect(route.leaving(for: content) == [])
    let name = try route.applying(
      .replaceContent(of: .id(ElementID(1)), with: AnyScreen("map")), ids: &ids, in: TestRegistry()
    ).get()
    #expect(route.leaving(for: name).map(\.screen.name) == ["list"])
    #expect(name.arriving(since: route).map(\.screen.name) == ["map"])
    let appeared = try route.applying(.didAppear(.id(.root)), ids: &ids, in: TestRegistry()).get()
    #expect(appeared.differsOnlyInAppearance(from: route))
    #expect(!route.differsOnlyInAppearance(from: route))
    #expect(!name.differsOnlyInAppearance(from: route))
  }

  @Test("Appearance in a branch is appearance alone, a selection is not")
  func appearanceInBranches() throws {
    var (route, ids) = try Route.made("tabs", in: containers)
    let appeared = try route.applying(.didAppear(.id(ElementID(2))), ids: &ids, in: containers).get()
    #expect(appeared.differsOnlyInAppearance(from: route))
    let selected = try route.applying(.select("b", of: .id(.root)), ids: &ids, in: containers).get()
    #expect(!selected.differsOnlyInAppearance(from: route))
  }

  @Test("A route that breaks one is not valid")
  func invalid() {
    func reason(_ elements: [Element]) -> RejectedReason? {
      if case .rejected(let reason, _)? = Route(root: Path(elements)).validate() { reason } else { nil }
    }
    func element(_ id: UInt64, _ presentation: Presentation = .push, _ branches: Branches? = nil) -> Element {
      Element(id: ElementID(id), screen: AnyScreen("x", presentation: presentation), branches: branches)
    }
    func tabs(_ names: [BranchName], _ selected: BranchName, _ path: [Element] = []) -> Branches {
      Branches(kind: .tabs, branches: names.map { .init($0, path: Path(path)) }, selected: selected)
    }
    #expect(reason([]) == .emptyRoute)
    #expect(reason([element(0), element(0)]) == .duplicateID)
    #expect(reason([element(0, .push, tabs(["a"], "a", [element(0)]))]) == .duplicateID)
    #expect(reason([element(0), element(1, .sheet(allowsPush: false)), element(2)]) == .pushNotAllowed)
    #expect(reason([element(0, .push, tabs(["a"], "b"))]) == .noSuchBranch)
    #expect(reason([element(0, .push, tabs(["a", "a"], "a"))]) == .noSuchBranch)
    #expect(
      reason([element(0, .push, tabs(["a"], "a", [element(1, .sheet(allowsPush: false)), element(2)]))])
        == .pushNotAllowed)
    #expect(reason((0..<257).map { element($0) }) == .tooLarge)
    func nested(_ depth: UInt64) -> [Element] {
      (1...depth).reduce([element(0)]) { path, number in [element(number, .push, tabs(["a"], "a", path))] }
    }
    #expect(reason(nested(32)) == nil)
    #expect(reason(nested(33)) == .tooLarge)
    #expect(
      reason([element(0), element(1, .sheet(allowsPush: false)), element(2, .sheet(allowsPush: true)), element(3)])
        == nil)
  }

  @Test("Layers start at the first element and at every sheet")
  func layers() throws {
    let path = try Route.made("a/b/sheet:c/d/sheet!:e").route.root
    #expect(path.layers == [0..<2, 2..<4, 4..<5])
    #expect((0..<5).map(path.layer(of:)) == [0..<2, 0..<2, 2..<4, 2..<4, 4..<5])
    #expect(path.layers.map(path.takesPushes) == [true, true, false])
    #expect(try Route.made("sheet:a/b").route.root.layers == [0..<2])
  }
}
