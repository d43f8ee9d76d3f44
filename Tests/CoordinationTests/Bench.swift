// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

/// A coordinator on a bench: events go in by hand, and what it sends lies by peer name, to be picked up.
///
/// Clients are called by their names; workers by theirs, with a digit for the process: `home`, `home#2`.
struct Bench {
  var coordinator: Coordinator
  let settings: Settings
  var now = at(1_000_000)
  /// What each peer got and nobody picked up, oldest first.
  var inboxes: [String: [Message]] = [:]
  /// What observers got and nobody picked up, oldest first.
  var published: [Message] = []
  /// Everything that was ever written, oldest first.
  var records: [JournalRecord] = []
  /// What was told of names that live workers lost.
  var notices: [Notice] = []
  var takeovers: [Takeover] {
    notices.compactMap { if case .takenOver(let takeover) = $0 { takeover } else { nil } }
  }
  /// The connections of live sessions.
  var watched: Set<Connection> = []
  private var lastCommand = 0

  /// A coordinator that starts for the first time, hosting optional unless told otherwise.
  init(epoch: Epoch = 1, requiresHosts: Bool = false, _ adjust: (inout Settings) -> Void = { _ in }) {
    var settings = Settings()
    settings.requiresHosts = requiresHosts
    adjust(&settings)
    self.settings = settings
    coordinator = Coordinator(settings: settings, restored: Restored(epoch: epoch), version: "1.0.0", at: now)
    perform(coordinator.start(at: now))
  }

  /// Kills the coordinator and starts the next one from what was written, `ms` later.
  mutating func restart(afterMs ms: Int64 = 100, settings changed: Settings? = nil) {
    now = now.advanced(byMs: ms)
    inboxes = [:]
    published = []
    watched = []
    coordinator = Coordinator(
      settings: changed ?? settings, restored: restored(epoch: coordinator.epoch + 1, ageMs: ms), version: "1.0.0",
      at: now)
    perform(coordinator.start(at: now))
  }

  /// Feeds one event at the present moment.
  mutating func feed(_ event: Event) { perform(coordinator.handle(event, at: now)) }

  /// Lets time pass, with a tick at every deadline on the way.
  mutating func pass(_ ms: Int64) {
    let end = now.advanced(byMs: ms)
    while case let next = coordinator.nextDeadline, next <= end {
      now = max(now, next)
      feed(.tick)
    }
    now = end
    feed(.tick)
  }

  private mutating func perform(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .record(let record): records.append(record)
      case .reply(let message, let peer): inboxes[Self.name(of: peer), default: []].append(message)
      case .send(let message, let connection): inboxes[Self.name(of: connection), default: []].append(message)
      case .publish(let message, _): published.append(message)
      case .publishState(let state, _): published.append(.state(state))
      case .publishKeepalive(let keepalive): published.append(.keepalive(keepalive))
      case .replyStatus(let object, let peer):
        inboxes[Self.name(of: peer), default: []].append(.report(Report(objects: [.status(object)], more: false)))
      case .replyHistory(_, let peer):
        inboxes[Self.name(of: peer), default: []].append(.report(Report(objects: [], more: false)))
      case .sessionBegan(let connection, _): watched.insert(connection)
      case .sessionEnded(let connection): watched.remove(connection)
      case .tell(let notice): notices.append(notice)
      }
    }
  }

  /// What the journal gives back.
  private func restored(epoch: Epoch, ageMs: Int64) -> Restored {
    var restored = Restored(epoch: epoch, starts: epoch)
    var scenes: [SceneName: CommitRecord] = [:]
    var decided: [CommandID: DecidedRecord] = [:]
    var workers: [WorkerName: WorkerRecord] = [:]
    var acknowledged: [String: AcknowledgedRecord] = [:]
    for record in records {
      switch record {
      case .commit(let commit):
        scenes[commit.scene] = commit
        restored.usedTokens += commit.cause.tokens
      case .decided(let record): decided[record.outcome.id] = record
      case .ids(let scene?, let below): scenes[scene]?.nextID = below
      case .ids(nil, let below): restored.floor.nextID = below
      case .open(let open): decided[open.decided.outcome.id] = open.decided
      case .acknowledged(let client):
        decided = decided.filter { $0.key.client != client.client || $0.key.sequence >= client.below }
        acknowledged[client.client] = client
      case .worker(let worker, let isRegistered): workers[worker.name] = worker.kept(isRegistered: isRegistered)
      }
    }
    restored.scenes = scenes.keys.sorted().compactMap { scenes[$0] }.map { .init(commit: $0, ageMs: ageMs) }
    restored.decided = decided.keys.sorted().compactMap { decided[$0] }.map { .init(record: $0, ageMs: ageMs) }
    restored.workers = workers.values.sorted { $0.name < $1.name }
    restored.acknowledged = acknowledged.values.sorted { $0.client < $1.client }.map { .init(record: $0, ageMs: ageMs) }
    return restored
  }
}

/// Peers.
extension Bench {
  /// A client that calls itself so.
  static func client(_ name: String, uid: UInt32? = 7) -> Peer {
    Peer(returnAddress: Array(name.utf8), connection: nil, pid: 40, uid: uid, command: name)
  }

  /// A worker's process that is called so.
  static func process(_ name: String, uid: UInt32? = 7) -> Peer {
    Peer(returnAddress: Array(name.utf8), connection: connection(name), pid: 50, uid: uid, command: name)
  }

  /// The connection of a worker's process.
  static func connection(_ name: String) -> Connection { Connection(id: Array(name.utf8)) }

  static func name(of connection: Connection) -> String { String(decoding: connection.id, as: UTF8.self) }

  static func name(of peer: Peer) -> String { String(decoding: peer.returnAddress, as: UTF8.self) }

  /// A message of a client.
  mutating func client(_ name: String = "client", uid: UInt32? = 7, sends message: Message) {
    feed(.received(message, from: Self.client(name, uid: uid)))
  }

  /// A message of a worker's process.
  mutating func process(_ name: String, uid: UInt32? = 7, sends message: Message) {
    feed(.received(message, from: Self.process(name, uid: uid)))
  }

  /// Sends a command; without an id it gets a fresh one.
  @discardableResult
  mutating func command(
    _ verb: Verb, id: CommandID? = nil, from name: String = "client", _ adjust: (inout Command) -> Void = { _ in }
  ) -> CommandID {
    lastCommand += 1
    var command = Command(id: id ?? endsCommand("\(name)-command-\(lastCommand)"), verb: verb)
    adjust(&command)
    client(name, sends: .command(command))
    return command.id
  }

  /// Sends a command that is decided at once, and says how it ended.
  mutating func run(_ verb: Verb, _ adjust: (inout Command) -> Void = { _ in }) -> String {
    let id = command(verb, adjust)
    return ending(of: id)
  }

  /// Puts the scene on a path, whatever it was.
  mutating func replace(_ path: String, in scene: SceneName = "main") {
    show(path, in: scene)
    forgetAll()
  }

  /// Makes the route, and keeps what comes out of that alone.
  mutating func show(_ path: String, in scene: SceneName = "main") {
    forgetAll()
    command(.navigator(.replace(path: literals(path), in: nil)), from: "setup") { $0.scene = scene }
  }

  /// Registers a worker's process and drops what it is told.
  mutating func register(
    _ process: String, _ routables: [ScreenName: Routable] = [:], uid: UInt32? = 7,
    _ adjust: (inout Registration) -> Void = { _ in }
  ) {
    self.process(process, uid: uid, sends: .hello(registration(process, routables, adjust)))
    forgetAll()
  }

  /// What the process says of itself in HELLO; a later process of a name takes it over, unless told otherwise.
  func registration(
    _ process: String, _ routables: [ScreenName: Routable] = [:], _ adjust: (inout Registration) -> Void = { _ in }
  ) -> Registration {
    let name = process.prefix { $0 != "#" }
    guard let worker = WorkerName(name), let incarnation = Incarnation(process) else {
      preconditionFailure("'\(process)' names no worker")
    }
    var registration = Registration(
      worker: worker, incarnation: incarnation, routables: routables, takeover: process.contains("#"))
    adjust(&registration)
    return registration
  }

  /// Answers the ask that the process got last.
  mutating func answer(_ answer: Answer, by process: String) throws {
    let ask = try #require(asks(of: process).last, "\(process) was asked nothing")
    self.process(process, sends: .answer(AnswerMessage(token: ask.token, answer: answer)))
  }
}

/// Handlers that end.
extension Bench {
  /// The handler of the ask that the process got last has ended without an answer.
  mutating func abandon(by process: String) throws {
    let ask = try #require(asks(of: process).last, "\(process) was asked nothing")
    self.process(process, sends: .abandoned(Abandoned(token: ask.token)))
  }
}

/// The literals of a path.
func literals(_ path: String) -> [PathItem] {
  do { return try PathItem.path(parsing: path) } catch { preconditionFailure("\(path): \(error)") }
}

extension Routable {
  /// A routable that wants to be asked to show and hide everything.
  static let asked = Routable(handles: [RequestPattern(.show, nil), RequestPattern(.hide, nil)])
  /// A routable that guards.
  static let guarding = Routable(guards: true)
}
