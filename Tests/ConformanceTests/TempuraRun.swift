// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A line, run by our plans: each operation begins when the one before it is over. With rules undone, the plans do what
/// Tempura does in their place.
struct TempuraRun {
  /// How it ended.
  enum End: Equatable {
    /// All operations came to an end; the names on the line.
    case done([String])
    /// An operation ended so, and the ones after it are not looked at.
    case stopped(String)
    /// With this rule undone, their process dies.
    case died(Rule)
  }

  private(set) var requests: [TempuraCase.Handled] = []
  /// How many of the requests belong to the first operation.
  private(set) var firstCount = 0
  private(set) var end = End.done([])
  private let test: TempuraCase
  private let undone: Set<Rule>
  private var covered = CoveredScreens()

  init(_ test: TempuraCase, undoing undone: Set<Rule> = []) throws {
    (self.test, self.undone) = (test, undone)
    var (route, ids) = try test.route
    for (number, verb) in try test.operations.enumerated() {
      if undone.contains(.covered) { covered.forget(in: &route) }
      if undone.contains(.emptyLine), route.answeringElements(in: test).isEmpty, verb.isShow {
        end = .died(.emptyLine)
        return
      }
      if undone.contains(.unlisted), case .hide(let name, _) = verb,
        !route.answeringElements(in: test).contains(where: { $0.screen.name == name })
      {
        continue
      }
      let end = try carryOut(verb, on: &route, ids: &ids)
      if number == 0 { firstCount = requests.count }
      if let end {
        self.end = end
        return
      }
    }
    if undone.contains(.covered) { covered.forget(in: &route) }
    end = .done(route.answeringElements(in: test).map(\.screen.name.rawValue))
  }

  /// Carries out an operation; returns the end, where it is one.
  private mutating func carryOut(_ verb: Verb, on route: inout Route, ids: inout IDSource) throws -> End? {
    var plan = Plan(verb, on: route, ids: ids)
    var step = plan.begin(in: test)
    // A new root is asked for at once; the installer of a show comes after the screens.
    var change = ""
    while case .ask(let ask) = step {
      let next = try Self.word(for: ask, of: verb, isFirst: change.isEmpty)
      if next != change {
        requests.append(TempuraCase.Handled(request: next, asked: [], by: "nobody", elements: []))
        change = next
      }
      let answer = try answer(ask, draft: plan.draft)
      if case .change = ask.request, answer == .declined, undone.contains(.declinedChange) {
        requests.removeLast()
        return .died(.declinedChange)
      }
      step = plan.answer(answer, in: test)
      if case .unhandled = step { requests[requests.count - 1].by = "unhandled" }
      if answer != .declined { change = "-" }
    }
    if case .finished(let new) = step {
      (route, ids) = (new, plan.ids)
      return nil
    }
    guard plan.draft == route else { throw Vectors.Unreadable(what: "\(test.id): undone in part") }
    switch step {
    case .refused(.unchanged): return nil
    case .refused(.rejected(let reason, _)): return .stopped("rejected \(reason)")
    case .unhandled(let request): return .stopped("unhandled \(request)")
    case .finished, .step, .ask, .task, .stopped:
      throw Vectors.Unreadable(what: "\(test.id): a step in between")
    }
  }

  /// The request as their log has it, where the installer of a show belongs to the show.
  private static func word(for ask: PlanAsk, of verb: Verb, isFirst: Bool) throws -> String {
    guard case .install(let name) = ask.request else { return ask.request.description }
    if case .navigate = verb, isFirst { return "root \(name)" }
    return "show \(name)"
  }

  private mutating func answer(_ ask: PlanAsk, draft: Route) throws -> PlanAnswer {
    let last = requests.count - 1
    switch ask.subject {
    case .installer:
      guard case .install(let name) = ask.request else { throw Vectors.Unreadable(what: test.id) }
      let answer = test.answer(installing: name)
      if answer != .declined { requests[last].by = "rootInstaller" }
      return answer
    case .element(let id):
      guard let element = draft.element(id) else { throw Vectors.Unreadable(what: test.id) }
      requests[last].asked.append(element.screen.name.rawValue)
      requests[last].elements.append(id)
      var answer = try test.answer(ask.request, of: element.screen.name)
      if undone.contains(.silent), test.isSilent(ask.request, of: element.screen.name) { answer = .instruction(.done) }
      if undone.contains(.hardDismiss), answer == .instruction(.dismiss(hard: true)),
        let presented = draft.presented(by: id)
      {
        answer = .instruction(.edit([.dismiss(.id(presented))]))
      }
      if answer != .declined { requests[last].by = element.screen.name.rawValue }
      return answer
    }
  }
}

/// The screens of containers that something covers: in Tempura they are off the line until it goes. Here they get a name
/// that answers nothing.
private struct CoveredScreens {
  private var names: [ElementID: ScreenName] = [:]

  /// Puts all screens back on the line, and takes those off that are covered now.
  mutating func forget(in route: inout Route) {
    var elements = Array(route.root.elements)
    for index in elements.indices {
      guard var branches = elements[index].branches else { continue }
      for branch in branches.branches.indices {
        branches.branches[branch].path = Path(
          branches.branches[branch].path.map { named($0, isCovered: index + 1 < elements.count) })
      }
      elements[index].branches = branches
    }
    route = Route(root: Path(elements))
  }

  private mutating func named(_ element: Element, isCovered: Bool) -> Element {
    let name = names[element.id] ?? element.screen.name
    names[element.id] = name
    var element = element
    element.screen = AnyScreen(
      isCovered ? "covered" : name, content: element.screen.content, presentation: element.screen.presentation)
    return element
  }
}

extension Verb {
  /// Whether it only shows.
  fileprivate var isShow: Bool { if case .show = self { true } else { false } }
}

extension Route {
  /// The first element of the layer on top of that of an element; nil where there is none.
  fileprivate func presented(by id: ElementID) -> ElementID? {
    // An element inside a branch belongs to the layer of its container.
    guard let index = root.elements.firstIndex(where: { $0.id == id || Route(root: Path([$0])).element(id) != nil })
    else { return nil }
    let end = root.layer(of: index).upperBound
    return end < root.count ? root[end].id : nil
  }
}
