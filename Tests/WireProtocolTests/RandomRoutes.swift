// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Random values of the route: every shape that the model can hold, valid routes or not.
extension SeededGenerator {
  mutating func name<Kind>() -> Name<Kind> {
    pick(["home", "list", "a", "Z9", "with-dash_and.dot", Name<Kind>(String(repeating: "x", count: 64)) ?? "x"])
  }

  mutating func text() -> String {
    pick(["", "plain", "unsaved notes", "\"quoted\" \\ back", "tab\tnewline\nnull\u{0}", "é e\u{301} 😀", "/?:{}*,"])
  }

  /// A number as the wire carries it, small, large and largest.
  mutating func count() -> UInt64 {
    switch below(4) {
    case 0: 0
    case 1: UInt64(below(1000))
    case 2: next() >> 1
    default: UInt64(Int64.max)
    }
  }

  mutating func milliseconds() -> Int64 { Int64(count()) }

  mutating func content(depth: Int = 0) -> JSONValue {
    switch below(depth > 2 ? 6 : 8) {
    case 0: return .null
    case 1: return .bool(bool())
    case 2: return .integer(Int64(bitPattern: next()))
    case 3: return .number(Double(below(2000)) / 8 - 100)
    case 4:
      return .number(
        pick([0.1, Double.leastNonzeroMagnitude, 1.7976931348623157e308, -2.5, 1e21, 9.007199254740993e15]))
    case 5: return .string(text())
    case 6: return .array(list(upTo: 3) { $0.content(depth: depth + 1) })
    default:
      return .object(
        list(upTo: 3) { ($0.pick(["id", "", "ключ", "a b", "é", "e\u{301}"]), $0.content(depth: depth + 1)) })
    }
  }

  mutating func presentation() -> Presentation {
    pick([.push, .sheet(allowsPush: true), .sheet(allowsPush: false)])
  }

  mutating func screen() -> AnyScreen { AnyScreen(name(), content: content(), presentation: presentation()) }

  mutating func literal(depth: Int = 0) -> PathItem {
    guard depth < 2, below(4) == 0 else { return PathItem(screen()) }
    return PathItem(
      screen(), branches: list(upTo: 2) { PathItem.Branch($0.name(), path: $0.literals(depth: depth + 1)) },
      selected: maybe { $0.name() })
  }

  mutating func literals(depth: Int = 0) -> [PathItem] { list(upTo: 3) { $0.literal(depth: depth) } }

  mutating func element(depth: Int = 0) -> Element {
    var element = Element(
      id: ElementID(count()), screen: screen(), hasAppeared: bool(),
      subTree: maybe { SubTree($0.name(), from: ElementID($0.count())) })
    if depth < 2, below(4) == 0 {
      element.branches = Branches(
        kind: bool() ? .tabs : .split,
        branches: list(upTo: 2) { Branches.Branch($0.name(), path: $0.path(depth: depth + 1)) }, selected: name(),
        alwaysShown: list(upTo: 2) { $0.name() }, keepsSelection: bool())
    }
    return element
  }

  /// An element as its worker is told of it.
  mutating func shownElement() -> Element {
    var element = element()
    element.visibility = maybe { $0.pick(Element.Visibility.allCases) }
    return element
  }

  mutating func path(depth: Int = 0) -> Path { Path(list(upTo: 3) { $0.element(depth: depth) }) }

  /// A path with hosts; who hosts nobody's element has no entry, as the wire tells it.
  mutating func placedPath() -> PlacedPath {
    let path = path()
    var hosts: PathHosts = [:]
    func visit(_ path: Path) {
      for element in path.elements {
        if below(3) > 0 {
          let host = Host(pick(Presence.allCases), worker: maybe { $0.name() })
          if host.presence != .unattended || host.worker != nil { hosts[element.id] = host }
        }
        for branch in element.branches?.branches ?? [] { visit(branch.path) }
      }
    }
    visit(path)
    return PlacedPath(path, hosts: hosts)
  }

  mutating func target(inAnswer: Bool = false) -> Target {
    switch below(inAnswer ? 4 : 3) {
    case 0: .id(ElementID(count()))
    case 1: .screen(screen())
    case 2: .branch(ElementID(count()), name())
    default: .asked
    }
  }

  mutating func navigatorVerb(inAnswer: Bool = false) -> NavigatorVerb {
    switch below(13) {
    case 10: .insertBranch(maybe { $0.name() }, literals(), at: maybe { $0.below(9) }, of: target(inAnswer: inAnswer))
    case 11: .removeBranch(name(), of: target(inAnswer: inAnswer))
    case 12:
      .replaceBranches(
        of: target(inAnswer: inAnswer),
        with: list(upTo: 2) { PathItem.Branch($0.name(), path: $0.literals(depth: 1)) }, selected: maybe { $0.name() })
    case 0: .go(to: literal(), on: target(inAnswer: inAnswer))
    case 1: .goPath(to: literals(), on: target(inAnswer: inAnswer))
    case 2: .goBack(to: target(inAnswer: inAnswer))
    case 3: .replace(path: literals(), in: maybe { $0.target(inAnswer: inAnswer) })
    case 4: .dismiss(target(inAnswer: inAnswer))
    case 5: .dismissSuccessor(of: target(inAnswer: inAnswer))
    case 6: .replaceContent(of: target(inAnswer: inAnswer), with: screen())
    case 7: .replaceScreen(screen(), with: screen())
    case 8: .didAppear(target(inAnswer: inAnswer))
    default: .select(name(), of: target(inAnswer: inAnswer))
    }
  }

  mutating func declaredBranches() -> DeclaredBranches {
    let first = DeclaredBranches.Branch(name(), path: list(upTo: 2) { $0.screen() })
    return DeclaredBranches(
      bool() ? .tabs : .split,
      [first] + list(upTo: 1) { DeclaredBranches.Branch($0.name(), path: $0.list(upTo: 2) { $0.screen() }) },
      selected: maybe { $0.name() }, alwaysShown: list(upTo: 2) { $0.name() }, keepsSelection: bool())
  }

  mutating func verb(inAnswer: Bool = false) -> Verb {
    switch below(10) {
    case 9: .route(bool() ? .named(name()) : .inline(destination()))
    case 0: .batch(list(upTo: 3) { $0.navigatorVerb(inAnswer: inAnswer) })
    case 1: .back
    case 2: .start(name())
    case 3: .show(list(upTo: 3) { $0.name() })
    case 4: .hide(name(), atomic: bool())
    case 5: .navigate(list(upTo: 3) { $0.name() })
    case 6 where !inAnswer: .drive(drive())
    case 7: .open(pick(["museum://exhibit/7", "a:b", ""]))
    default: .navigator(navigatorVerb(inAnswer: inAnswer))
    }
  }

  mutating func instruction() -> Instruction {
    switch below(8) {
    case 0: .push(maybe { $0.screen() })
    case 1: .present(maybe { $0.screen() })
    case 2: .pop
    case 3: .popToRoot
    case 4: .popTo(maybe { $0.name() })
    case 5: .dismiss(hard: bool())
    case 6: .edit(list(upTo: 3) { $0.navigatorVerb(inAnswer: true) })
    default: .done
    }
  }

  mutating func request() -> Request {
    switch below(5) {
    case 0: .show(name())
    case 1: .hide(name())
    case 2: .change(from: name(), to: name())
    case 3: .install(name())
    default: .back
    }
  }
}
