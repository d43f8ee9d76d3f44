// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The tasks of a running worker: one for each handler and each element's life. All have ended when ``run(_:)`` has.
struct WorkerRun {
  /// A step of the worker's work, done in this order.
  enum Step: Sendable {
    case run(Ask)
    case cancel(Ask.Token)
    case follow(WorkerState, [Follower.Change])
    /// A handler is told of something that has happened.
    case tell(News)
    /// The worker does other things from now on.
    case update(PartTable, number: UInt64)
    /// The coordinator has taken the registration of this number.
    case taken(number: UInt64)
    /// The service manager's watchdog wants to hear that the steps are done.
    case beat
    /// A person does something in a scene.
    case active(SceneName)
    /// A task has ended.
    case ended(Key, number: UInt64)
    case stop
  }

  /// Something that has happened, and that nobody answers.
  enum News: Sendable {
    /// For a node of the tree.
    case treeEvent(TreeNode.Event)
    /// For a post task.
    case arrival(Arrival)
  }

  /// The purpose of a task.
  enum Key: Hashable, Sendable {
    case ask(Ask.Token)
    case element(SceneName, ElementID)
  }

  private struct Entry {
    var number: UInt64
    var task: Task<Void, Never>
    var life: ElementLife?
    /// Whether the task has ended. The life of an element goes on until it leaves: the task may have handed it to others.
    var hasEnded = false
  }

  private let worker: ScreenWorker
  private var table: PartTable
  /// The number of the table's registration; nil where it is the one that the worker began with.
  private var tableNumber: UInt64?
  private let connection: WorkerConnection
  private let steps: Inbox<Step>
  private var entries: [Key: Entry] = [:]
  /// Elements that stand and whose lives have ended because they could not be shown, with the screens that could not.
  private var failed: [Key: AnyScreen] = [:]
  private var lastNumber: UInt64 = 0
  /// Where handlers run: where the worker's own task prefers to run.
  private let executor = Self.executorOfTask
  /// Handled one after another.
  private let news: AsyncStream<(News, PartTable)>.Continuation
  private let told: AsyncStream<(News, PartTable)>
  private let beat: AsyncStream<Void>.Continuation
  private let beats: AsyncStream<Void>

  init(worker: ScreenWorker, table: PartTable, connection: WorkerConnection, steps: Inbox<Step>) {
    self.worker = worker
    self.table = table
    self.connection = connection
    self.steps = steps
    (told, news) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
    (beats, beat) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Does the steps until the worker is to stop, or its task is cancelled; then says goodbye and waits for all tasks.
  ///
  /// The steps are done on the connection's thread, for they are brief: on Swift's pool one thread would do them, and wake
  /// another that runs the handler.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: connection.executor) { [self] in
        await withTaskCancellationHandler {
          await perform()
        } onCancel: {
          steps.put(.stop)
        }
      }
      // Where the caller runs: a service manager shall hear nothing where that hangs.
      for await _ in beats {
        worker.pulse?.beat()
        connection.scheduleBeat()
      }
    }
    await connection.close()
  }

  private consuming func perform() async {
    let (connection, restarting, told, report) = (connection, worker.restarting, told, worker.report)
    defer { beat.finish() }
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: executor ?? globalConcurrentExecutor) { await Self.tell(told, report) }
      while await !steps.next().contains(where: { perform($0) }) {}
      steps.close()
      connection.stop(restartingMs: restarting?.ms)
      group.cancelAll()
      for entry in entries.values {
        entry.life?.leave()
        entry.task.cancel()
      }
      for entry in entries.values { await entry.task.value }
    }
  }

  /// Does one step; true for the last one.
  private mutating func perform(_ step: Step) -> Bool {
    switch step {
    case .run(let ask): start(ask)
    case .cancel(let token): entries[.ask(token)]?.task.cancel()
    case .follow(let state, let changes):
      for change in changes { follow(change, in: state.scene, at: state.revision) }
    case .tell(let news): self.news.yield((news, table))
    case .update(let table, let number):
      self.table = table.following(self.table)
      tableNumber = number
      connection.register(worker.registration(table), number: number)
    case .taken(let number): if number == tableNumber { table = table.taken() }
    case .beat: beat.yield()
    case .active(let scene):
      worker.isTelling(activeIn: scene)
      connection.tell(.active(scene))
    case .ended(let key, let number): end(key, number: number)
    case .stop: return true
    }
    return false
  }

  private static func tell(
    _ told: AsyncStream<(News, PartTable)>, _ report: ReportStream
  ) async {
    for await (news, table) in told {
      switch news {
      case .treeEvent(let event):
        do {
          try await table.hear(event)
        } catch {
          report.yield(.treeEventFailed(event, "\(error)"))
        }
      case .arrival(let arrival):
        do {
          try await table.hear(arrival)
        } catch {
          report.yield(.arrivalFailed(arrival, "\(error)"))
        }
      }
    }
  }

  private mutating func start(_ ask: Ask) {
    let (worker, table, connection) = (worker, table, connection)
    begin(.ask(ask.token), life: nil) {
      let begun = Instant.now
      let open = OpenAsk(ask) { ms in connection.tell(.working(ask.token, ms: ms)) }
      let scope = AskScope(ask, line: connection.line, at: connection.endpoint)
      let answer: Answer?
      do {
        answer = try await AskScope.$current.withValue(scope) { try await table.answer(open) }
      } catch is CancellationError {
        answer = nil
      } catch {
        answer = .failed(code: "thrown", message: "\(error)")
      }
      // Before the answer can leave: behind it no command belongs to the ask.
      scope.end()
      connection.tell(.finished(ask.token, answer))
      if let answer, !Task.isCancelled {
        worker.report.yield(.answered(ask, answer, after: Duration(ms: Instant.now.ms(since: begun))))
      } else {
        worker.report.yield(.abandoned(ask))
      }
    }
  }

  private mutating func follow(_ change: Follower.Change, in scene: SceneName, at revision: Revision) {
    let key = Key.element(scene, change.element.id)
    switch change {
    case .leave:
      failed[key] = nil
      entries[key]?.life?.leave()
      entries[key]?.task.cancel()
      if entries[key]?.hasEnded == true { entries[key] = nil }
    case .change(let element):
      if let screen = failed[key] {
        // With other content it may be shown; a container with other branches is the same as before.
        guard element.screen != screen else { return }
        failed[key] = nil
        return show(element, in: scene, at: revision)
      }
      entries[key]?.life?.change(to: element, at: revision)
    case .visibility(let element):
      entries[key]?.life?.change(to: element, at: revision)
    case .appear(let element):
      failed[key] = nil
      show(element, in: scene, at: revision)
    }
  }

  /// Begins the life of an element.
  private mutating func show(_ element: Element, in scene: SceneName, at revision: Revision) {
    let (connection, key) = (connection, Key.element(scene, element.id))
    let life = ElementLife(element, in: scene, at: revision) { connection.tell($0) }
    // Another screen under this id may still be on its way out.
    let before = entries[key]?.task
    let body = table.life(of: element.screen.name)
    begin(key, life: life) {
      await before?.value
      guard !Task.isCancelled else { return }
      do {
        try await body?(life)
        life.end()
      } catch {
        if !Task.isCancelled { life.endThrowing("\(error)") }
      }
    }
  }

  /// A task has ended. That of an element which stands leaves the life as it is, or, where it could not be shown, begins anew
  /// with other content: at once where that has come already.
  private mutating func end(_ key: Key, number: UInt64) {
    guard let entry = entries[key], entry.number == number else { return }
    entries[key] = nil
    guard case .element(let scene, _) = key, let life = entry.life, !life.hasLeft else { return }
    guard life.hasEndedFailed else {
      entries[key] = Entry(number: number, task: entry.task, life: life, hasEnded: true)
      return
    }
    life.leave()
    // Its content may have changed since.
    if life.isFailed {
      failed[key] = life.element.screen
    } else {
      show(life.element, in: scene, at: life.revision)
    }
  }

  /// Starts a task that can be cancelled alone; ``run(_:)`` waits for it.
  private mutating func begin(
    _ key: Key, life: ElementLife?, _ body: @escaping @Sendable () async -> Void
  ) {
    lastNumber += 1
    let (number, steps) = (lastNumber, steps)
    let task = Task(executorPreference: executor) {
      await body()
      steps.put(.ended(key, number: number))
    }
    entries[key] = Entry(number: number, task: task, life: life)
  }

  /// What the running task prefers to run on; nil where that is Swift's pool.
  private static var executorOfTask: (any TaskExecutor)? {
    #if compiler(>=6.3)
      withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    #else
      // Swift 6.2 does not tell it.
      nil
    #endif
  }
}
