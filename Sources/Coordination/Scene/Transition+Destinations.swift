// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The way to a destination: what workers decide before its route stands, and the interceptors and context tasks behind
/// the guards (specification, section "Destinations").
extension Transition {
  /// What becomes of a task.
  enum TaskStep {
    case sent
    /// Nobody can be asked, and the plan goes on without an answer.
    case answered(DestinationAnswer)
    case ended(Ending)
  }

  /// Asks the worker that a task belongs to.
  mutating func put(
    _ task: Destination.Ask, showing path: Path, of plan: Plan, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> TaskStep {
    tell(idsOf: plan)
    let inquiry = Inquiry(task, to: owner(of: task, on: stage, in: world), showing: path)
    switch sendAsk(inquiry, on: stage, in: world, &turn) {
    case .sent: return .sent
    case .absent, .silent:
      if task.mayBeSilent { return .answered(.noAnswer) }
      let isDead = inquiry.owner.map { !world.isLive($0.slot) } ?? true
      return .ended(silence(of: task, inquiry.party, died: isDead))
    case .exhausted: return .ended(Self.exhausted)
    }
  }

  /// The worker that a task belongs to: the host of its element, if that registered the name, or the one that did.
  private func owner(of task: Destination.Ask, on stage: Stage, in world: World) -> Owner? {
    guard task.question.task.isOfHost else {
      return world.workers.roster.owner(of: task.question.name, as: task.question.task, in: stage.name)
    }
    guard let screen = task.screen, let owner = stage.registered(screen.name, in: world)?.owner else { return nil }
    let names = world.workers[owner.slot].registration.tasks[task.question.task]
    return names?.contains(task.question.name) == true ? owner : nil
  }

  /// Goes on with the plan after a task's answer.
  mutating func follow(_ answer: DestinationAnswer, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    var plan = takePlan()
    let step = plan.answer(answer, in: stage.registry(in: world))
    return follow(step, of: plan, on: stage, in: world, &turn)
  }

  /// Goes on behind the guards: to the interceptors and context tasks of a destination, then to the hosts.
  mutating func pass(_ goal: Goal, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard goal.draft.plan.leadsToDestination else { return prepare(goal, on: stage, in: world, &turn) }
    var plan = goal.draft.plan
    guard let step = plan.pass() else { return prepare(goal, on: stage, in: world, &turn) }
    return follow(step, of: plan, behindGuardsOf: goal, on: stage, in: world, &turn)
  }

  /// Goes on after the answer of an interceptor or a context task.
  mutating func follow(
    _ answer: DestinationAnswer, behindGuardsOf goal: Goal, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    var plan = goal.draft.plan
    let step = plan.answer(answer, in: stage.registry(in: world))
    return follow(step, of: plan, behindGuardsOf: goal, on: stage, in: world, &turn)
  }

  private mutating func follow(
    _ first: PlanStep, of plan: consuming Plan, behindGuardsOf goal: Goal, on stage: Stage, in world: World,
    _ turn: inout Turn
  ) -> Move {
    var (step, goal) = (first, goal)
    while true {
      switch step {
      case .task(let task):
        switch put(task, showing: goal.route.root, of: plan, on: stage, in: world, &turn) {
        case .sent:
          goal.draft = Draft(plan: plan, of: goal.draft)
          state = .intercepting(goal)
          return .wait
        case .answered(let answer): step = plan.answer(answer, in: stage.registry(in: world))
        case .ended(let ending): return .end(.ended(ending))
        }
      case .finished(let route):
        goal.draft = Draft(plan: plan, of: goal.draft)
        goal.route = goal.route.takingContents(of: route, changedSince: goal.draft.route)
        goal.commonCount = goal.route.root.commonCount(with: base.root)
        // The tree has built the same screens with their contents of before.
        goal.decisions = goal.decisions.map { $0.following(goal.route) }
        if let refusal = tooLarge(goal.route, common: goal.commonCount, on: stage) {
          return .end(.ended(Ending(refusal: refusal)))
        }
        return prepare(goal, on: stage, in: world, &turn)
      case .refused(let refusal): return .end(.ended(Ending(refusal: refusal)))
      case .ask, .step, .stopped, .unhandled: preconditionFailure("no such step behind the guards")
      }
    }
  }

  /// The end of the command where the answer to a task does not let it go on; nil where it does, or does not fit.
  func stop(
    of task: Destination.Ask, by answer: Answer, from party: Outcome.Party, saying words: String?
  ) -> Ending? {
    guard case .deny(let code, _) = answer else { return nil }
    let message = task.placed(words ?? "'\(task)' is denied")
    switch task.question.task {
    case .finder, .condition: return nil
    case .interceptor: return Ending(.vetoed(by: party, .interceptor, code: code), message: message)
    case .conversion, .factory, .action, .contextTask, .postTask:
      return Ending(.failed(who: party, .handler, code: code), message: message)
    }
  }

  /// The end of the command where nobody answers a task.
  func silence(of task: Destination.Ask, _ party: Outcome.Party, died: Bool) -> Ending {
    guard died else {
      return Ending(
        .timedOut(phase: .task, who: party), message: task.placed("nobody answered '\(task)' in time"))
    }
    let message =
      party.worker == nil
      ? "no worker registered the \(task.question.task.words) '\(task.question.name)'"
      : "nobody is there to ask '\(task)': its worker died"
    return Ending(.failed(who: party, .died, code: nil), message: task.placed(message))
  }

  /// What a dry run tells of the way to a destination; nil for all other verbs.
  func search(of goal: Goal, on stage: Stage, in world: World) -> Destination.Search? {
    let plan = goal.draft.plan
    guard let outline = plan.destinationOutline else { return nil }
    let guards = guards(of: goal, on: stage, in: world).map { element in
      Destination.Search.Question(
        Ask.Question.leave.description, screen: element.screen.name, element: element.id,
        worker: stage.registered(element.screen.name, in: world)?.owner.name)
    }
    let tasks = plan.tasksToCome.map { task in
      Destination.Search.Question(
        task.description, screen: task.screen?.name, element: task.element,
        worker: owner(of: task, on: stage, in: world)?.name)
    }
    return Destination.Search(
      steps: outline.steps.map { step in
        Destination.Search.Step(
          step.place.description, step.find, element: step.element, screen: step.screen.map(world.redacted),
          isStack: step.isStack)
      }, questions: guards + tasks, leaving: base.leaving(for: goal.route, common: goal.commonCount).map(\.id),
      path: world.redacted(goal.route.root).text(upTo: Limits.reportPathBytesMax))
  }
}

extension Destination.Ask {
  /// Whether the plan goes on without an answer: what cannot be decided does not hold.
  var mayBeSilent: Bool { question.task == .finder || question.task == .condition }

  /// A message with the step before it.
  func placed(_ message: String) -> String { (step.map { "\($0): " } ?? "") + message }
}

extension DestinationAnswer {
  /// The answer as the task takes it; nil where it does not.
  init?(_ answer: Answer, to task: Destination.Ask) {
    switch (task.question.task, answer) {
    case (.finder, .allow), (.condition, .allow): self = .decided(true)
    case (.finder, .declined), (.condition, .declined), (.finder, .deny), (.condition, .deny): self = .decided(false)
    case (.conversion, .value(let value)), (.contextTask, .value(let value)): self = .value(value)
    case (.factory, .path(let items)):
      guard let item = items.first, items.count == 1 else { return nil }
      self = .item(item)
    case (.action, .instruction(.edit(let verbs))): self = .edit(verbs)
    case (.interceptor, .allow), (.contextTask, .allow): self = .allow
    case (_, .instruction), (_, .merging), (_, .declined), (_, .allow), (_, .tree), (_, .path), (_, .value), (_, .deny),
      (_, .redirect), (_, .failed):
      return nil
    }
  }
}

extension Route {
  /// The route with the contents that `other` has and `draft` does not. The tree may have built the draft otherwise.
  fileprivate func takingContents(of other: Route, changedSince draft: Route) -> Route {
    guard other != draft else { return self }
    var route = self
    for element in other.allElements where draft.element(element.id)?.screen.content != element.screen.content {
      guard let place = route.place(of: element.id) else { continue }
      route.edit(place) { $0.screen.content = element.screen.content }
    }
    return route
  }
}
