// SPDX-License-Identifier: Apache-2.0

import Coordination
import Synchronization
import Waykeeper

/// A program as a worker: hands it what it is asked and what it shows, and takes what it answers
/// (specification, section "JSON").
final class ProgramWorker: Sendable {
  private struct Waiter {
    var ask: OpenAsk
    var continuation: CheckedContinuation<Answer, any Error>
  }

  private struct State {
    var waiters: [Ask.Token: Waiter] = [:]
    var shown: [Place: HostedScreen<AnyScreen>] = [:]
    /// The elements in the last state of each scene that the program was told.
    var told: [SceneName: Set<ElementID>] = [:]
    /// What the program has said of those of them whose life is about to begin: it may be faster than we are.
    var early: [Place: Message] = [:]
    /// Whether it was told that it reports of a scene of which it knows nothing.
    var hasHeardOfVoid = false
    /// The asks that were given up and that the program has not answered, oldest first, and since when they are.
    var givenUp: [(token: Ask.Token, since: ContinuousClock.Instant)] = []
    /// The worker that the program is.
    weak var worker: ScreenWorker?
  }

  private struct Place: Hashable {
    var scene: SceneName
    var id: ElementID
  }

  private let program: ProgramProcess
  private let commands: ProgramCommands
  private let state = Mutex(State())

  init(_ program: ProgramProcess, commands: ProgramCommands) {
    self.program = program
    self.commands = commands
  }

  /// The worker that the program registers as.
  func screenWorker(
    _ registration: Registration, at location: CoordinatorLocation, restarting: Duration?
  ) -> ScreenWorker {
    let worker = ScreenWorker(
      registration.worker, version: registration.version, scenes: registration.scenes, location: location,
      restarting: restarting, takeover: registration.takeover, writesProblems: false
    ) {
      for name in registration.routables.keys.sorted() { hosts(name, registration.routables[name] ?? Routable()) }
      InstallsRoot(registration.root) { [self] ask in try await answer(ask) }
      Relays(
        tree: registration.tree, parts: registration.parts, links: registration.links,
        destinations: registration.destinations, tasks: registration.tasks, wantsRoutes: registration.wantsRoutes
      ) { [self] ask in
        try await answer(ask)
      }
    }
    state.withLock { $0.worker = worker }
    return worker
  }

  private func hosts(_ name: ScreenName, _ routable: Routable) -> Hosts<AnyScreen> {
    var hosts = Hosts(name) { [self] screen in await live(screen) }
    if !routable.handles.isEmpty {
      hosts = hosts.on(routable.handles) { [self] ask, _ in try await answer(ask) }
    }
    if !routable.standing.isEmpty { hosts = hosts.standing(routable.standing.mapValues(Answer.instruction)) }
    if routable.guards { hosts = hosts.guarding { [self] ask, _ in try await answer(ask) } }
    if routable.back { hosts = hosts.onBack { [self] ask, _ in try await answer(ask) } }
    if routable.prepares { hosts = hosts.preparing { [self] ask, _ in try await answer(ask) } }
    return hosts.registered(as: routable)
  }

  /// The life of an element: the program sees it in each state, and reports by its id.
  private func live(_ screen: HostedScreen<AnyScreen>) async {
    let place = Place(scene: screen.scene, id: screen.id)
    let early = state.withLock { state -> Message? in
      // It may have left before it began.
      guard !Task.isCancelled else { return nil }
      state.shown[place] = screen
      return state.early.removeValue(forKey: place)
    }
    if let early { report(early, of: screen) }
    for await _ in screen.contents {}
    state.withLock { state in
      // A successor under this id may have come already.
      if state.shown[place]?.screen.name == screen.screen.name { state.shown[place] = nil }
    }
  }

  private func answer(_ ask: OpenAsk) async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiters[ask.token] = Waiter(ask: ask, continuation: continuation) }
        if Task.isCancelled { return giveUp(ask.token) }
        program.say(JSONLine.text(.ask(ask.ask)))
      }
    } onCancel: {
      giveUp(ask.token)
    }
  }

  /// Asks that are remembered after they were given up: a program need not answer them.
  private static let givenUpMax = 256

  private func giveUp(_ token: Ask.Token) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: token)
      if waiter != nil {
        if state.givenUp.count == Self.givenUpMax { state.givenUp.removeFirst() }
        state.givenUp.append((token, .now))
      }
      return waiter
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }

  /// Takes an answer; tells of one that comes after its ask was given up: the coordinator has been told that nobody answers, and
  /// so does not count it as late.
  private func take(_ answer: AnswerMessage) {
    let (waiter, since) = state.withLock { state in
      let late = state.givenUp.firstIndex { $0.token == answer.token }.map { state.givenUp.remove(at: $0).since }
      return (state.waiters.removeValue(forKey: answer.token), late)
    }
    waiter?.continuation.resume(returning: answer.answer)
    guard waiter == nil, let since else { return }
    let late = Quantity.elapsed(.now - since)
    Output.notice("way: \(Shell.brief(program.words)) answered ask \(answer.token) \(late) after it was given up")
  }

  /// Hands a report on to the program, where it is about something that it has to know.
  func hear(_ report: WorkerReport) {
    switch report {
    case .connected(let session, let version, _):
      program.say(JSONLine.text(.welcome(Welcome(session: session, version: version, verdicts: []))))
    case .settled(let token, let used): program.say(JSONLine.text(.settled(Settled(token: token, used: used))))
    case .followed(let told, let changes):
      let ids = Set(told.elements.map(\.id))
      state.withLock { state in
        // What the program says from here on is about another screen under the id.
        for case .leave(let element) in changes { state.shown[Place(scene: told.scene, id: element.id)] = nil }
        state.told[told.scene] = ids
        state.early = state.early.filter { $0.key.scene != told.scene || ids.contains($0.key.id) }
      }
      program.say(JSONLine.text(.workerState(told)))
    case .treeEvent(let event): program.say(JSONLine.text(.treeEvent(event)))
    case .arrival(let arrival): program.say(JSONLine.text(.arrival(arrival)))
    case .answerRefused(let error): program.say(JSONLine.text(.error(error)))
    case .waiting, .disconnected, .refused, .replaced, .registered, .asked, .answered, .abandoned, .treeEventFailed,
      .arrivalFailed:
      break
    }
  }

  /// Does what a line of the program says; tells what is wrong with one that says nothing that can be done.
  func hear(_ line: InputLine) async {
    switch line {
    case .text(let text): await hear(text)
    case .tooLong(let bytes): refuse("has \(bytes) bytes, at most \(InputLines.bytesMax) are taken")
    case .noText: refuse("is not UTF-8 text")
    }
  }

  /// Tells both, the person and the program, what is wrong with a line that cannot be read.
  private func refuse(_ problem: String) {
    Output.notice("way: a line of \(Shell.brief(program.words)) \(problem)")
    program.say(ErrorText.json(code: "malformed", "the line \(problem)"))
  }

  private func hear(_ line: String) async {
    let message: Message
    do {
      message = try JSONLine.message(line, defaults: commands.defaults)
    } catch {
      Output.notice("way: a line of \(Shell.brief(program.words)) cannot be used: \(error)", "  \(line)")
      program.say(ErrorText.json(code: "malformed", "\(error)"))
      // Left open, the ask would end in silence, and nobody but the program would be told why.
      if let token = JSONLine.answered(by: line) {
        take(AnswerMessage(token: token, answer: .failed(code: "answerRefused", message: "\(error)")))
      }
      return
    }
    switch message {
    case .answer(let answer): take(answer)
    case .working(let working):
      state.withLock { $0.waiters[working.token]?.ask }?.working(for: .milliseconds(working.ms))
    case .appeared(let appeared):
      for id in appeared.elements { report(message, of: Place(scene: appeared.scene, id: id)) }
    case .cannotShow(let report): self.report(message, of: Place(scene: report.scene, id: report.element))
    case .command(let command): commands.take(command)
    case .active(let active): state.withLock { $0.worker }?.active(in: active.scene)
    case .abandoned: break
    // Said back it would be answered again, for ever where a program repeats what it hears.
    case .error(let error): Output.notice("way: \(Shell.brief(program.words)) says: \(error.message)")
    default:
      let problem = "a program says answer, working, appeared, cannotShow, active or command, not this"
      Output.notice("way: \(problem):", "  \(line)")
      program.say(ErrorText.json(code: "malformed", problem))
    }
  }

  private func report(_ message: Message, of place: Place) {
    let (screen, isVoid) = state.withLock { state -> (HostedScreen<AnyScreen>?, Bool) in
      if let screen = state.shown[place] { return (screen, false) }
      guard let told = state.told[place.scene] else {
        defer { state.hasHeardOfVoid = true }
        return (nil, !state.hasHeardOfVoid)
      }
      // Of one that has left there is nothing to be told.
      if told.contains(place.id) { state.early[place] = message }
      return (nil, false)
    }
    if let screen { report(message, of: screen) }
    guard isVoid else { return }
    let problem = "of scene '\(place.scene)' it was told no state, so what it says of elements there is void"
    Output.notice("way: \(Shell.brief(program.words)): \(problem)")
    program.say(ErrorText.json(code: "unknownScene", problem))
  }

  private func report(_ message: Message, of screen: HostedScreen<AnyScreen>) {
    switch message {
    case .cannotShow(let report): screen.cannotShow(report.message ?? "", code: report.code, at: report.revision)
    case .appeared(let report): screen.didAppear(at: report.revision)
    default: break
    }
  }
}
