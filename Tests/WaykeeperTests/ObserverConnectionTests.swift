// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import Waykeeper

/// An observer at a coordinator that says what the test wants.
@Suite("An observer whose connection is ended", .timeLimit(.minutes(20)))
final class ObserverConnectionTests {
  private let folder: TemporaryFolder
  private let updates: Socket
  private let topic = Topic.scene(.protobuf, "main")

  init() throws {
    folder = try TemporaryFolder()
    updates = try Socket(.xpub, in: Context(), options: .updates)
    try updates.bind(.ipc(folder.file("updates.sock")))
  }

  private func sendState(_ revision: Revision) throws {
    let state = SceneState(
      scene: "main", epoch: 7, revision: revision, presenceNumber: 0,
      path: PlacedPath(Path([Element(id: ElementID(0), screen: AnyScreen("home"))])))
    let frames = WireCodec.encode(.state(state), encoding: .protobuf, epoch: 7, correlation: [])
    try updates.send([Array(topic.text.utf8)] + frames)
  }

  /// Answers each subscription with the state, as a coordinator does, until it is heard. Where nothing is said for a while, as on a
  /// busy machine, the observer subscribes anew: the state then has to come after that.
  private func sendState(_ revision: Revision, until heard: Recorder<PathEvent>) async throws {
    let wanted = [[1] + Array(topic.text.utf8)]
    try await eventually("state \(revision)", within: .seconds(60)) { () -> [PathEvent] in
      if try updates.receive()?.frames == wanted { try sendState(revision) }
      // What is waited for may need the thread that this would hold.
      await Task.yield()
      return heard.all
    } until: { events in
      events.contains { $0.state?.revision == revision }
    }
  }

  @Test("Without a thread to spare it says so once, and observes as soon as there is one")
  func threadless() async throws {
    let (heard, early) = (Recorder<PathEvent>(), Recorder<[PathEvent]>())
    let attempts = Mutex(0)
    let subscription = Subscription(
      scene: "main", location: .runtimeFolder(folder.path),
      makeReactor: {
        let number = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        if number < 3 { throw ZeroMQError(call: "pthread_create", code: 11, subject: "observer") }
        early.add(heard.all)
        return try Reactor(name: "observer")
      }, onEvents: { events, _ in for event in events { heard.add(event) } })
    #expect(heard.all == [.disconnected])
    try await sendState(1, until: heard)
    #expect(early.all == [[.disconnected]])
    withExtendedLifetime(subscription) {}
  }

  @Test("It subscribes on a new one after a frame that is too large for it, and sees what comes then")
  func tooLarge() async throws {
    let heard = Recorder<PathEvent>()
    let subscription = Subscription(
      scene: "main", location: .runtimeFolder(folder.path),
      onEvents: { events, _ in for event in events { heard.add(event) } })
    try await sendState(1, until: heard)
    let frameMax = Int(SocketOptions.observerSub.frameBytesMax)
    try updates.send([
      Array(topic.text.utf8), [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: frameMax + 1),
    ])
    try await sendState(2, until: heard)
    withExtendedLifetime(subscription) {}
  }
}
