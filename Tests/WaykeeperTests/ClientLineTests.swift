// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import Waykeeper

@Suite("A client's line", .timeLimit(.minutes(20)))
struct ClientLineTests {
  private func line() throws -> ClientLine {
    ClientLine(ClientSession(name: "test", randomBits: 1, 2), reactor: try Reactor(name: "test")) { _ in }
  }

  /// Waits for a command in a task that is cancelled before.
  private func cancelled(on line: ClientLine) async -> ClientLine.Word {
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return await line.perform(Command(id: line.freshID(), scene: "main", verb: .back), Waiting())
    }
    task.cancel()
    return await task.value
  }

  @Test("It keeps nothing of a command that was withdrawn, also where its connection has been closed")
  func withdrawals() async throws {
    let line = try line()
    line.close()
    for _ in 0..<10 {
      let word = await cancelled(on: line)
      guard case .closed = word else {
        Issue.record("a closed line answers nobody: \(word)")
        return
      }
    }
    #expect(line.withdrawals == 0)
  }

  @Test("A task that is cancelled waits for no answer any more, and is not told that none came in time")
  func forgotten() async throws {
    let line = try line()
    let asking = Task { await line.ask(.snapshotRequest(SnapshotRequest(scenes: [])), Waiting(timeout: .seconds(600))) }
    asking.cancel()
    let word = await asking.value
    guard case .forgotten = word else {
      Issue.record("\(word)")
      return
    }
  }

  /// Has a line perform so many commands, all in one turn of its reactor and in their order; returns when all are submitted.
  private func perform(_ count: Int, on line: ClientLine, _ reactor: Reactor) async -> [Task<Void, Never>] {
    await withCheckedContinuation { continuation in
      reactor.perform {
        let tasks = (0..<count).map { _ in
          let command = Command(id: line.freshID(), scene: "main", verb: .back, context: .null, ifBusy: .reject)
          return Task(executorPreference: reactor.executor) {
            _ = await line.perform(command, Waiting(timeout: .seconds(600)))
          }
        }
        // Behind the tasks, which are on their way.
        reactor.perform { continuation.resume(returning: tasks) }
      }
    }
  }

  @Test(
    "However many messages there are, a few at a time are with the socket; where that is full, the others wait until it is not"
  )
  func full() async throws {
    let reactor = try Reactor(name: "test")
    let sent = Recorder<UInt64>()
    let line = ClientLine(ClientSession(name: "test", randomBits: 1, 2), reactor: reactor) { frames in
      if case .success(let inbound) = WireCodec.decode(frames: frames) {
        sent.add(Correlation(octets: inbound.correlation).number)
      }
    }
    let tasks = await perform(1000, on: line, reactor)
    #expect(sent.all.isEmpty, "there is no connection")
    await withCheckedContinuation { continuation in
      reactor.perform {
        line.connected()
        #expect(sent.all.count == ClientLine.roomMax)
        // By the time the line looks, nothing else has found room.
        line.filled()
        reactor.perform { continuation.resume() }
      }
    }
    #expect(Set(sent.all).count == ClientLine.roomMax)
    reactor.perform { line.emptied() }
    try await sent.wait { Set($0).count == tasks.count }
    // On a slow machine copies follow before this looks.
    let first = sent.all.reduce(into: (seen: Set<UInt64>(), order: [UInt64]())) { result, number in
      if result.seen.insert(number).inserted { result.order.append(number) }
    }
    #expect(first.order == Array(1...1000))
    line.close()
    for task in tasks { await task.value }
    await reactor.shutdown()
  }

  @Test("More messages in one turn than a socket holds arrive in their order")
  func burst() async throws {
    let folder = try TemporaryFolder()
    let router = try Socket(.router, in: Context(), options: .controlRouter)
    let endpoint = try Endpoint.ipc(folder.file("control.sock"))
    try router.bind(endpoint)
    let connection = try ControlConnection(to: endpoint, name: "test") { () throws(ZeroMQError) in
      try Reactor(name: "navigator")
    }
    let tasks = Mutex<[Task<Void, Never>]>([])
    let start = Task(executorPreference: connection.executor) {
      for _ in 0..<1000 {
        let command = Command(id: connection.freshID(), scene: "main", verb: .back, context: .null, ifBusy: .reject)
        let task = Task(executorPreference: connection.executor) {
          _ = try? await connection.perform(command, Waiting(timeout: .seconds(600)))
        }
        tasks.withLock { $0.append(task) }
      }
    }
    await start.value
    var seen: Set<UInt64> = []
    var order: [UInt64] = []
    var poller = Poller()
    let token = poller.watch(router)
    while order.count < 1000 {
      _ = try poller.wait(ms: 1000)
      while let received = try router.receive() {
        guard case .success(let inbound) = WireCodec.decode(frames: Array(received.frames.dropFirst())),
          case .command(let command) = inbound.message, seen.insert(command.id.sequence).inserted
        else { continue }
        order.append(command.id.sequence)
      }
    }
    poller.ignore(token)
    #expect(order == Array(1...1000))
    await connection.close()
    for task in tasks.withLock({ $0 }) { await task.value }
  }
}
