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

  private func waitForSubscription() throws {
    let wanted = [[1] + Array(topic.text.utf8)]
    try eventually("a subscription") { try updates.receive()?.frames == wanted }
  }

  private func sendState(_ revision: Revision) throws {
    let state = SceneState(
      scene: "main", epoch: 7, revision: revision, presenceNumber: 0,
      path: PlacedPath(Path([Element(id: ElementID(0), screen: AnyScreen("home"))])))
    let frames = WireCodec.encode(.state(state), encoding: .protobuf, epoch: 7, correlation: [])
    try updates.send([Array(topic.text.utf8)] + frames)
  }

  @Test("Without a thread to spare it says so once, and observes as soon as there is one")
  func threadless() async throws {
    let heard = Recorder<PathEvent>()
    let attempts = Mutex(0)
    let subscription = Subscription(
      scene: "main", location: .runtimeFolder(folder.path),
      makeReactor: {
        let number = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        if number < 3 { throw ZeroMQError(call: "pthread_create", code: 11, subject: "observer") }
        return try Reactor(name: "observer")
      }, onEvent: { event, _ in heard.add(event) })
    #expect(heard.all == [.disconnected])
    // Its next attempt needs the thread that this would hold, where there is one.
    while try updates.receive()?.frames != [[1] + Array(topic.text.utf8)] { await Task.yield() }
    try sendState(1)
    try await heard.wait { $0.count == 2 }
    #expect(heard.all.last?.state?.revision == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test("It subscribes on a new one after a frame that is too large for it, and sees what comes then")
  func tooLarge() async throws {
    var events = PathObserver(at: .runtimeFolder(folder.path)).makeAsyncIterator()
    try waitForSubscription()
    try sendState(1)
    #expect(await events.next()?.state?.revision == 1)
    while try updates.receive() != nil {}
    let frameMax = Int(SocketOptions.observerSub.frameBytesMax)
    try updates.send([
      Array(topic.text.utf8), [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: frameMax + 1),
    ])
    try waitForSubscription()
    try sendState(2)
    var revision: Revision?
    while let event = await events.next() {
      if let state = event.state {
        revision = state.revision
        break
      }
    }
    #expect(revision == 2)
  }
}
