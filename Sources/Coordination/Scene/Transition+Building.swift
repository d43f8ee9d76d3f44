// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Building a draft by the tree of the scene, between the plan and the guards (specification, section "Trees").
extension Transition {
  /// Takes the route that a plan leads to: checks it, and has it built.
  mutating func consider(_ draft: Draft, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    if let refusal = draft.route.validate() ?? tooLarge(draft.route, common: draft.commonCount, on: stage) {
      return .end(.ended(Ending(refusal: refusal)))
    }
    return build(draft, on: stage, in: world, &turn)
  }

  /// The limit that a new route breaks, if it does. Its size is an upper bound of both encodings.
  ///
  /// - Parameter common: With how many elements its root path and that of the base begin, which is the committed one.
  func tooLarge(_ route: Route, common: Int, on stage: Stage) -> Refusal? {
    let long = stage.measured.longElements(of: route.root, common: common, bytesMax: Limits.contentBytesMax)
    // A route that was restored from a time of other limits may stay.
    if let element = long.first(where: { base.element($0.id)?.screen != $0.screen }) {
      return .rejected(
        .tooLarge, message: "the content of '\(element.screen.name)' is longer than \(Limits.contentBytesMax) bytes")
    }
    let count = stage.measured.changed(to: route.root, common: common).size.encoded
    guard count > Limits.routeBytesMax else { return nil }
    let message = "the route may be longer than \(Limits.routeBytesMax) bytes in an encoding (counted: \(count))"
    return .rejected(.tooLarge, message: message)
  }

  /// Builds a draft by the tree that the scene has now.
  mutating func build(_ draft: Draft, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    if errand.cause == .death { return gather(draft, on: stage, in: world, &turn) }
    guard stage.tree.isDeclared else { return gather(draft, on: stage, in: world, &turn) }
    treeBuilding = stage.treeVersion
    var build = PathBuild(draft.route.root, by: stage.tree, from: base.root, keeping: stage.decisions)
    let step = build.begin()
    return follow(step, in: build, of: draft, on: stage, in: world, &turn)
  }

  /// Goes on with the build of a draft after an answer.
  mutating func follow(
    _ answer: BuildAnswer, in build: PathBuild, of draft: Draft, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    var build = build
    let step = build.answer(answer)
    return follow(step, in: build, of: draft, on: stage, in: world, &turn)
  }

  private mutating func follow(
    _ step: PathBuild.Step, in build: PathBuild, of draft: Draft, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    guard case .ask(let ask) = step else { return finish(build, of: draft, on: stage, in: world, &turn) }
    tell(idsOf: draft.plan)
    let inquiry = Inquiry(ask, in: world)
    switch sendAsk(inquiry, on: stage, in: world, &turn) {
    case .sent:
      state = .building(draft, build)
      return .wait
    case .absent: return stall(draft, died: true, inquiry.party, in: world)
    case .silent: return stall(draft, died: false, inquiry.party, in: world)
    case .exhausted: return .end(.ended(Self.exhausted))
    }
  }

  /// The worker that declared a dynamic node does not answer.
  mutating func stall(_ draft: Draft, died: Bool, _ party: Outcome.Party, in world: World) -> Move {
    let subject = "the tree of '\(party.worker?.rawValue ?? "")' about '\(party.screen?.rawValue ?? "")'"
    guard died else {
      return .end(
        .ended(Ending(.timedOut(phase: .build, who: party), message: "nobody answered for \(subject)")))
    }
    let ending = Ending(.failed(who: party, .died, code: nil), message: "nobody is there to ask \(subject)")
    return awaitWorkers(for: draft, goal: nil, or: ending, in: world)
  }

  private mutating func finish(
    _ build: PathBuild, of draft: Draft, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    if let stop = build.stop {
      // A worker that registered during the build may have declared the missing part.
      if !stop.missing.isEmpty, hasNewcomers, treeBuilding != stage.treeVersion {
        return goOn(with: draft, nil, on: stage, in: world, &turn)
      }
      return refuse(stop, at: build.stopped, of: draft, in: world)
    }
    let route = Route(root: build.path)
    let common = route.root.commonCount(with: base.root)
    if route != draft.route, let refusal = route.validate() ?? tooLarge(route, common: common, on: stage) {
      return .end(.ended(Ending(refusal: refusal)))
    }
    let goal = Goal(
      draft: draft, route: route, commonCount: common, decisions: build.decisions, treeVersion: treeBuilding)
    return gather(goal, on: stage, in: world, &turn)
  }

  /// The tree does not build the draft: for good, or until the part that is missing comes.
  private mutating func refuse(
    _ stop: TreeNode.Stop, at id: ElementID?, of draft: Draft, in world: World
  ) -> Move {
    var told = stop
    told.screen = world.redacted(stop.screen)
    let branch = id.flatMap { draft.route.branch(of: $0) }
    let ending = Ending(.rejected(.notInTree), message: told.message(in: branch), stop: told)
    if !stop.missing.isEmpty { return awaitWorkers(for: draft, goal: nil, or: ending, in: world) }
    if errand.isLink { return putAside(until: world.coldUntil(hasReaders: true), or: ending, in: world) }
    return .end(.ended(ending))
  }

  // MARK: the committed path, when the tree has changed

  /// Builds the committed path anew.
  mutating func rebuild(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    var build = PathBuild(stage.route.root, by: stage.tree, mode: .marks)
    let step = build.begin()
    return follow(step, in: build, on: stage, in: world, &turn)
  }

  /// Goes on with the build of the committed path after an answer.
  mutating func follow(
    _ answer: BuildAnswer, in build: PathBuild, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    var build = build
    let step = build.answer(answer)
    return follow(step, in: build, on: stage, in: world, &turn)
  }

  private mutating func follow(
    _ step: PathBuild.Step, in build: PathBuild, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    guard case .ask(let ask) = step else { return finish(build, isWhole: true, in: world) }
    guard case .sent = sendAsk(Inquiry(ask, in: world), on: stage, in: world, &turn) else {
      return finish(build, isWhole: false, in: world)
    }
    state = .rebuilding(build)
    return .wait
  }

  /// Elements that the changed tree does not build are marked, or cut off. A build that is not whole decides what it can;
  /// the rest is decided when the worker that is missing registers.
  func finish(_ build: PathBuild, isWhole: Bool, in world: World) -> Move {
    let isTrimmed = isWhole && world.settings.treeChange == .trim
    return .rebuild(isTrimmed ? build.path.trimmed(by: build.decisions) : build.path, build.decisions)
  }
}

extension Inquiry {
  /// The question of a build to the worker that declared the node.
  fileprivate init(_ ask: BuildAsk, in world: World) {
    let owner = world.workers.slot(ask.worker).map { world.workers[$0].owner }
    self.init(
      .build(ask.key), about: ask.element.screen, ask.element, to: owner, showing: Path(ask.before))
  }
}

extension Route {
  /// The branch that an element lies in, and its container's screen; nil on the root path.
  fileprivate func branch(of id: ElementID) -> (name: BranchName, container: ScreenName)? {
    guard let entry = place(of: id)?.address.entries.last, let container = element(entry.container) else { return nil }
    return (entry.branch, container.screen.name)
  }
}

extension TreeNode.Stop {
  /// For people.
  fileprivate func message(in branch: (name: BranchName, container: ScreenName)?) -> String {
    let place: String
    if let branch {
      place = "'\(screen.name)' cannot stand at \(index) in branch '\(branch.name)' of '\(branch.container)'"
    } else {
      place = index == 0 ? "no path begins with '\(screen.name)'" : "'\(screen.name)' cannot stand at \(index)"
    }
    let allowed = allowed.map(\.rawValue).joined(separator: " ")
    let lacking = missing.map { "'\($0)'" }.joined(separator: ", ")
    // The name is right then, and a content or the worker that was asked says no.
    let hint =
      self.allowed.contains(screen.name)
      ? " as it is asked for" : Spelling.hint(screen.name.rawValue, among: self.allowed.map(\.rawValue))
    return place + hint + (allowed.isEmpty ? "; nothing is allowed there" : "; allowed there: \(allowed)")
      + (lacking.isEmpty ? "" : "; nobody declares the part \(lacking)")
  }
}
