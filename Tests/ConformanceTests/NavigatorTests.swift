// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import TestTraits

@Suite("Composable Navigator's own answers", .offPool)
struct NavigatorTests {
  @Test(
    "Every line gives the same paths, on the root path and inside a branch that is hidden at first",
    arguments: [Tally("navigator.jsonl", equal: 500), Tally("own/navigator.jsonl", equal: 3)], [false, true])
  func paths(expected: Tally, isInBranch: Bool) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(for: expected) {
      var run = try NavigatorCase(line, isInBranch: isInBranch)
      let difference = try run.firstDifference()
      #expect(difference == nil)
      if difference == nil { tally.equal += 1 }
    }
    tally.check(expected)
  }
}

/// One line, run on the root path or inside the branch `b` of a container whose other branch shows.
private struct NavigatorCase {
  let line: JSONValue
  let name: String
  let isInBranch: Bool
  private var route: Route
  private var ids: IDSource
  /// Their numbers and our ids, both ways.
  private var ours: [Int64: ElementID] = [:]
  private var theirs: [ElementID: Int64] = [:]

  private static let container = ElementID(1_000_000)

  init(_ line: JSONValue, isInBranch: Bool) throws {
    self.line = line
    self.isInBranch = isInBranch
    name = try line.text("case")
    ids = IDSource()
    var elements: [Element] = []
    // A data source that was made from a path does not give its first screen the root's id.
    let hasRoot = try line.text("init") == "root"
    for (index, screen) in try line.items("start").map(AnyScreen.init(vector:)).enumerated() {
      let element = Element(id: hasRoot && !isInBranch ? .root : ids.fresh(), screen: screen)
      let number = Int64(hasRoot ? index : index + 1)
      ours[number] = element.id
      theirs[element.id] = number
      elements.append(element)
    }
    guard isInBranch else {
      route = Route(root: Path(elements))
      return
    }
    let branches = Branches(
      kind: .tabs,
      branches: [
        .init("a", path: Path([Element(id: ElementID(1_000_001), screen: AnyScreen("other"))])),
        .init("b", path: Path(elements)),
      ], selected: "a")
    route = Route(root: Path([Element(id: Self.container, screen: AnyScreen("tabs"), branches: branches)]))
  }

  private var path: Path {
    isInBranch ? route.path(at: Address.root.branch("b", of: Self.container)) ?? Path([]) : route.root
  }

  /// Takes all steps; says where the paths part, if they do.
  mutating func firstDifference() throws -> String? {
    let (steps, paths) = (line.items("steps"), line.items("paths"))
    guard steps.count == paths.count else { throw Vectors.Unreadable(what: "\(name): a path for each step") }
    for (index, (step, expected)) in zip(steps, paths).enumerated() {
      let before = path
      if let verb = try verb(of: step) {
        switch route.applying(verb, ids: &ids, in: DeclaredContainers()) {
        case .success(let new): route = new
        case .failure(.unchanged): if path != before { return "\(name), step \(index): changed nevertheless" }
        case .failure(let refusal): return "\(name), step \(index): \(refusal)"
        }
      }
      guard case .array(let elements) = expected else { throw Vectors.Unreadable(what: name) }
      guard try agrees(with: elements) else { return "\(name), step \(index): \(path)" }
    }
    return nil
  }

  private mutating func agrees(with expected: [JSONValue]) throws -> Bool {
    let found = path.elements
    guard found.count == expected.count else { return false }
    for (index, (element, other)) in zip(found, expected).enumerated() {
      guard let number = other.number("id") else { throw Vectors.Unreadable(what: name) }
      guard try element.screen == AnyScreen(vector: other), element.hasAppeared == other.flag("hasAppeared") else {
        return false
      }
      // Inside a branch a new first element gets a fresh id, where they give the root's once more.
      let isExempt = isInBranch && index == 0 && number == 0
      guard isExempt || (ours[number] ?? element.id, theirs[element.id] ?? number) == (element.id, number) else {
        return false
      }
      ours[number] = element.id
      theirs[element.id] = number
    }
    return true
  }

  /// The verb of a step; nil for the one that would empty a branch, where they know no branches and do nothing.
  private func verb(of step: JSONValue) throws -> NavigatorVerb? {
    let screens = try step.items("screens").map(AnyScreen.init(vector:))
    let literals = screens.map { PathItem($0) }
    let target = try target(of: step)
    switch (try step.text("op"), target, screens.first) {
    case ("replacePath", _, _):
      guard isInBranch else { return .replace(path: literals, in: nil) }
      return literals.isEmpty ? nil : .replace(path: literals, in: .branch(Self.container, "b"))
    case ("goToOnID", let target?, _?), ("goToOnScreen", let target?, _?): return .go(to: literals[0], on: target)
    case ("goToPathOnID", let target?, _), ("goToPathOnScreen", let target?, _):
      return .goPath(to: literals, on: target)
    case ("goBackToID", let target?, _), ("goBackToScreen", let target?, _): return .goBack(to: target)
    case ("dismissID", let target?, _), ("dismissScreen", let target?, _): return .dismiss(target)
    case ("dismissSuccessorOfID", let target?, _), ("dismissSuccessorOfScreen", let target?, _):
      return .dismissSuccessor(of: target)
    case ("replaceContent", let target?, let screen?): return .replaceContent(of: target, with: screen)
    case ("replaceScreen", .screen(let old)?, let screen?): return .replaceScreen(old, with: screen)
    case ("didAppear", let target?, _): return .didAppear(target)
    default: throw Vectors.Unreadable(what: "\(name): \(step)")
    }
  }

  private func target(of step: JSONValue) throws -> Target? {
    if let screen = step["onScreen"] { return .screen(try AnyScreen(vector: screen)) }
    // A number that was never seen stands for an id that is nowhere.
    return step.number("id").map { .id(ours[$0] ?? ElementID(2_000_000 + UInt64($0))) }
  }
}

extension AnyScreen {
  fileprivate init(vector: JSONValue) throws {
    let content = JSONValue.object([("arg", vector["arg"] ?? .null)])
    self.init(
      try ScreenName(vector: try vector.text("screen")), content: content,
      presentation: try vector.text("presentation") == "sheet" ? .sheet(allowsPush: true) : .push)
  }
}
