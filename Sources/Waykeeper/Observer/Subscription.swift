// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import WireProtocol
import ZeroMQ

/// Runs an observer's view over a SUB socket. Ends when it is let go.
final class Subscription: Sendable {
  private struct State {
    var view: ObserverView
    var socket: Reactor.SocketID?
    var isAbsenceTold = false
  }

  private let scene: SceneName?
  private let location: CoordinatorLocation
  private let onEvents: @Sendable ([PathEvent], ObserverView) -> Void
  private let onKeepalive: @Sendable (Keepalive) -> Void
  private let makeReactor: @Sendable () throws -> Reactor
  private let connection = Mutex<Connection?>(nil)
  private let state: Mutex<State>

  /// Made once there is a thread for it.
  private struct Connection {
    let reactor: Reactor
    let alarm: Alarm
  }

  /// How soon an absent coordinator is looked for again, in ms.
  private static let lookAgainMs: Int64 = 200

  /// Subscribes to `scene`, or to all; `onEvents` is called on the reactor's thread, with what one message or tick brought and the
  /// view after all of it, and so is `onKeepalive`.
  init(
    scene: SceneName?, location: CoordinatorLocation,
    makeReactor: @escaping @Sendable () throws -> Reactor = { try Reactor(name: "observer") },
    onKeepalive: @escaping @Sendable (Keepalive) -> Void = { _ in },
    onEvents: @escaping @Sendable ([PathEvent], ObserverView) -> Void
  ) {
    self.scene = scene
    self.location = location
    self.onEvents = onEvents
    self.onKeepalive = onKeepalive
    state = Mutex(State(view: ObserverView(scene: scene, seed: .random(in: .min ... .max))))
    self.makeReactor = makeReactor
    connect()
  }

  /// A process without a descriptor or thread to spare cannot observe; its reader sees `disconnected`, which is true until there
  /// is one.
  private func connect() {
    do {
      let reactor = try makeReactor()
      connection.withLock { $0 = Connection(reactor: reactor, alarm: Alarm(reactor: reactor)) }
      reactor.perform { [weak self] in self?.start() }
    } catch {
      tellAbsence()
      Task { [weak self] in
        try await Task.sleep(for: .seconds(1))
        self?.connect()
      }
    }
  }

  private var reactor: Reactor? { connection.withLock { $0?.reactor } }

  /// The prefix of the topics that are watched. The prefix of all topics covers the keepalives too.
  private var topic: [UInt8] {
    Array((scene.map { Topic.scene(.protobuf, $0).text } ?? Topic.prefix(.protobuf)).utf8)
  }
  private static let keepaliveTopic = Array(Topic.keepalive(.protobuf).text.utf8)

  private func start() {
    guard let reactor else { return }
    do {
      let endpoint = try location.endpoint(.updates)
      let socket = reactor.open(
        .sub, .observerSub, to: endpoint, subscribing: scene == nil ? [] : [Self.keepaliveTopic]
      ) { [weak self] event in
        if case .received(let frames) = event { self?.receive(frames) }
      }
      state.withLock { $0.socket = socket }
      handle(.start)
    } catch {
      tellAbsence()
      reactor.schedule(afterMs: Self.lookAgainMs) { [weak self] in self?.start() }
    }
  }

  /// Once, however often it is looked for.
  private func tellAbsence() {
    let isNews = state.withLock { state in
      defer { state.isAbsenceTold = true }
      return !state.isAbsenceTold
    }
    if isNews { tell(.disconnected) }
  }

  private func receive(_ frames: [[UInt8]]) {
    // Topic, header, body.
    guard frames.count == 3, case .success(let inbound) = WireCodec.decode(frames: Array(frames[1...])) else { return }
    handle(.received(inbound.message, epoch: inbound.epoch))
    if case .keepalive(let keepalive) = inbound.message { onKeepalive(keepalive) }
  }

  private func handle(_ event: ObserverView.Event) {
    let (actions, view) = state.withLock { state in (state.view.handle(event, at: .now), state.view) }
    for case .subscribe in actions { subscribe() }
    let events = actions.compactMap { PathEvent($0) }
    if !events.isEmpty { onEvents(events, view) }
    connection.withLock { $0?.alarm }?.set(view.nextDeadline) { [weak self] in self?.handle(.tick) }
  }

  /// A new subscription is answered with the state; one that is there already has to go first.
  private func subscribe() {
    guard let reactor, let socket = state.withLock({ $0.socket }) else { return }
    reactor.unsubscribe(topic, on: socket)
    reactor.subscribe(topic, on: socket)
  }

  private func tell(_ event: PathEvent) { onEvents([event], state.withLock { $0.view }) }
}
