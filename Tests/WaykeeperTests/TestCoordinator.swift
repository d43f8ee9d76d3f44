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
  let folder: String
  private let wishes = Mutex(Wishes())
  private let waker: Waker
  private let ended = AsyncStream<Void>.makeStream()

  private struct Wishes {
    var isDeaf = false
    var shallEnd = false
  }

  /// Starts in `folder`, a fresh one unless given.
  init(
    epoch: Epoch = 1, in folder: String? = nil, settings change: (inout Settings) -> Void = { _ in }
  ) throws {
    self.folder = try folder ?? Self.freshFolder()
    waker = try Waker()
    var settings = Settings()
    settings.requiresHosts = false
    settings.isJournalled = false
    change(&settings)
    let core = Coordinator(
      settings: settings, restored: Restored(epoch: epoch), version: "test", at: MonotonicClock.instant)
    let ready = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      do {
        let loop = try CoordinatorLoop(core, folder: self.folder, waker: waker)
        ready.signal()
        try loop.run { self.wishes.withLock { ($0.isDeaf, $0.shallEnd) } }
      } catch {
        fatalError("the coordinator of this test: \(error)")
      }
      ended.continuation.finish()
    }
    thread.start()
    ready.wait()
  }

  static func freshFolder() throws -> String {
    let folder = "/tmp/wk-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    return folder
  }

  /// While deaf it reads nothing, so nobody gets an answer.
  func setDeaf(_ isDeaf: Bool) {
    wishes.withLock { $0.isDeaf = isDeaf }
    waker.wake()
  }

  /// Ends at once, like `kill -9`: nobody is told. Returns when the sockets are closed.
  func kill() async {
    wishes.withLock { $0.shallEnd = true }
    waker.wake()
    for await _ in ended.stream {}
  }

  var location: String { folder }

  deinit {
    wishes.withLock { $0.shallEnd = true }
    waker.wake()
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
    let sockets = [poller.watch(control), poller.watch(screens), poller.watch(updates)]
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
        _ = (poller.watch(control), poller.watch(screens), poller.watch(updates))
        isWatching = true
      }
      _ = try poller.wait(ms: isDeaf ? nil : wait)
      waker.reset()
      if wishes().isDeaf { continue }
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
      try perform(core.handle(.subscribed(prefix: prefix), at: MonotonicClock.instant))
    }
  }

  private func take(_ received: Received, _ door: Peer.Door) throws {
    guard let (envelope, frames) = try? Envelope.split(received.frames) else { return }
    guard case .success(let inbound) = WireCodec.decode(frames: frames) else { return }
    let peer = Peer(
      door: door, envelope: envelope, encoding: inbound.encoding, correlation: inbound.correlation,
      pid: received.peer?.pid ?? 0, uid: received.peer?.uid, command: "test")
    let event = Event.received(inbound.message, from: peer, epoch: inbound.epoch)
    try perform(core.handle(event, at: MonotonicClock.instant))
  }

  private func perform(_ actions: [Action]) throws {
    for action in actions {
      switch action {
      case .reply(let message, let peer): try reply(message, to: peer)
      case .send(let message, let link, let encoding):
        let frames = WireCodec.encode(message, encoding: encoding, epoch: core.epoch)
        if try screens.send([link.routingID] + frames) != .sent {
          try perform(core.handle(.linkLost(link), at: MonotonicClock.instant))
        }
      case .publish(let message, let scene): try publish(message, on: "wk1/pb/\(scene)/", .protobuf)
      case .publishState(let state, let encoding):
        try publish(.state(state), on: "wk1/\(encoding.rawValue)/\(state.scene)/", encoding)
      case .publishKeepalive(let keepalive): try publish(.keepalive(keepalive), on: "wk1/pb/!", .protobuf)
      case .replyStatus(let status, let peer): try reply(.report(Report(objects: [status])), to: peer)
      case .record, .replyHistory, .watch, .unwatch: break
      }
    }
  }

  private func reply(_ message: Message, to peer: Peer) throws {
    let frames = WireCodec.encode(
      message, encoding: peer.encoding, epoch: core.epoch, correlation: peer.correlation)
    let door = peer.door == .control
    _ = try door ? control.send(peer.envelope + frames) : screens.send(peer.envelope + frames)
  }

  private func publish(_ message: Message, on topic: String, _ encoding: Coordination.Encoding) throws {
    _ = try updates.send([Array(topic.utf8)] + WireCodec.encode(message, encoding: encoding, epoch: core.epoch))
  }
}
