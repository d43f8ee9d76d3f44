// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteJournal
import RouteModel

/// One history for each scene: every revision once, each commit what its command asked for, and everybody is told of
/// nothing else.
extension Checker {
  /// The commits of a scene.
  struct History {
    var commits: [CommitRecord] = []
    /// The highest id that an element ever had.
    var highestID: UInt64 = 0
    /// What the examination of a journal takes each commit for.
    var succession = CommitSuccession()

    var revision: Revision { commits.last?.revision ?? 0 }

    /// The route at a revision; empty before the first.
    func route(at revision: Revision) -> Route {
      revision == 0 || revision > commits.count ? Route() : commits[Int(revision) - 1].route
    }

    func hasMajor(after first: Revision, upTo last: Revision) -> Bool {
      commits.contains { $0.revision > first && $0.revision <= last && !$0.isMinor }
    }
  }

  mutating func wrote(_ records: [JournalRecord], at now: Int64) {
    for record in records {
      keepsNoSecret(record)
      switch record {
      case .commit(let commit):
        if let complaint = checkIdle(commit, at: now) { violate(complaint) }
        commit_(commit)
      case .decided(let record): decide(record, at: now)
      case .open, .acknowledged, .worker, .ids: break
      }
    }
  }

  private mutating func commit_(_ commit: CommitRecord) {
    let history = histories[commit.scene] ?? History()
    let previous = history.route(at: history.revision)
    let name = "commit \(commit.scene) \(commit.revision) (\(Say.text(commit.cause)))"
    if let complaint = checkLock(commit, name) { violate(complaint) }
    expect(commit.revision == history.revision + 1, "\(name) follows \(history.revision)")
    expect(commit.epoch == epoch, "\(name) is of epoch \(commit.epoch), now is \(epoch)")
    expect(commit.route.validate() == nil, "\(name) has a route that must not be: \(commit.route)")
    expect(commit.route.elementCount <= Route.elementsMax, "\(name) has too many elements")
    for element in commit.route.allElements {
      expect(
        element.screen.content.encodedByteCount <= Limits.contentBytesMax, "\(name): \(element.id) is too large")
      let isNew = element.id != .root && previous.element(element.id) == nil
      expect(!isNew || element.id.rawValue > history.highestID, "\(name) gives \(element.id) again")
      if isNew {
        checkDraft(element.id, of: commit.cause.kind == .command ? commit.cause.command : nil, in: commit.scene, name)
      }
      if let origin = element.subTree?.origin {
        expect(origin < element.id, "\(name): the sub-tree of \(element.id) comes from \(origin), which is younger")
      }
    }
    let isMinor = previous.withoutAppearance == commit.route.withoutAppearance
    // Of a secret nobody can see whether it has changed.
    let canTell = !commit.route.allElements.contains { $0.screen.name == Secret.screen && !$0.screen.content.isNull }
    expect(
      commit.isMinor == isMinor || !canTell && isMinor,
      "\(name) is \(commit.isMinor ? "minor" : "major"), and should not be")
    // What redirected it came first, and it has been resumed since.
    let resumed = commit.cause.asked.lastIndex { $0.answer == .redirect }.map { $0 + 1 } ?? 0
    for line in commit.cause.asked[resumed...] {
      // A predicate that denies does not hold.
      let isConsent =
        line.request.hasPrefix("find ") || line.answer != .deny && line.answer != .redirect && line.answer != .failed
      expect(isConsent, "\(name), although \(line.screen) answered \(line.answer) to \(line.request)")
    }
    for token in commit.cause.tokens {
      expect(asks[token]?.commit == nil, "\(name) uses the answer to \(token) a second time")
      asks[token]?.commit = commit.revision
    }
    if commit.cause.kind == .command { commitOfCommand(commit, previous, name) }
    histories[commit.scene, default: History()].commits.append(commit)
    if let fault = histories[commit.scene]?.succession.advance(to: commit) {
      violate("\(name): an examination of the journal would say that \(fault)")
    }
    let highest = commit.route.allElements.map(\.id.rawValue).max() ?? 0
    histories[commit.scene]?.highestID = max(history.highestID, highest)
  }

  private mutating func commitOfCommand(_ commit: CommitRecord, _ previous: Route, _ name: String) {
    guard let id = commit.cause.command, let command = commands[id]?.first else {
      violate("\(name) is of a command that never came")
      return
    }
    expect(commands[id]?.decided == nil, "\(name), but its outcome is known already")
    expect(command.scene == commit.scene, "\(name) is of a command for \(command.scene)")
    expect(
      command.isStepwise || commands[id]?.revisions.isEmpty == true, "\(name), but it has committed before")
    commands[id]?.revisions.append(commit.revision)
    checkMuseum(commit, of: command, previous, name)
    checkInstances(commit, of: command, previous, name)
    // The naive model knows nothing of screens that stand on a path once.
    switch command.verb {
    case .navigator(.go), .batch: if instances.values.contains(where: { $0.mode != .standard }) { return }
    default: break
    }
    let nextID = histories[commit.scene]?.commits.last?.nextID ?? 1
    guard let expected = NaiveModel.screens(after: command.verb, on: previous, nextID: nextID) else { return }
    let screens = commit.route.root.elements.map { Secret.veiled($0.screen) }
    // Back at the root may lead to the scene's own path for that.
    if command.verb == .back, let path = settings.scenes[commit.scene]?.backAtRoot, screens == path.map(\.screen) {
      return
    }
    expect(
      screens == expected.map(Secret.veiled), "\(name) leads to \(screens), and not from \(previous) to \(expected)")
  }

  /// The transition that an id was first told for: a retry after a restart is another one.
  struct Drafter: Hashable {
    var epoch: Epoch
    var command: CommandID?
  }

  /// An ask names elements that are not on the route that it was asked at; that may have changed since, in the same turn.
  mutating func drafted(_ ask: Ask) {
    let committed = histories[ask.scene].map { $0.route(at: min(ask.revision, $0.revision)) } ?? Route()
    let command = ask.command.clientName == Origin.coordinator.name ? nil : ask.command
    let ids = Route(root: ask.route).allElements.map(\.id) + (ask.element.map { [$0] } ?? [])
    for id in ids where id != .root && committed.element(id) == nil {
      checkDraft(id, of: command, in: ask.scene, "\(ask.token)")
      drafts[ask.scene, default: [:]][id] = Drafter(epoch: epoch, command: command)
    }
  }

  /// An id that was told of a draft is not given to an element of another transition.
  private mutating func checkDraft(_ id: ElementID, of command: CommandID?, in scene: SceneName, _ name: String) {
    guard let first = drafts[scene]?[id] else { return }
    expect(
      first == Drafter(epoch: epoch, command: command),
      "\(name) gives \(id), which was told of a draft of \(first.command?.short ?? "the coordinator") in epoch \(first.epoch)"
    )
  }

  /// A revision names one route.
  mutating func checkRoute(_ path: Path, of scene: SceneName, at revision: Revision, in kind: String) {
    guard let history = histories[scene] else {
      expect(path.elements.isEmpty && revision == 0, "\(kind) tells of \(scene), which never began")
      return
    }
    expect(revision <= history.revision, "\(kind) tells of \(scene) \(revision), which is not in the journal")
    let route = history.route(at: revision)
    expect(
      Secret.veiled(route.root) == Secret.veiled(path),
      "\(kind) says \(path) at \(scene) \(revision), the journal \(route)")
  }

  private mutating func checkOrder(_ scene: SceneName, _ revision: Revision, in kind: String) {
    let last = told[scene] ?? 0
    expect(revision >= last, "\(kind) tells of \(scene) \(revision) after \(last)")
    told[scene] = max(last, revision)
  }

  mutating func tell(_ state: SceneState) {
    expect(state.epoch == epoch, "STATE is of epoch \(state.epoch), now is \(epoch)")
    checkRoute(state.path.path, of: state.scene, at: state.revision, in: "STATE")
    checkOrder(state.scene, state.revision, in: "STATE")
  }

  mutating func tell(_ update: Update) {
    expect(update.previousRevision + 1 == update.revision, "UPDATE from \(update.previousRevision)")
    checkRoute(update.current.path, of: update.scene, at: update.revision, in: "UPDATE")
    checkRoute(update.previous, of: update.scene, at: update.previousRevision, in: "UPDATE's previous")
    checkOrder(update.scene, update.revision, in: "UPDATE")
  }

  /// A worker is told of elements that are on the route, in their order.
  mutating func tell(_ state: WorkerState) {
    let route = histories[state.scene]?.route(at: state.revision) ?? Route()
    expect(
      state.revision <= histories[state.scene]?.revision ?? 0,
      "a worker is told of \(state.scene) \(state.revision), which is not in the journal")
    var known: [Element] = []
    route.root.forEachElement { known.append($0.outline($1)) }
    var rest = known[...]
    for element in state.elements {
      guard let index = rest.firstIndex(where: { $0.isTold(as: element) }) else {
        violate("a worker is told of \(element.text) \(element.id), which is not on \(route) at \(state.revision)")
        return
      }
      rest = rest[(index + 1)...]
    }
  }

  private func hasMajor(after revision: Revision, _ state: SceneState) -> Bool {
    histories[state.scene]?.hasMajor(after: revision, upTo: state.revision) ?? true
  }

  /// What observers see is a part of the one history, and they know of every gap.
  mutating func observed(_ action: ObserverView.Action, by observer: ProcessID) {
    switch action {
    case .state(let state):
      checkRoute(state.path.path, of: state.scene, at: state.revision, in: "an observer's state")
      let key = ViewKey(observer: observer, scene: state.scene)
      let view = views[key]
      let isKnown = view.map { view in
        // A minor commit may be told as the state that it leads to.
        state.revision <= view.told || state.revision == view.told + 1 && !hasMajor(after: view.told, state)
      }
      expect(isKnown ?? true, "observer \(observer) was told of no gap before \(state.revision)")
      expect(state.revision >= view?.shown ?? 0, "observer \(observer) goes back to \(state.revision)")
      views[key] = View(shown: state.revision, told: max(view?.told ?? 0, state.revision))
    case .update(let update):
      checkRoute(update.current.path, of: update.scene, at: update.revision, in: "an observer's update")
      let key = ViewKey(observer: observer, scene: update.scene)
      if let view = views[key] {
        expect(update.revision > view.shown, "observer \(observer) sees \(update.revision) after \(view.shown)")
        expect(
          update.previousRevision <= view.told, "observer \(observer) was told of no gap before \(update.revision)")
      }
      views[key] = View(shown: update.revision, told: max(views[key]?.told ?? 0, update.revision))
    case .gap(let scene, _, let to):
      gaps += 1
      let key = ViewKey(observer: observer, scene: scene)
      views[key, default: View()].told = max(views[key]?.told ?? 0, to)
    case .subscribe, .presence, .epoch, .disconnected: break
    }
  }
}

extension Route {
  /// The route as if nothing had appeared.
  fileprivate var withoutAppearance: Route {
    Route(root: root.withoutAppearance)
  }
}

extension Element {
  /// Whether its host is told this of it: how it shows, and nothing of what its branches hold.
  fileprivate func isTold(as told: Element) -> Bool { Secret.veiled(Path([self])) == Secret.veiled(Path([told])) }
}

extension Path {
  fileprivate var withoutAppearance: Path {
    var path = self
    for index in path.elements.indices {
      path.elements[index].hasAppeared = false
      for branch in path.elements[index].branches?.branches.indices ?? 0..<0 {
        let inner = path.elements[index].branches?.branches[branch].path.withoutAppearance
        path.elements[index].branches?.branches[branch].path = inner ?? Path([])
      }
    }
    return path
  }
}
