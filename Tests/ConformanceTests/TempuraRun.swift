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
  private(set) var end = End.done([])
  let test: TempuraCase
  private let undone: Set<Rule>
  private var route: Route
  private var ids: IDSource
  private var covered = CoveredScreens()
  private var soft = SoftDismissals()
  /// Screens that have another name for a while, and that name.
  private var aside: (name: ScreenName, alias: ScreenName)?

  init(_ test: TempuraCase, undoing undone: Set<Rule> = []) throws {
    (self.test, self.undone) = (test, undone)
    (route, ids) = try test.route
    forgetCovered()
    let end = undone.contains(.oneAtATime) ? try runAtOnce() : try runInTurn()
    self.end = end ?? .done(route.answeringElements(in: test).map(\.screen.name.rawValue))
  }

  /// Whether a rule is undone. Plans on a stale hierarchy are theirs from beginning to end.
  private func isUndone(_ rule: Rule) -> Bool {
    if undone.contains(rule) { return true }
    return [.emptyLine, .emptyRoute, .restIsShown, .unlisted].contains(rule) && undone.contains(.oneAtATime)
  }

  private mutating func forgetCovered() {
    if undone.contains(.covered) { covered.forget(in: &route) }
  }
}

extension TempuraRun {
  /// What an operation is to them.
  private enum Intent {
    case nothing
    case death(Rule)
    case plan(Verb)
  }

  /// What an operation becomes on the route as it is.
  private func intent(_ verb: Verb) -> Intent {
    let line = route.answeringElements(in: test).map(\.screen.name)
    switch verb {
    case .show(let names) where !names.isEmpty && line.isEmpty && isUndone(.emptyLine): return .death(.emptyLine)
    case .navigate(let names):
      switch (line.isEmpty, names.isEmpty) {
      case (true, true): return isUndone(.emptyRoute) ? .nothing : .plan(verb)
      case (true, false): return isUndone(.emptyLine) ? .death(.emptyLine) : .plan(verb)
      case (false, true): return isUndone(.emptyRoute) ? .death(.emptyRoute) : .plan(verb)
      case (false, false):
        let isCut = names.first != line.first && isUndone(.restIsShown)
        return .plan(isCut ? .navigate(Array(names.prefix(1))) : verb)
      }
    case .hide(let name, _):
      return isUndone(.unlisted) && !line.contains(name) ? .nothing : .plan(verb)
    default: return .plan(verb)
    }
  }

  /// Carries the operations out one after another; returns the end, where one of them is the last.
  private mutating func runInTurn() throws -> End? {
    for verb in try test.operations {
      switch intent(verb) {
      case .nothing: continue
      case .death(let rule): return .died(rule)
      case .plan(let verb): if let end = try carryOut(verb) { return end }
      }
    }
    return nil
  }

  /// A change that was planned on the initial hierarchy.
  private enum StaleChange {
    case show(ScreenName)
    case root(ScreenName)
    case hide(Element)
    case exchange(by: Element, to: ScreenName)
  }

  /// Plans all operations on the initial hierarchy, and carries their changes out in order.
  private mutating func runAtOnce() throws -> End? {
    let line = route.answeringElements(in: test)
    var changes: [StaleChange] = []
    for verb in try test.operations {
      switch intent(verb) {
      case .nothing: continue
      case .death(let rule): return .died(rule)
      case .plan(let verb):
        guard let planned = Self.stale(verb, on: line) else { return .died(.firstHidden) }
        changes += planned
      }
    }
    // Whoever was there before a new root is gone, though the new one has the root's id here.
    var hasNewRoot = false
    for change in changes {
      if let end = try carryOut(change, hasNewRoot) { return end }
      hasNewRoot = hasNewRoot || requests.last?.by == "rootInstaller"
    }
    return nil
  }

  /// The changes of an operation; nil where one hides the first screen.
  private static func stale(_ verb: Verb, on line: [Element]) -> [StaleChange]? {
    let old = line.map(\.screen.name)
    var new: [ScreenName] = []
    var isAtomic = false
    switch verb {
    case .show(let names): new = old + names
    case .navigate(let names): new = names
    case .hide(let name, let atomic):
      guard let index = old.lastIndex(of: name), index > 0 else { return nil }
      (new, isAtomic) = (Array(old[..<index]), atomic)
    default: return nil
    }
    // Two empty routes are equal to them.
    guard case .success(let changes) = NameChange.all(from: old, to: new, isAtomic: isAtomic) else { return [] }
    return changes.map { change in
      switch change {
      case .show(let name): .show(name)
      case .root(let name): .root(name)
      case .hide(let index): .hide(line[index])
      case .exchange(let index, let names): .exchange(by: line[index], to: names[0])
      }
    }
  }

  private mutating func carryOut(_ change: StaleChange, _ hasNewRoot: Bool) throws -> End? {
    switch change {
    case .show(let name): return try carryOut(.show([name]))
    case .root(let name): return try carryOut(.start(name))
    case .hide(let element):
      let line = route.answeringElements(in: test)
      let index = line.firstIndex { $0.id == element.id && $0.screen.name == element.screen.name }
      guard !hasNewRoot, let index else { return nil }
      guard index > 0 else { return .died(.firstHidden) }
      return try hide(element, beneath: Set(line[(index + 1)...].map(\.id)))
    case .exchange(let element, let name):
      // They ask the one that they found when they planned, even if it is gone.
      let asked = element.screen.name.rawValue
      guard test.catalog[element.screen.name]?.kind == .changer else { return .died(.declinedChange) }
      requests.append(
        TempuraCase.Handled(request: "change \(name)", asked: [asked], by: asked, elements: [element.id]))
      return nil
    }
  }

  /// Hides this element, also where one of its name is above it.
  private mutating func hide(_ element: Element, beneath above: Set<ElementID>) throws -> End? {
    let name = element.screen.name
    let alias = try ScreenName(vector: "\(name).above")
    route.rename { above.contains($0.id) && $0.screen.name == name ? alias : $0.screen.name }
    aside = (name, alias)
    defer {
      route.rename { $0.screen.name == alias ? name : $0.screen.name }
      aside = nil
    }
    return try carryOut(.hide(name, atomic: true))
  }
}

extension TempuraRun {
  /// What becomes of a question.
  private enum Reply {
    case answer(PlanAnswer)
    case death(Rule)
  }

  /// Carries out an operation; returns the end, where it is one.
  private mutating func carryOut(_ verb: Verb) throws -> End? {
    // A container may be covered by one change and forgotten in the next.
    var plan = Plan(verb, on: route, ids: ids, stepwise: undone.contains(.covered))
    var step = plan.begin(in: test)
    // A new root is asked for at once; the installer of a show comes after the screens.
    var change = ""
    while true {
      switch step {
      case .ask(let ask):
        let next = try Self.word(for: ask, of: verb, isFirst: change.isEmpty)
        if next != change {
          // Where no screen is asked before the installer, there is none on the line.
          if case .installer = ask.subject, next.hasPrefix("show"), isUndone(.emptyLine) { return .died(.emptyLine) }
          requests.append(TempuraCase.Handled(request: next, asked: [], by: "nobody", elements: []))
          change = next
        }
        switch try reply(to: ask, draft: plan.draft) {
        case .death(let rule): return .died(rule)
        case .answer(let answer):
          step = plan.answer(answer, in: test)
          if case .unhandled = step { requests[requests.count - 1].by = "unhandled" }
          if answer != .declined { change = "-" }
        }
      case .step(let next):
        (route, ids) = (next, plan.ids)
        forgetCovered()
        step = plan.resume(on: route, in: test)
      case .finished(let next):
        (route, ids) = (next, plan.ids)
        forgetCovered()
        return nil
      case .refused, .unhandled, .task, .stopped:
        guard plan.draft == route else { throw Vectors.Unreadable(what: "\(test.id): undone in part") }
        // What was made and went again has ids too, and the log tells its screens from later ones.
        ids = plan.ids
        return try Self.end(step, in: test)
      }
    }
  }

  /// The end that an operation comes to without a change; nil where the next begins nevertheless.
  private static func end(_ step: PlanStep, in test: TempuraCase) throws -> End? {
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
    switch verb {
    case .navigate where isFirst, .start: return "root \(name)"
    default: return "show \(name)"
    }
  }

  private mutating func reply(to ask: PlanAsk, draft: Route) throws -> Reply {
    let last = requests.count - 1
    switch ask.subject {
    case .installer:
      guard case .install(let name) = ask.request else { throw Vectors.Unreadable(what: test.id) }
      let answer = test.answer(installing: name)
      if answer != .declined { requests[last].by = "rootInstaller" }
      return .answer(answer)
    case .element(let id):
      guard let element = draft.element(id) else { throw Vectors.Unreadable(what: test.id) }
      requests[last].asked.append(element.screen.name.rawValue)
      requests[last].elements.append(id)
      var answer = try test.answer(ask.request, of: element.screen.name)
      if undone.contains(.silent), test.isSilent(ask.request, of: element.screen.name) { answer = .instruction(.done) }
      if answer != .declined { requests[last].by = element.screen.name.rawValue }
      if case .change = ask.request, answer == .declined, undone.contains(.declinedChange) {
        requests.removeLast()
        return .death(.declinedChange)
      }
      guard case .instruction(let instruction, _) = answer else { return .answer(answer) }
      return theirs(instruction, of: id, draft: draft)
    }
  }

  /// What they do in the place of an instruction.
  private mutating func theirs(_ instruction: Instruction, of id: ElementID, draft: Route) -> Reply {
    var instruction = instruction
    switch instruction {
    case .popTo(let name?):
      // They look for it on the whole line, and then for the stack.
      let isOnLine = draft.answeringElements(in: test).contains { $0.screen.name == name }
      if undone.contains(.unknownPop), !isOnLine { return .death(.unknownPop) }
      if undone.contains(.stacklessPop), !draft.isInStack(id) { return .death(.stacklessPop) }
      if let aside, name == aside.name, draft.activePath.contains(where: { $0.screen.name == aside.alias }) {
        instruction = .popTo(aside.alias)
      }
    case .pop, .popToRoot:
      if undone.contains(.stacklessPop), !draft.isInStack(id) { return .death(.stacklessPop) }
    case .dismiss(true):
      if undone.contains(.hardDismiss), let presented = draft.presented(by: id) {
        instruction = .edit([.dismiss(.id(presented))])
      }
    case .dismiss(false): if undone.contains(.softDismiss) { instruction = soft.instruction(of: id, on: draft) }
    case .push, .present, .popTo(nil), .edit, .done: break
    }
    return .answer(.instruction(instruction))
  }
}
