// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Synchronization
import Waykeeper

extension WorkerFile {
  /// The worker that the file describes.
  ///
  /// - Parameter memory: Where it has redirected commands.
  func screenWorker(
    at location: CoordinatorLocation, restarting: Duration?, takeover: Bool, remembering memory: RedirectMemory
  ) -> ScreenWorker {
    ScreenWorker(
      worker, version: version, scenes: scenes, location: location, restarting: restarting, takeover: takeover,
      writesProblems: false
    ) { parts(remembering: memory) }
  }

  /// What the worker shows and answers.
  ///
  /// - Parameter memory: Where it has redirected commands: that of the worker, also where its file is read anew.
  @WorkerBuilder func parts(remembering memory: RedirectMemory) -> WorkerParts {
    for entry in screens { entry.hosts(memory) }
    InstallsRoot(root) { _ in .push }
    Relays(
      tree: declaration.tree, parts: declaration.parts, links: declaration.links,
      destinations: declaration.destinations, tasks: declaration.tasks.mapValues { $0.keys.sorted() }
    ) { [declaration] ask in
      try await declaration.answer(to: ask, memory)
    }
  }
}

extension WorkerFile.Declaration {
  /// The answer about a dynamic node, a link or a task.
  fileprivate func answer(to ask: OpenAsk, _ memory: RedirectMemory) async throws -> Answer {
    switch ask.question {
    case .build(let key): return try await reactions[key]?.answer(to: ask, memory) ?? .declined
    case .parse(let url):
      let link = try DeepLink(parsing: url)
      return parses.lazy.compactMap { $0.end(for: link)?.path }.first.map(Answer.path) ?? .declined
    case .task(let task): return try await tasks[task.task]?[task.name]?.answer(to: ask, memory) ?? .declined
    case .handle, .leave, .host: return .declined
    }
  }
}

extension WorkerFile.Entry {
  fileprivate func hosts(_ memory: RedirectMemory) -> Hosts<AnyScreen> {
    let appears = appears
    var hosts = Hosts(name) { screen in
      switch appears {
      case .never: break
      case .after(let time):
        if time > .zero { try await Task.sleep(for: time) }
        screen.didAppear()
      }
    }
    for (pattern, reaction) in handles {
      hosts = hosts.on([pattern]) { ask, _ in try await reaction.answer(to: ask, memory) }
    }
    if !standing.isEmpty {
      hosts = hosts.standing(Dictionary(uniqueKeysWithValues: standing.compactMap(Self.standing)))
    }
    if let guarding {
      hosts = hosts.guarding(unanswered: unanswered) { ask, _ in try await guarding.answer(to: ask, memory) }
    }
    if let back { hosts = hosts.onBack { ask, _ in try await back.answer(to: ask, memory) } }
    if let prepares { hosts = hosts.preparing { ask, _ in try await prepares.answer(to: ask, memory) } }
    if isSensitive { hosts = hosts.sensitive() }
    if let presentation { hosts = hosts.presentation(presentation) }
    if let branches { hosts = hosts.branches(branches) }
    hosts = hosts.instance(instance)
    return hosts.onDeath(onDeath)
  }

  private static func standing(_ pattern: RequestPattern, _ reaction: Reaction) -> (RequestPattern, Answer)? {
    if case .answer(let answer) = reaction { (pattern, answer) } else { nil }
  }
}

extension Reaction {
  /// The answer, after whatever the file wants to happen before it.
  fileprivate func answer(to ask: OpenAsk, _ memory: RedirectMemory) async throws -> Answer {
    switch self {
    case .answer(let answer): return answer
    case .redirect(let answer, then: let then):
      return memory.isFirst(ask.ask) ? answer : try await then.answer(to: ask, memory)
    case .hang:
      while true { try await Task.sleep(for: .seconds(3600)) }
    case .crash:
      kill(getpid(), SIGKILL)
      throw CancellationError()
    case .after(let time, working: let working, let reaction):
      if let working { ask.working(for: working) }
      try await Task.sleep(for: time)
      return try await reaction.answer(to: ask, memory)
    }
  }
}

/// Where commands were redirected: one that comes to the same gate again in the same epoch was resumed, also where another gate has
/// redirected it since. A coordinator that starts anew knows no parked command: its sender sends it again, and nobody has resumed it.
/// Those that were seen last are enough.
final class RedirectMemory: Sendable {
  private struct Gate: Equatable {
    var epoch: Epoch
    var command: CommandID
    var screen: ScreenName
    /// Nil of a draft, which has another id each time that its command is planned.
    var element: ElementID?
    var question: Ask.Question
  }

  private static let gatesMax = 64

  private let seen = Mutex<[Gate]>([])

  /// Whether the command of the ask comes to its gate for the first time in this epoch.
  func isFirst(_ ask: Ask) -> Bool {
    let gate = Gate(
      epoch: ask.token.epoch, command: ask.command, screen: ask.screen.name,
      element: ask.isDraft ? nil : ask.element, question: ask.question)
    return seen.withLock { seen in
      let known = seen.firstIndex(of: gate)
      if let known { seen.remove(at: known) }
      seen.append(gate)
      if seen.count > Self.gatesMax { seen.removeFirst() }
      return known == nil
    }
  }
}
