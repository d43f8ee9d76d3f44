// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol
import ZeroMQ

/// What the shell knows of workers' connections: their processes, and states that wait for room.
struct WorkerConnections {
  /// How long a state waits for room in a worker's queue before it is tried again, in µs.
  private static let retryMicroseconds: Int64 = 50_000
  /// How long a worker may take no state, in µs; it then counts as gone, for a dead one can look like that too.
  private static let patienceMicroseconds: Int64 = 1_000_000
  /// How long a connection may outlive its process: what the process wrote last may still be on the way. In µs.
  private static let lastWordsMicroseconds: Int64 = 100_000
  /// The same where libzmq's thread has yet to read something of it, as on a busy machine. In µs.
  private static let unheardMicroseconds: Int64 = 3_000_000

  private struct Postponed {
    var state: WorkerState
    /// When the first of them found no room, in µs.
    var since: Int64
  }

  private struct Entry {
    /// How the worker writes; it is written to in the same encoding.
    var encoding = Encoding.json
    var process: WatchedProcess?
    /// When its process was seen to have ended, in µs.
    var ended: Int64?
    /// States that found a full queue, the newest of each scene.
    var states: [SceneName: Postponed] = [:]
  }

  /// A place for a descriptor, which is not copyable.
  private final class WatchedProcess {
    let descriptor: ProcessDescriptor
    let token: Poller.Token

    init(_ descriptor: consuming ProcessDescriptor, _ poller: inout Poller) {
      token = poller.watch(descriptor: descriptor.descriptor)
      self.descriptor = descriptor
    }
  }

  private var entries: [Connection: Entry] = [:]
  /// The connection that was last asked for: often several messages of a turn go the same way.
  private var last: (connection: Connection, encoding: Encoding)?
  private var connectionsByToken: [Poller.Token: Connection] = [:]
  /// When postponed states are tried again.
  private(set) var nextRetry: Int64?
  /// The connections by which somebody has greeted, by descriptor, the oldest first: only those can have a session. Messages are read
  /// before the monitor, so the next one with a descriptor can have greeted before the end of the one before is told.
  private var greeted: [Int32: [Connection]] = [:]
  /// Whether somebody has greeted by a connection of which nobody can tell the descriptor.
  private var hasUnknownGreeting = false

  /// Somebody greets by a connection, which has this descriptor.
  mutating func noteGreeting(by descriptor: Int32?, on connection: Connection) {
    guard let descriptor else { return hasUnknownGreeting = true }
    guard greeted[descriptor]?.contains(connection) != true else { return }
    greeted[descriptor, default: []].append(connection)
  }

  /// Whether somebody had greeted by the oldest connection with this descriptor, which has ended.
  mutating func takeGreeting(by descriptor: Int32) -> Bool {
    guard let connections = greeted[descriptor] else { return hasUnknownGreeting }
    greeted[descriptor] = connections.count > 1 ? Array(connections.dropFirst()) : nil
    return true
  }

  /// No connection has this descriptor now. A greeting that was read after the end of its connection was told would stay.
  mutating func forgetGreetings(by descriptor: Int32) { greeted[descriptor] = nil }

  /// Whether a connection has a session, or waits for one.
  func contains(_ connection: Connection) -> Bool { entries[connection] != nil }

  /// A session begins on a connection.
  mutating func add(_ connection: Connection, writing encoding: Encoding) {
    last = nil
    entries[connection, default: Entry()].encoding = encoding
  }

  /// How the worker on a connection writes.
  mutating func encoding(of connection: Connection) -> Encoding {
    if let last, last.connection == connection { return last.encoding }
    let encoding = entries[connection]?.encoding ?? .json
    last = (connection, encoding)
    return encoding
  }

  /// Watches the process behind a connection, in place of one that was watched before.
  mutating func watch(_ connection: Connection, pid: Int32, _ poller: inout Poller) throws(ZeroMQError) {
    stopWatching(connection, &poller)
    let process = WatchedProcess(try ProcessDescriptor(pid: pid), &poller)
    entries[connection, default: Entry()].process = process
    connectionsByToken[process.token] = connection
  }

  /// The session is over.
  mutating func remove(_ connection: Connection, _ poller: inout Poller) {
    stopWatching(connection, &poller)
    entries[connection] = nil
    last = nil
  }

  private mutating func stopWatching(_ connection: Connection, _ poller: inout Poller) {
    guard let process = entries[connection]?.process else { return }
    poller.ignore(process.token)
    connectionsByToken[process.token] = nil
    entries[connection]?.process = nil
  }

  /// Whether a process of a connection has ended; each is told once.
  mutating func haveEnded(_ ready: [Poller.Token], _ poller: inout Poller, at now: Int64) -> Bool {
    guard !connectionsByToken.isEmpty else { return false }
    let ended = ready.compactMap { connectionsByToken[$0] }
    for connection in ended {
      stopWatching(connection, &poller)
      entries[connection]?.ended = now
    }
    return !ended.isEmpty
  }

  /// Connections that have outlived their process: those that did so for too long, for another process may have inherited them,
  /// and those that wait, for what is unheard may be a goodbye.
  func outliving(
    at now: Int64, isUnheard: (Connection) -> Bool
  ) -> (overdue: [Connection], waiting: [Connection]) {
    var (overdue, waiting): ([Connection], [Connection]) = ([], [])
    for connection in entries.keys.sorted() {
      guard let ended = entries[connection]?.ended, now - ended >= Self.lastWordsMicroseconds else { continue }
      if now - ended < Self.unheardMicroseconds, isUnheard(connection) {
        waiting.append(connection)
      } else {
        overdue.append(connection)
      }
    }
    return (overdue, waiting)
  }

  /// A state could not be sent: it waits, unless a newer one takes its place. False where the worker has taken none for
  /// too long.
  mutating func postpone(_ state: WorkerState, _ connection: Connection, at now: Int64) -> Bool {
    let since = entries[connection]?.states[state.scene]?.since ?? now
    entries[connection, default: Entry()].states[state.scene] = Postponed(state: state, since: since)
    nextRetry = nextRetry ?? now + Self.retryMicroseconds
    return now - since < Self.patienceMicroseconds
  }

  /// A state of this scene was sent: older ones have lost their meaning.
  mutating func settle(_ scene: SceneName, _ connection: Connection) { entries[connection]?.states[scene] = nil }

  /// The states that are to be tried again now.
  mutating func takePostponed(at now: Int64) -> [(WorkerState, Connection)] {
    guard let due = nextRetry, due <= now else { return [] }
    nextRetry = nil
    return entries.keys.sorted().flatMap { connection -> [(WorkerState, Connection)] in
      guard let entry = entries[connection] else { return [] }
      return entry.states.keys.sorted().compactMap { entry.states[$0] }.map { ($0.state, connection) }
    }
  }
}

/// When the connections are to be asked for a sign. A monitor tells of a lost connection a moment before the ROUTER knows, and
/// a process of its end before its last words have arrived, so each loss asks three times; many in a row ask at most each 5 ms, and less
/// and less often while nobody has died: who greets and leaves would else wake all others.
struct Sweeps {
  /// After a loss, in µs; the last one is the moment when a connection whose process has ended is given up.
  private static let delays: [Int64] = [0, 5_000, 100_000]
  /// Between two, in µs: it doubles from one to the next.
  private static let intervals: ClosedRange<Int64> = 5_000...100_000
  /// After so long without one the next is the first again, in µs.
  private static let pauseMicroseconds: Int64 = 2 * intervals.upperBound
  private var due: [Int64] = []
  /// When the last one was, and how long there is none after it, in µs.
  private var last: (moment: Int64, interval: Int64)?
  /// Until then they follow each other as fast as may be, in µs.
  private var hurriedUntil: Int64 = .min

  /// When the next one is due.
  var next: Int64? { due.first.map { max($0, earliest) } }

  private var earliest: Int64 { last.map { $0.moment + $0.interval } ?? .min }

  /// A connection or a process has ended.
  mutating func schedule(from now: Int64) {
    // Many at once are one: what is due already serves them too, but for the last look.
    due = Set(due + Self.delays.map { now + $0 }).sorted()
    if due.count > 8 { due.removeSubrange(1..<(due.count - 3)) }
  }

  /// A last look found something unheard: there is another one.
  mutating func scheduleAnother(from now: Int64) {
    guard due.isEmpty, let delay = Self.delays.last else { return }
    due = [now + delay]
  }

  /// Whether one is due; all that are count as one.
  mutating func takeDue(_ now: Int64) -> Bool {
    guard let next, next <= now else { return false }
    due.removeAll { $0 <= now }
    let (least, most) = (Self.intervals.lowerBound, Self.intervals.upperBound)
    var interval = least
    if let last, now > hurriedUntil, now - last.moment <= Self.pauseMicroseconds {
      interval = min(2 * last.interval, most)
    }
    last = (now, interval)
    return true
  }

  /// Somebody has died: all looks that this asks for are in time.
  mutating func noteDeath(at now: Int64) {
    last?.interval = Self.intervals.lowerBound
    hurriedUntil = now + (Self.delays.last ?? 0) + Self.intervals.lowerBound
  }
}
