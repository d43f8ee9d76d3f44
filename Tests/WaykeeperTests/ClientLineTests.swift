// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import ZeroMQ

@testable import Waykeeper

@Suite("A client's line", .timeLimit(.minutes(1)))
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
}
