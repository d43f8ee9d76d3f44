// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import RouteModel
import Synchronization
import WireProtocol
import ZeroMQ

/// Observers on a thread, which count the updates of the load's scenes.
final class Observers: Sendable {
  private let ready = Atomic<Int>(0)
  private let updates = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let thread = Mutex<LoadThread?>(nil)
  private let count: Int
  private let countsMinor: Bool
  private let topics: [String]

  /// Starts them.
  ///
  /// - Parameters:
  ///   - isIdle: Whether they watch a scene in which nothing happens.
  ///   - countsMinor: Whether each update is one of a navigation; else it has to be looked into.
  init(_ count: Int, isIdle: Bool, countsMinor: Bool, at endpoint: Endpoint, _ state: LoadState) throws(LoadFailure) {
    (self.count, self.countsMinor) = (count, countsMinor)
    let prefix = "\(Topic.prefix(.protobuf))\(LoadPlan.prefix)"
    // Those that hear of no scene hear a keepalive within a second.
    topics = isIdle ? ["\(prefix)idle/", Topic.keepalive(.protobuf).text] : [prefix]
    let started = try LoadThread { [self] in state.run { try self.run(endpoint, state) } }
    thread.withLock { $0 = started }
  }

  /// Those that have heard nothing yet.
  var missing: Int { count - ready.load(ordering: .acquiring) }

  /// The updates that all of them got, and the octets of their bodies.
  var seen: (updates: Int, bytes: Int) { (updates.load(ordering: .acquiring), bytes.load(ordering: .acquiring)) }

  /// Waits for their end.
  func join() { thread.withLock(\.self)?.join() }

  private func run(_ endpoint: Endpoint, _ state: LoadState) throws {
    let context = try Context()
    var poller = Poller()
    var byToken: [Poller.Token: Box] = [:]
    for _ in 0..<count {
      let socket = try Socket(.sub, in: context, options: .observerSub)
      for topic in topics { try socket.subscribe(Array(topic.utf8)) }
      try socket.connect(endpoint)
      let box = Box(socket)
      byToken[poller.watch(box.socket)] = box
    }
    while !state.hasEnded {
      for token in try poller.wait(ms: Self.pauseMs) {
        if let box = byToken[token] { try take(box) }
      }
    }
  }

  private static let pauseMs = 50

  private func take(_ box: Box) throws {
    var (updates, bytes) = (0, 0)
    while let frames = try box.socket.receive()?.frames {
      guard frames.count == 3, frames[1].count == Header.byteCount else { continue }
      if !box.isReady {
        box.isReady = true
        ready.add(1, ordering: .releasing)
      }
      guard frames[1][4] == Message.Kind.update.rawValue, countsMinor || !Self.isMinor(frames[2]) else { continue }
      updates += 1
      bytes += frames[2].count
    }
    self.updates.add(updates, ordering: .releasing)
    self.bytes.add(bytes, ordering: .releasing)
  }

  /// Whether the update only says that something has appeared.
  private static func isMinor(_ update: [UInt8]) -> Bool {
    var walk = FieldWalk(update)
    while let field = walk.next(), field.number <= 5 {
      if field.number == 5 { return field.value != 0 }
    }
    return false
  }

  /// A place for a socket, which is not copyable.
  private final class Box {
    let socket: Socket
    var isReady = false

    init(_ socket: consuming Socket) { self.socket = socket }
  }
}
