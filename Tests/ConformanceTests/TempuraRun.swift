// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A line, run by our plans: each operation begins when the one before it is over.
struct TempuraRun {
  /// How it ended.
  enum End: Equatable {
    /// All operations came to an end; the names on the line.
    case done([String])
    /// An operation ended so, and the ones after it are not looked at.
    case stopped(String)
  }

  private(set) var requests: [TempuraCase.Handled] = []
  private(set) var end = End.done([])

  init(_ test: TempuraCase) throws {
    var (route, ids) = try test.route
    for verb in try test.operations {
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
        let answer = try answer(ask, draft: plan.draft, in: test)
        step = plan.answer(answer, in: test)
        if case .unhandled = step { requests[requests.count - 1].by = "unhandled" }
        if answer != .declined { change = "-" }
      }
      if case .finished = step {
      } else if plan.draft != route {
        throw Vectors.Unreadable(what: "\(test.id): undone in part")
      }
      switch step {
      case .finished(let new):
        route = new
        ids = plan.ids
      case .refused(.unchanged): break
      case .refused(.rejected(let reason, _)):
        end = .stopped("rejected \(reason)")
        return
      case .unhandled(let request):
        end = .stopped("unhandled \(request)")
        return
      case .step, .ask: throw Vectors.Unreadable(what: "\(test.id): a step in between")
      }
    }
    end = .done(route.answeringElements(in: test).map(\.screen.name.rawValue))
  }

  /// The request as their log has it, where the installer of a show belongs to the show.
  private static func word(for ask: PlanAsk, of verb: Verb, isFirst: Bool) throws -> String {
    guard case .install(let name) = ask.request else { return ask.request.description }
    if case .navigate = verb, isFirst { return "root \(name)" }
    return "show \(name)"
  }

  private mutating func answer(_ ask: PlanAsk, draft: Route, in test: TempuraCase) throws -> PlanAnswer {
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
      let answer = try test.answer(ask.request, of: element.screen.name)
      if answer != .declined { requests[last].by = element.screen.name.rawValue }
      return answer
    }
  }
}
