// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The asks that each worker's session has not closed, and figures of them (specification, state machine "Ask").
struct AskBook: Hashable, Sendable {
  /// How an ask stands in its session.
  enum State: Hashable, Sendable {
    /// It waits for its answer.
    case open
    /// It is answered; its verdict is not known.
    case answered
    /// It is cancelled. Its handler may still run, so the session is asked nothing meanwhile; until then it may take to end.
    case late(until: Instant)
  }

  /// Whether a scene can ask a session.
  enum Occupation: Hashable, Sendable {
    case none
    /// A handler was cancelled before its time was over: it ends by then, or occupies the session for as long as it runs.
    case ends(by: Instant)
    /// Handlers run on beyond their time: nobody waits for them.
    case lasts
  }

  /// An ask of a session.
  struct Entry: Hashable, Sendable {
    let token: Ask.Token
    /// The scene that asks; nil once the scene is forgotten.
    var scene: SceneSlot?
    /// The name of a forgotten scene: a scene that begins under this name finds the session occupied too.
    var forgottenScene: SceneName?
    var state: State
    /// How many causes lie before the command that it serves.
    let depth: Int

    var isLate: Bool { if case .late = state { true } else { false } }
  }

  /// Figures of a worker, for people.
  struct Figures: Hashable, Sendable {
    var asks = 0
    var lateAnswers = 0
    var unanswered = 0
    /// The times of the last 64 answers, in ms.
    private(set) var answerMs: [Double] = []
    private var oldest = 0

    mutating func add(answerMs ms: Double) {
      guard answerMs.count == 64 else {
        answerMs.append(ms)
        return
      }
      answerMs[oldest] = ms
      oldest = (oldest + 1) % 64
    }
  }

  private struct Page: Hashable, Sendable {
    /// A handful: at most one open or late ask of each scene, and the answered ones of running transitions.
    var entries: [Entry] = []
    var figures = Figures()
  }

  private var pages: [Page] = []
  private let epoch: Epoch
  private var nextNumber: UInt64 = 1

  init(epoch: Epoch) { self.epoch = epoch }

  /// A token for the next ask.
  mutating func makeToken() -> Ask.Token {
    defer { nextNumber += 1 }
    return Ask.Token(epoch: epoch, number: nextNumber)
  }

  /// Whether an ask of the scene still occupies the session of the worker.
  func occupation(of worker: WorkerSlot, by stage: Stage, at now: Instant) -> Occupation {
    guard worker.index < pages.count else { return .none }
    let entries = pages[worker.index].entries
    // A session with so many handlers that never end is asked nothing more until one of them has ended.
    if entries.count >= Limits.listMax, entries.count(where: \.isLate) >= Limits.listMax { return .lasts }
    var occupation = Occupation.none
    for entry in entries where entry.state != .answered {
      guard entry.scene == stage.slot || (entry.scene == nil && entry.forgottenScene == stage.name) else { continue }
      guard case .late(let until) = entry.state, until > now else { return .lasts }
      if case .ends(let latest) = occupation, latest >= until { continue }
      occupation = .ends(by: until)
    }
    return occupation
  }

  /// Whether the worker that was asked can still send commands from inside the ask, whichever worker that is.
  func isUsable(_ token: Ask.Token) -> Bool {
    pages.contains { page in page.entries.contains { $0.token == token && !$0.isLate } }
  }

  func entry(_ token: Ask.Token, of worker: WorkerSlot) -> Entry? {
    worker.index < pages.count ? pages[worker.index].entries.first { $0.token == token } : nil
  }

  /// Opens an ask.
  mutating func open(_ token: Ask.Token, of worker: WorkerSlot, by scene: SceneSlot, depth: Int) {
    makePage(for: worker)
    pages[worker.index].entries.append(Entry(token: token, scene: scene, state: .open, depth: depth))
    pages[worker.index].figures.asks += 1
  }

  /// An ask is answered, if the session still has it.
  mutating func noteAnswer(to token: Ask.Token, of worker: WorkerSlot) {
    guard let index = index(of: token, of: worker) else { return }
    pages[worker.index].entries[index].state = .answered
  }

  /// Cancels an ask, if the session still has it: its handler may take until then to end.
  mutating func cancel(_ token: Ask.Token, of worker: WorkerSlot, until: Instant) {
    guard let index = index(of: token, of: worker) else { return }
    pages[worker.index].entries[index].state = .late(until: until)
  }

  /// The whole process stood still for this long: handlers that are to end have as much more time.
  mutating func postpone(byMs ms: Int64) {
    for page in pages.indices {
      for index in pages[page].entries.indices {
        guard case .late(let until) = pages[page].entries[index].state else { continue }
        pages[page].entries[index].state = .late(until: until.advanced(byMs: ms))
      }
    }
  }

  /// Closes an ask.
  mutating func close(_ token: Ask.Token, of worker: WorkerSlot) {
    guard let index = index(of: token, of: worker) else { return }
    pages[worker.index].entries.remove(at: index)
  }

  private func index(of token: Ask.Token, of worker: WorkerSlot) -> Int? {
    worker.index < pages.count ? pages[worker.index].entries.firstIndex { $0.token == token } : nil
  }

  /// The session of the worker is over, and all its asks with it.
  mutating func closeAll(of worker: WorkerSlot) {
    if worker.index < pages.count { pages[worker.index].entries = [] }
  }

  /// A worker is forgotten, and its slot may become that of another one.
  mutating func forget(_ worker: WorkerSlot) {
    if worker.index < pages.count { pages[worker.index] = Page() }
  }

  /// A scene is forgotten, and its slot may become that of another one.
  mutating func forget(_ scene: SceneSlot, named name: SceneName) {
    for page in pages.indices {
      for index in pages[page].entries.indices where pages[page].entries[index].scene == scene {
        pages[page].entries[index].scene = nil
        pages[page].entries[index].forgottenScene = name
      }
    }
  }

  func figures(of worker: WorkerSlot) -> Figures {
    worker.index < pages.count ? pages[worker.index].figures : Figures()
  }

  /// Counts an answer that came in time.
  mutating func count(answerMs ms: Double, of worker: WorkerSlot) {
    makePage(for: worker)
    pages[worker.index].figures.add(answerMs: ms)
  }

  /// Counts an answer that came after its ask was cancelled.
  mutating func countLateAnswer(of worker: WorkerSlot) {
    makePage(for: worker)
    pages[worker.index].figures.lateAnswers += 1
  }

  /// Counts an ask that was not answered in time.
  mutating func countUnanswered(of worker: WorkerSlot) {
    makePage(for: worker)
    pages[worker.index].figures.unanswered += 1
  }

  private mutating func makePage(for worker: WorkerSlot) {
    while pages.count <= worker.index { pages.append(Page()) }
  }
}
