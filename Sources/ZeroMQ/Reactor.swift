// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A thread that owns sockets. It takes work from any thread and calls back with the messages that arrive.
///
/// ```swift
/// let reactor = try Reactor(name: "navigator")
/// let socket = reactor.open(.dealer, .clientDealer, to: try .ipc("/run/waykeeper/control.sock")) { event in
///   switch event {                       // on the reactor's thread: be brief, do not wait
///   case .connected: …                   // messages from now on reach the peer
///   case .received(let frames): …
///   case .disconnected, .full, .room, .overlong, .failed, .opened: …
///   }
/// }
/// reactor.send([header, body], on: socket) { delivery in … }
/// reactor.schedule(afterMs: 250) { … }   // once
/// reactor.reopen(socket)                 // a fresh connection, everything else stays
/// await reactor.shutdown()               // sockets closed, context ended, thread joined
/// ```
///
/// **Order.** The requests of one thread are done in their order. Callbacks never overlap. After ``close(_:lingerMs:)`` was
/// called *in a callback*, no event of that socket comes any more; called elsewhere, an event under way may still come.
/// **Connections.** libzmq connects again by itself, for ever. A DEALER sends only to a connected peer: until
/// ``SocketEvent/connected`` a send ends as ``Delivery/full``.
/// **Full queues.** Whoever wants to know the fate of a message is told, and decides. All others wait for room, in order, and
/// who sends them hears of it; nothing else bounds how many wait. What comes behind them waits with them, and counts as sent. Without
/// a connection they are dropped.
/// **Lifetime.** Callbacks that hold the reactor keep it alive until ``shutdown(lingerMs:)``. A reactor that is let go
/// without it ends by itself a little later.
package final class Reactor: Sendable {
  /// Names a socket of this reactor.
  package struct SocketID: Hashable, Sendable {
    let number: UInt64
  }

  /// Names a timer of this reactor.
  package struct TimerID: Hashable, Sendable {
    let number: UInt64
  }

  /// The events of a socket.
  package enum SocketEvent: Hashable, Sendable {
    /// The peer is there. The event comes again after each reconnection, behind the messages of its turn.
    case connected
    /// The connection is over; libzmq tries again.
    case disconnected
    /// A message: header and body on a DEALER; topic, header and body on a SUB.
    case received([[UInt8]])
    /// A message found no room: it waits, and so do those behind it, until ``room`` or the end of the connection, which drops them.
    case full
    /// What has waited for room is sent.
    case room
    /// A message with more frames than any of ours has; it was dropped.
    case overlong(frames: Int)
    /// The socket could not be made, connected or used. Its id stays valid: reopen or close it.
    case failed(ZeroMQError)
    /// The socket that could not be made or connected is open now. Whether anybody is at the other end is not known yet.
    case opened
  }

  let queue: ReactorQueue
  private let host: ReactorHost?
  private let thread: Mutex<pthread_t?>
  private let lastNumber = Atomic<UInt64>(0)

  /// The descriptors of a reactor with one connection: its eventfd and its epoll instance, one of the context, four of libzmq's
  /// threads, one of the socket, two of the socket's monitor, and the connection.
  private static let descriptorsOfConnection = 11

  /// Starts the thread, which is called `name` (15 bytes) in the system's listings. Sockets live in `context`, a new one
  /// unless given. With a `host` that has no other reactor, its thread is the reactor's, and none is started.
  ///
  /// - Throws: An error where the thread cannot be started, or a connection would find no descriptor.
  package init(name: String, context: Context? = nil, host: ReactorHost? = nil) throws(ZeroMQError) {
    // Here somebody hears of it; on the thread there is nobody to throw to.
    try FreeDescriptors.require(Self.descriptorsOfConnection)
    queue = try ReactorQueue()
    let start = try ReactorStart(name: name, context: context, queue: queue)
    if let host, host.take(start) {
      self.host = host
      thread = Mutex(nil)
      return
    }
    self.host = nil
    thread = Mutex(try Self.begin(start, name: name))
  }

  /// Starts the thread, by `pthread_create` unless a test says otherwise.
  static func begin(
    _ start: ReactorStart, name: String,
    by create: (
      UnsafeMutablePointer<pthread_t>, @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer
    ) -> Int32 = { pthread_create($0, nil, $1, $2) }
  ) throws(ZeroMQError) -> pthread_t {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(start)
    let code = create(
      &thread,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<ReactorStart>.fromOpaque(argument).takeRetainedValue()
        start.run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      // No thread takes it.
      argument.release()
      throw ZeroMQError(call: "pthread_create", code: code, subject: name)
    }
    return thread
  }

  deinit {
    queue.add(.shutdown(lingerMs: 0))
    if let thread = thread.withLock({ $0.take() }) { pthread_detach(thread) }
  }

  /// Opens a DEALER or SUB, connects it to `endpoint` and calls `onEvent` on the reactor's thread with all its events.
  package func open(
    _ kind: Socket.Kind, _ options: SocketOptions, to endpoint: Endpoint, subscribing topics: [[UInt8]] = [],
    onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> SocketID {
    let id = SocketID(number: nextNumber())
    queue.add(
      .open(id, SocketPlan(kind: kind, options: options, endpoint: endpoint, topics: topics, onEvent: onEvent)))
    return id
  }

  /// Sends a message and calls `completion` on the reactor's thread with its fate. On a socket that is not open it is
  /// ``Delivery/unreachable``. Without a `completion` it waits where there is no room: ``SocketEvent/full``.
  package func send(
    _ frames: [[UInt8]], on id: SocketID, completion: (@Sendable (Delivery) -> Void)? = nil
  ) {
    queue.add(.send(frames, id, completion))
  }

  /// Subscribes a SUB to topics that begin with `topic`, reconnections included.
  package func subscribe(_ topic: [UInt8], on id: SocketID) { queue.add(.subscribe(topic, id)) }

  /// Takes back one ``subscribe(_:on:)``. A new subscription right after it brings the topic's state again.
  package func unsubscribe(_ topic: [UInt8], on id: SocketID) { queue.add(.unsubscribe(topic, id)) }

  /// Replaces the socket by a fresh one with the same endpoint, options, topics and callback. Queued messages are lost.
  package func reopen(_ id: SocketID) { queue.add(.reopen(id)) }

  /// Closes the socket. Queued messages are still sent for up to `lingerMs`.
  package func close(_ id: SocketID, lingerMs: Int32 = 0) { queue.add(.close(id, lingerMs: lingerMs)) }

  /// Calls `body` once on the reactor's thread, `ms` from now.
  @discardableResult
  package func schedule(afterMs ms: Int64, _ body: @escaping @Sendable () -> Void) -> TimerID {
    let id = TimerID(number: nextNumber())
    queue.add(.schedule(id, at: MonotonicClock.nowMicroseconds() + max(ms, 0) * 1000, body))
    return id
  }

  /// Forgets a timer. A timer that has fired is forgotten already.
  package func cancel(_ id: TimerID) { queue.add(.cancel(id)) }

  /// Calls `body` on the reactor's thread, soon.
  package func perform(_ body: @escaping @Sendable () -> Void) { queue.add(.perform(body)) }

  /// Whether the caller runs on the reactor's thread.
  package var isCurrent: Bool { queue.isOwnThread }

  /// Does all requests so far, closes all sockets (which go on sending for up to `lingerMs`), and ends the context and the
  /// thread. Later requests are dropped. A callback must not await this.
  package func shutdown(lingerMs: Int32 = 200) async {
    await withCheckedContinuation { continuation in
      queue.add(.shutdown(lingerMs: lingerMs))
      queue.onEnd { continuation.resume() }
    }
    if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
  }

  /// Runs tasks on the reactor's thread, which is to be theirs only for brief moments. Those that are left when the reactor ends
  /// go on where Swift runs tasks by default.
  package var executor: any TaskExecutor { host ?? self }

  private func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }
}

extension Reactor: TaskExecutor {
  /// Runs a job on the thread, soon.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = queue.add(.job(job, asUnownedTaskExecutor()))
    if !isTaken { globalConcurrentExecutor.enqueue(job) }
  }
}
