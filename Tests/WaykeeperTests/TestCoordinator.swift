// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Synchronization
import WireProtocol
import ZeroMQ

/// A real coordinator core behind real sockets, in this process, without a journal: what the SDK talks to in tests. It can
/// be made deaf, stopped, and started again at the same place.
final class TestCoordinator: Sendable {
  /// What its thread is told.
  private final class Wishes: Sendable {
    struct State {
      var isDeaf = false
      var shallEnd = false
    }

    let state = Mutex(State())
    let waker: Waker

    init() throws { waker = try Waker() }

    func change(_ change: (inout State) -> Void) {
      state.withLock { change(&$0) }
      waker.wake()
    }
  }

  let folder: String
  private let ownsFolder: Bool
  private let wishes: Wishes
  private let ended: AsyncStream<Void>

  /// Starts in `folder`, a fresh one unless given.
  init(epoch: Epoch = 1, in folder: String? = nil) throws {
    let wishes = try Wishes()
    self.wishes = wishes
    ownsFolder = folder == nil
    let folder = try folder ?? Self.freshFolder()
    self.folder = folder
    var settings = Settings()
    settings.requiresHosts = false
    settings.isJournalled = false
    // A busy machine is no reason for another outcome; tests of deadlines set their own.
    (settings.askMs, settings.guardMs, settings.transitionMs) = (20_000, 20_000, 40_000)
    let core = Coordinator(
      settings: settings, restored: Restored(epoch: epoch), version: "test", at: MonotonicClock.instant)
    let (ended, end) = AsyncStream<Void>.makeStream()
    self.ended = ended
    let ready = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        let loop = try CoordinatorLoop(core, folder: folder, waker: wishes.waker)
        ready.signal()
        try loop.run { wishes.state.withLock { ($0.isDeaf, $0.shallEnd) } }
      } catch {
        fatalError("the coordinator of this test: \(error)")
      }
      end.finish()
    }
    ready.wait()
  }

  deinit {
    wishes.change { $0.shallEnd = true }
    if ownsFolder { try? FileManager.default.removeItem(atPath: folder) }
  }

  static func freshFolder() throws -> String {
    let folder = "/tmp/waykeeper-test-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    return folder
  }

  /// While deaf it reads nothing, so nobody gets an answer.
  func setDeaf(_ isDeaf: Bool) { wishes.change { $0.isDeaf = isDeaf } }

  /// Ends at once, like `kill -9`: nobody is told. Returns when the sockets are closed.
  func kill() async {
    wishes.change { $0.shallEnd = true }
    for await _ in ended {}
  }
}

extension MonotonicClock {
  fileprivate static var instant: Instant { Instant(microseconds: nowMicroseconds()) }
}

/// The loop of its thread, which owns the sockets.
private final class CoordinatorLoop {
  private var core: Coordinator
  private let context: Context
  private let control: Socket
  private let screens: Socket
  private let updates: Socket
  private let waker: Waker

  init(_ core: Coordinator, folder: String, waker: Waker) throws {
    self.core = core
    self.waker = waker
    context = try Context()
    control = try Socket(.router, in: context, options: .controlRouter)
    screens = try Socket(.router, in: context, options: .screensRouter)
    updates = try Socket(.xpub, in: context, options: .updates)
    try control.bind(.ipc("\(folder)/control.sock"))
    try screens.bind(.ipc("\(folder)/screens.sock"))
    try updates.bind(.ipc("\(folder)/updates.sock"))
  }

  func run(wishes: () -> (isDeaf: Bool, shallEnd: Bool)) throws {
    var poller = Poller()
    _ = poller.watch(descriptor: waker.descriptor)
    var sockets = [poller.watch(control), poller.watch(screens), poller.watch(updates)]
    var isWatching = true
    try perform(core.start(at: MonotonicClock.instant))
    while true {
      let wait = core.nextDeadline.map { Int(max(0, $0.ms(since: MonotonicClock.instant)).rounded(.up)) }
      let (isDeaf, shallEnd) = wishes()
      if shallEnd { return }
      if isDeaf, isWatching {
        for socket in sockets { poller.ignore(socket) }
        isWatching = false
      } else if !isDeaf, !isWatching {
        sockets = [poller.watch(control), poller.watch(screens), poller.watch(updates)]
        isWatching = true
      }
      _ = try poller.wait(ms: isDeaf ? nil : wait)
      waker.reset()
      if wishes().isDeaf || wishes().shallEnd { continue }
      try drain()
      try perform(core.handle(.tick, at: MonotonicClock.instant))
    }
  }

  private func drain() throws {
    while let received = try screens.receive(asksPeer: true) { try take(received, .screens) }
    while let received = try control.receive(asksPeer: true) { try take(received, .control) }
    while let received = try updates.receive() {
      guard let frame = received.frames.first, frame.first == 1 else { continue }
      let prefix = String(decoding: frame.dropFirst(), as: UTF8.self)
      let scenes = core.sceneNames.filter { Topic.scene(.protobuf, $0).isCovered(by: prefix) }
      try perform(core.handle(.subscribed(to: scenes, on: Channel(1)), at: MonotonicClock.instant))
    }
  }

  private func take(_ received: Received, _ door: Peer.Door) throws {
    guard let (envelope, frames) = try? Envelope.split(received.frames) else { return }
    guard case .success(let inbound) = WireCodec.decode(frames: frames) else { return }
    let peer = Peer(
      door,
      at: ReturnAddress(envelope: envelope, encoding: inbound.encoding, correlation: inbound.correlation),
      pid: received.peer?.pid ?? 0, uid: received.peer?.uid, command: "test")
    let event = Event.received(inbound.message, from: peer, epoch: inbound.epoch)
    try perform(core.handle(event, at: MonotonicClock.instant))
  }

  private func perform(_ actions: [Action]) throws {
    for action in actions {
      switch action {
      case .reply(let message, let peer): try reply(message, to: peer)
      case .send(let message, let link):
        let frames = WireCodec.encode(message, encoding: .protobuf, epoch: core.epoch)
        if try screens.send([link.id] + frames) != .sent {
          try perform(core.handle(.connectionLost(link), at: MonotonicClock.instant))
        }
      case .publish(let message, let scene): try publish(message, on: "wk1/pb/\(scene)/", .protobuf)
      case .publishState(let state, on: _): try publish(.state(state), on: "wk1/pb/\(state.scene)/", .protobuf)
      case .publishKeepalive(let keepalive): try publish(.keepalive(keepalive), on: "wk1/pb/!", .protobuf)
      case .replyStatus(let status, let peer): try reply(.report(Report(objects: [.status(status)])), to: peer)
      case .record, .replyHistory, .sessionBegan, .sessionEnded: break
      }
    }
  }

  private func reply(_ message: Message, to peer: Peer) throws {
    let frames = WireCodec.encode(
      message, encoding: peer.address.encoding, epoch: core.epoch, correlation: peer.address.correlation)
    let all = peer.address.envelope + frames
    _ = try peer.door == .control ? control.send(all) : screens.send(all)
  }

  private func publish(_ message: Message, on topic: String, _ encoding: WireProtocol.Encoding) throws {
    _ = try updates.send([Array(topic.utf8)] + WireCodec.encode(message, encoding: encoding, epoch: core.epoch))
  }
}
