// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WaykeeperTesting

@testable import Waykeeper

@Suite("Nothing is left behind", .timeLimit(.minutes(20)))
struct LifetimeTests {
  /// Tells when it is let go.
  final class EndOfLife: Sendable {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }

    /// Keeps it alive.
    func touch() {}
  }

  @Test("A connection ends with the last navigator that uses it")
  func connection() async throws {
    let coordinator = try await Sandbox.patient()
    weak var connection: ControlConnection?
    do {
      let navigator = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "test").timeout(.seconds(30))
      let other = navigator.scene("cluster")
      connection = navigator.backend as? ControlConnection
      #expect(connection != nil)
      try await other.replace(path: Home())
    }
    #expect(connection == nil)
  }

  @Test("A subscription ends when its reader is gone")
  func subscription() async throws {
    let coordinator = try await Sandbox.patient()
    let navigator = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "test").timeout(.seconds(30))
    try await navigator.replace(path: Home())
    let (ends, end) = AsyncStream<Void>.makeStream()
    do {
      let (life, heard) = (EndOfLife(end), Recorder<PathEvent>())
      let subscription = Subscription(scene: "main", location: .runtimeFolder(coordinator.folder)) { events, _ in
        life.touch()
        for event in events { heard.add(event) }
      }
      try await heard.wait { !$0.isEmpty }
      withExtendedLifetime(subscription) {}
    }
    for await _ in ends {}
  }

  @Test("Nothing holds a worker that has run, nor its handlers")
  func worker() async throws {
    let coordinator = try await Sandbox.patient()
    let navigator = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "test").timeout(.seconds(30))
    let (ends, end) = AsyncStream<Void>.makeStream()
    do {
      let life = EndOfLife(end)
      let worker = ScreenWorker("tidy", location: .runtimeFolder(coordinator.folder)) {
        Hosts("home") { screen in
          life.touch()
          for await _ in screen.contents {}
        }
        .onShow { _, _ in
          life.touch()
          return .push
        }
      }
      try await running(worker) { _ in
        try await navigator.replace(path: AnyScreen("home"))
        try await navigator.show("list")
      }
    }
    for await _ in ends {}
  }
}
