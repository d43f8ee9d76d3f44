// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import RouteModel
import Synchronization
import ZeroMQ

/// Worker ends on a thread.
final class Workers: Sendable {
  private let welcome = Atomic<Int>(0)
  private let asks = Atomic<Int>(0)
  private let askBytes = Atomic<Int>(0)
  private let thread = Mutex<LoadThread?>(nil)
  private let count: Int

  /// Starts them.
  init(
    _ registrations: [Registration], _ manner: WorkerEnd.Manner, at endpoint: Endpoint, _ state: LoadState
  ) throws(LoadFailure) {
    count = registrations.count
    let started = try LoadThread { [self] in
      state.run { try self.run(registrations, manner, endpoint, state) }
    }
    thread.withLock { $0 = started }
  }

  /// Those that the coordinator has not welcomed.
  var missing: Int { count - welcome.load(ordering: .acquiring) }

  /// How many asks came, and the octets of their bodies.
  var asked: (asks: Int, bytes: Int) { (asks.load(ordering: .acquiring), askBytes.load(ordering: .acquiring)) }

  /// Waits for their end.
  func join() { thread.withLock(\.self)?.join() }

  private func run(
    _ registrations: [Registration], _ manner: WorkerEnd.Manner, _ endpoint: Endpoint, _ state: LoadState
  ) throws {
    let context = try Context()
    var poller = Poller()
    var ends: [Box] = []
    var byToken: [Poller.Token: Box] = [:]
    for registration in registrations {
      let box = Box(try WorkerEnd(registration, manner, at: endpoint, in: context))
      try box.end.hello()
      byToken[box.end.watch(by: &poller)] = box
      ends.append(box)
    }
    while !state.hasEnded {
      for token in try poller.wait(ms: Self.pauseMs) {
        guard let box = byToken[token] else { continue }
        let (asks, bytes) = (box.end.asks, box.end.askBytes)
        if try box.end.take(), !box.isWelcome {
          box.isWelcome = true
          welcome.add(1, ordering: .releasing)
        }
        self.asks.add(box.end.asks - asks, ordering: .releasing)
        askBytes.add(box.end.askBytes - bytes, ordering: .releasing)
      }
    }
    for box in ends { try box.end.leave() }
  }

  private static let pauseMs = 50

  /// A place for an end, which is not copyable.
  private final class Box {
    var end: WorkerEnd
    var isWelcome = false

    init(_ end: consuming WorkerEnd) { self.end = end }
  }
}

extension LoadPlan {
  /// The workers that are asked, the one that takes the requests first.
  var answering: [Registration] {
    (0..<max(1, asks)).map { number in
      let handles = asks == 0 ? [] : [RequestPattern(.show, Self.target), RequestPattern(.hide, Self.target)]
      let screen = number == 0 ? Self.home : Self.decliner(number)
      var routables: [ScreenName: Routable] = [screen: Routable(handles: handles, hosts: isHosted)]
      if number == 0 {
        routables[Self.target] = Routable(hosts: isHosted)
        routables[Self.filler] = Routable(hosts: isHosted)
        let branches = [
          DeclaredBranches.Branch(Self.branches.shown), DeclaredBranches.Branch(Self.branches.other),
        ]
        routables[Self.tabs] = Routable(hosts: isHosted, branches: DeclaredBranches(.tabs, branches))
      }
      return registration(number == 0 ? "answers" : "declines-\(number)", routables)
    }
  }

  /// The workers that only are there.
  var idle: [Registration] {
    (0..<idleWorkers).map { number in
      let screens = stride(from: number, to: idleScreens, by: idleWorkers)
      let names = screens.map { Self.name("idle-\($0)") as ScreenName }
      return registration(
        "idle-\(number)", Dictionary(uniqueKeysWithValues: names.map { ($0, Routable(hosts: false)) }))
    }
  }

  private func registration(_ name: String, _ routables: [ScreenName: Routable]) -> Registration {
    let incarnation = Incarnation(randomBits: .random(in: 0 ... .max), .random(in: 0 ... .max))
    return Registration(
      worker: Self.name(name), version: "bench", incarnation: incarnation, scenes: (0..<scenes).map(Self.scene),
      routables: routables)
  }
}
