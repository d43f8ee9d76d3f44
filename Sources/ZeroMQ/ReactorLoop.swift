// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import DequeModule
import Glibc

/// The loop of a reactor's thread, with the state that only this thread touches.
final class ReactorLoop {
  /// A place for a socket, which is not copyable.
  private final class Slot {
    let id: Reactor.SocketID
    var plan: SocketPlan
    var socket: Socket?
    var tokens: [Poller.Token] = []
    /// Whether there is a connection that has been told of.
    var isConnected = false
    /// Messages that have found no room, in order.
    var waiting: Deque<[[UInt8]]> = []
    /// Whether it could not be opened the last time.
    var hasFailed = false
    /// When the socket is opened anew, unless its connection is back by then, in µs.
    var renewal: Int64?

    init(id: Reactor.SocketID, plan: SocketPlan) {
      self.id = id
      self.plan = plan
    }
  }

  /// The most messages of one socket in one turn, so that the others get theirs.
  private static let turnMax = 256
  /// How often requests may make others before the sockets are asked.
  private static let stepsMax = 8

  private let context: Context
  /// Whether the context ends with the loop.
  private let ownsContext: Bool
  private let queue: ReactorQueue
  private var poller = Poller()
  private let wake: Poller.Token
  /// The requests that are being done, and room for those that come.
  private var requests: Deque<ReactorRequest> = []
  /// A few, in the order in which they were opened.
  private var slots: [Slot] = []
  /// Set by the request to end.
  private var lingerMs: Int32?
  /// The next one first; of one time, in the order in which they were asked for.
  private var timers: Deque<(at: Int64, id: Reactor.TimerID, body: @Sendable () -> Void)> = []

  init(context: Context, ownsContext: Bool, queue: ReactorQueue) {
    self.context = context
    self.ownsContext = ownsContext
    self.queue = queue
    wake = poller.watch(descriptor: queue.waker.descriptor)
  }

  /// Whether the request to end has come.
  var isOver: Bool { lingerMs != nil }

  /// Does what was asked for, and what the time says.
  func prepare() {
    performRequests()
    fireTimers()
    renewLost()
  }

  /// Closes everything; what was sent is out before anybody hears of the end.
  func end() {
    for slot in slots { close(slot.id, lingerMs: lingerMs ?? 0) }
    if ownsContext { context.end() }
    queue.end()
  }

  /// Performs the requests so far, and those that they make in their turn: a verb is a request that makes another one, to send
  /// it. Beyond a few steps they wait for the next turn, so that sockets get theirs.
  private func performRequests() {
    for _ in 0..<Self.stepsMax {
      queue.takeAll(into: &requests)
      if requests.isEmpty { return }
      while let request = requests.popFirst() { if lingerMs == nil || request.isJob { perform(request) } }
    }
  }

  /// The sockets with news; where `waits` allows it, after a wait until there is something to do.
  func poll(waits: Bool) -> [Poller.Token] {
    var ms: Int?
    if !waits || lingerMs != nil || !queue.isEmpty {
      ms = 0
    } else if let next = nextTime {
      // Rounded up, because rounding down would spin through the last millisecond.
      ms = Int(max(0, next - MonotonicClock.nowMicroseconds()) + 999) / 1000
    }
    do {
      let ready = try poller.wait(ms: ms)
      if ready.contains(wake) { queue.waker.reset() }
      return ready
    } catch {
      preconditionFailure("a reactor polls only what it keeps open itself, yet: \(error)")
    }
  }

  /// When there is something to do at the latest, in µs.
  private var nextTime: Int64? {
    var next = timers.first?.at
    for slot in slots { if let renewal = slot.renewal { next = min(next ?? renewal, renewal) } }
    return next
  }

  private func slot(_ id: Reactor.SocketID) -> Slot? { slots.first { $0.id == id } }

  private func fireTimers() {
    let now = MonotonicClock.nowMicroseconds()
    while lingerMs == nil, let first = timers.first, first.at <= now {
      timers.removeFirst()
      first.body()
      performRequests()
    }
  }

  /// Opens sockets anew whose connection was lost and has not come back.
  private func renewLost() {
    let now = MonotonicClock.nowMicroseconds()
    for slot in slots where slot.renewal.map({ $0 <= now }) ?? false { perform(.reopen(slot.id)) }
  }

  /// Hands on what came.
  func deliver(_ ready: [Poller.Token]) {
    for token in ready {
      guard let slot = slots.first(where: { $0.tokens.contains(token) }) else { continue }
      let tokens = slot.tokens
      let hasEvents = tokens.dropFirst().contains(where: ready.contains)
      // With its messages, where it has both.
      if token != tokens[0], ready.contains(tokens[0]) { continue }
      // Messages come before events: a message counts that a peer sent before its connection ended.
      deliverMessages(slot, tokens)
      if hasEvents, isOpen(slot, tokens) {
        for event in takeEvents(slot) where isOpen(slot, tokens) { deliver(event, slot) }
      }
      // Behind the events: the room of another connection is not that which they wait for.
      if isOpen(slot, tokens), !slot.waiting.isEmpty { sendWaiting(slot) }
    }
  }

  /// Whether what is delivered now may be followed by more: an event that closes or reopens its socket is that socket's last.
  private func isOpen(_ slot: Slot, _ tokens: [Poller.Token]) -> Bool { lingerMs == nil && slot.tokens == tokens }

  private func deliver(_ event: Reactor.SocketEvent, _ slot: Slot) {
    slot.plan.onEvent(event)
    performRequests()
  }

  /// One after another, so that what a message brings about is sent before the socket is looked into once more: that look at
  /// the end is also the poller's.
  private func deliverMessages(_ slot: Slot, _ tokens: [Poller.Token]) {
    for _ in 0..<Self.turnMax where isOpen(slot, tokens) {
      do throws(ZeroMQError) {
        guard let received = try slot.socket?.receive() else { return poller.noteDrained(tokens[0]) }
        let isOverlong = received.hasTooManyFrames
        deliver(
          isOverlong
            ? .overlong(frames: received.frames.count + received.droppedFrames) : .received(received.frames), slot)
      } catch {
        return deliver(.failed(error), slot)
      }
    }
  }

  private func takeEvents(_ slot: Slot) -> [Reactor.SocketEvent] {
    var events: [Reactor.SocketEvent] = []
    do {
      while let event = try slot.socket?.receiveMonitorEvent() {
        switch event.kind {
        case .ready:
          slot.renewal = nil
          dropWaiting(slot)
          slot.isConnected = true
          events.append(.connected)
        case .disconnected:
          slot.renewal = MonotonicClock.nowMicroseconds() + slot.plan.options.renewalMs * 1000
          dropWaiting(slot)
          slot.isConnected = false
          events.append(.disconnected)
        case .listening, .accepted, .acceptFailed, .refused: break
        }
      }
    } catch {
      events.append(.failed(error))
    }
    return events
  }
}

extension ReactorLoop {
  private func perform(_ request: ReactorRequest) {
    switch request {
    case .open(let id, let plan):
      slots.append(Slot(id: id, plan: plan))
      open(id)
    case .send(let frames, let id, let completion): send(frames, on: id, completion)
    case .subscribe(let topic, let id):
      slot(id)?.plan.topics.append(topic)
      attempt(id) { (slot) throws(ZeroMQError) in try slot.socket?.subscribe(topic) }
    case .unsubscribe(let topic, let id):
      if let slot = slot(id), let index = slot.plan.topics.firstIndex(of: topic) { slot.plan.topics.remove(at: index) }
      attempt(id) { (slot) throws(ZeroMQError) in try slot.socket?.unsubscribe(topic) }
    case .reopen(let id):
      guard slot(id) != nil else { return }
      release(id, lingerMs: 0)
      open(id)
    case .close(let id, let lingerMs): close(id, lingerMs: lingerMs)
    case .schedule(let id, let at, let body):
      // From the end: a timer that is set later is nearly always due later.
      let index = (timers.lastIndex { $0.at <= at }).map { $0 + 1 } ?? timers.startIndex
      timers.insert((at, id, body), at: index)
    case .cancel(let id): timers.removeAll { $0.id == id }
    case .perform(let body): body()
    case .job(let job, let executor): job.runSynchronously(on: executor)
    case .shutdown(let lingerMs): self.lingerMs = lingerMs
    }
  }

  private func open(_ id: Reactor.SocketID) {
    guard let slot = slot(id) else { return }
    do {
      var socket = try Socket(slot.plan.kind, in: context, options: slot.plan.options)
      try socket.startMonitor()
      for topic in slot.plan.topics { try socket.subscribe(topic) }
      try socket.connect(slot.plan.endpoint)
      slot.tokens = [poller.watch(socket)]
      if let token = poller.watchMonitor(of: socket) { slot.tokens.append(token) }
      slot.socket = consume socket
      guard slot.hasFailed else { return }
      slot.hasFailed = false
      slot.plan.onEvent(.opened)
    } catch {
      // Such as no descriptor left: later there may be one.
      slot.hasFailed = true
      slot.renewal = MonotonicClock.nowMicroseconds() + slot.plan.options.renewalMs * 1000
      slot.plan.onEvent(.failed(error))
    }
  }

  private func send(_ frames: [[UInt8]], on id: Reactor.SocketID, _ completion: (@Sendable (Delivery) -> Void)?) {
    guard let completion else { return sendInOrder(frames, on: id) }
    if let slot = slot(id), !slot.waiting.isEmpty {
      slot.waiting.append(frames)
      completion(.sent)
    } else {
      completion(attempt(frames, on: id))
    }
  }

  private func sendInOrder(_ frames: [[UInt8]], on id: Reactor.SocketID) {
    guard let slot = slot(id), slot.isConnected else { return }
    if slot.waiting.isEmpty {
      guard attempt(frames, on: id) == .full, let token = slot.tokens.first else { return }
      slot.waiting.append(frames)
      poller.watchRoom(token, true)
      slot.plan.onEvent(.full)
    } else {
      slot.waiting.append(frames)
    }
  }

  /// Sends what there is room for.
  private func sendWaiting(_ slot: Slot) {
    while let frames = slot.waiting.first {
      guard attempt(frames, on: slot.id) != .full else { return }
      // Sent, or failed, which was told: it waits no longer.
      _ = slot.waiting.popFirst()
    }
    dropWaiting(slot)
    deliver(.room, slot)
  }

  /// A new connection begins with nothing.
  private func dropWaiting(_ slot: Slot) {
    slot.waiting = []
    if let token = slot.tokens.first { poller.watchRoom(token, false) }
  }

  private func attempt(_ frames: [[UInt8]], on id: Reactor.SocketID) -> Delivery {
    var delivery = Delivery.unreachable
    attempt(id) { (slot) throws(ZeroMQError) in delivery = try slot.socket?.send(frames) ?? .unreachable }
    return delivery
  }

  private func attempt(_ id: Reactor.SocketID, _ body: (Slot) throws(ZeroMQError) -> Void) {
    guard let slot = slot(id) else { return }
    if let token = slot.tokens.first { poller.noteUsed(token) }
    do throws(ZeroMQError) {
      try body(slot)
    } catch {
      slot.plan.onEvent(.failed(error))
    }
  }

  private func release(_ id: Reactor.SocketID, lingerMs: Int32) {
    guard let slot = slot(id) else { return }
    for token in slot.tokens { poller.ignore(token) }
    slot.tokens = []
    slot.isConnected = false
    slot.waiting = []
    slot.renewal = nil
    if lingerMs > 0 { try? slot.socket?.setLinger(ms: lingerMs) }
    slot.socket = nil
  }

  private func close(_ id: Reactor.SocketID, lingerMs: Int32) {
    release(id, lingerMs: lingerMs)
    slots.removeAll { $0.id == id }
  }
}
