// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Building what a plan leads to by the scene's tree, between the plan and the guards (specification, section "Trees").
extension Coordinator {
  /// Builds the planned route, or goes on where that is done.
  mutating func build(in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    let tree = self[scene: name].tree
    if running.isBuilt, running.tree == tree {
      gather(in: name)
      return
    }
    self[scene: name].running?.goal = running.planned
    self[scene: name].running?.tree = tree
    self[scene: name].running?.build = nil
    guard tree.isDeclared, running.errand.cause != .death else {
      self[scene: name].running?.isBuilt = true
      gather(in: name)
      return
    }
    // A dry run tells of each element who would build it, also of those that stay.
    let isDry = running.errand.command.isDryRun
    start(
      PathBuild(
        running.planned.root, by: tree, from: isDry ? Path([]) : running.base.root,
        keeping: isDry ? [:] : self[scene: name].decisions), in: name)
  }

  /// Builds the whole path as it stands, for its tree has changed.
  mutating func buildAnew(in name: SceneName) {
    let scene = self[scene: name]
    start(PathBuild(scene.route.root, by: scene.tree, mode: .marks), in: name)
  }

  private mutating func start(_ first: PathBuild, in name: SceneName) {
    var build = first
    let step = build.begin()
    self[scene: name].running?.build = build
    follow(step, in: name)
  }

  private mutating func follow(_ step: PathBuild.Step, in name: SceneName) {
    guard case .ask(let ask) = step else {
      finishBuild(in: name)
      return
    }
    self[scene: name].running?.phase = .building
    let by = Outcome.Party(worker: ask.worker, screen: ask.element.screen.name, element: ask.element.id)
    switch put(
      .build(ask.key), ask.element.screen, ask.element, ask.worker, route: Path(ask.before), in: name)
    {
    case .sent: return
    case .absent: stall(died: true, by: by, in: name)
    case .silent: stall(died: false, by: by, in: name)
    }
  }

  /// What a worker has answered about a dynamic node.
  mutating func go(on answer: BuildAnswer, in name: SceneName) {
    guard let step = self[scene: name].running?.build?.answer(answer) else { return }
    follow(step, in: name)
  }

  /// The worker that declared a dynamic node does not answer.
  mutating func stall(died: Bool, by who: Outcome.Party, in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    let subject = "the tree of '\(who.worker?.rawValue ?? "")' about '\(who.screen?.rawValue ?? "")'"
    if running.errand.cause == .tree {
      // Decided so far is decided; the rest when that worker registers.
      settleTree(running, isWhole: false, in: name)
    } else if died {
      wait(
        or: Ending(kind: .failed(who: who, .died, code: nil), message: "nobody is there to ask \(subject)"), in: name)
    } else {
      end(.timedOut(phase: .build, who: who), message: "nobody answered for \(subject)", in: name)
    }
  }

  private mutating func finishBuild(in name: SceneName) {
    guard let running = self[scene: name].running, let build = running.build else { return }
    if running.errand.cause == .tree {
      settleTree(running, isWhole: true, in: name)
      return
    }
    if let stop = build.stop {
      refuse(stop, of: running, in: name)
      return
    }
    let goal = Route(root: build.path)
    self[scene: name].running?.goal = goal
    self[scene: name].running?.isBuilt = true
    if goal != running.planned, let refusal = goal.validate() {
      end(refusal.outcome.kind, message: refusal.outcome.message, in: name)
      return
    }
    gather(in: name)
  }

  /// The path stops: for good, or until the part that is missing comes.
  private mutating func refuse(_ stop: TreeStop, of running: Transition, in name: SceneName) {
    var told = stop
    told.screen = redacted(stop.screen)
    let ending = Ending(kind: .rejected(.notInTree), message: told.message, stop: told)
    if !stop.missing.isEmpty {
      wait(or: ending, in: name)
    } else if running.link != nil, coldUntil > now {
      putAside(or: ending, until: min(coldUntil, running.errand.deadline), in: name)
    } else {
      end(ending.kind, message: ending.message, stop: ending.stop, in: name)
    }
  }

  /// What the tree says of the elements of the running command's goal, to be kept with the commit.
  func decisions(of running: Transition, in name: SceneName) -> [ElementID: TreeDecision] {
    guard self[scene: name].tree.isDeclared else { return [:] }
    if let build = running.build { return build.decisions }
    return PathBuild(
      running.goal.root, by: self[scene: name].tree, from: running.base.root, keeping: self[scene: name].decisions
    ).decisions
  }

  /// What a dry run tells: who would build, and show, each element.
  func steps(of running: Transition, in name: SceneName) -> [BuildStep] {
    let registry = registry(name)
    return running.goal.allElements.map { element in
      let builder = running.build?.decisions[element.id]?.builder
      return BuildStep(
        screen: redacted(element.screen), worker: builder?.worker, part: builder?.part,
        wasAsked: builder?.wasAsked ?? false, host: registry.routable(element.screen.name)?.worker)
    }
  }
}

extension TreeStop {
  /// For people.
  fileprivate var message: String {
    let place = index == 0 ? "no path begins with '\(screen.name)'" : "'\(screen.name)' cannot stand at \(index)"
    let allowed = allowed.map(\.rawValue).joined(separator: " ")
    let lacking = missing.map { "'\($0)'" }.joined(separator: ", ")
    let hint =
      Spelling.nearest(to: screen.name.rawValue, among: self.allowed.map(\.rawValue))
      .map { "; did you mean '\($0)'?" } ?? ""
    return place + hint + (allowed.isEmpty ? "; nothing is allowed there" : "; allowed there: \(allowed)")
      + (lacking.isEmpty ? "" : "; nobody declares the part \(lacking)")
  }
}
