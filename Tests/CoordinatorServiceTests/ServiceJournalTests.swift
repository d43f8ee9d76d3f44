// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Glibc
import Logging
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// A coordinator whose journal fails, at the start and later.
@Suite struct ServiceJournalTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  @Test("a damaged journal is refused, left as it was, and nothing is bound")
  func damagedJournalRefused() throws {
    mkdir("\(folder.path)/state", 0o700)
    let file = URL(filePath: "\(folder.path)/state/journal.sqlite")
    let damage = Data(repeating: 0x55, count: 8192)
    try damage.write(to: file)
    let error = try #require(throws: ServiceError.self) {
      try RunningService(folder.configuration { $0.journal = .sqlite })
    }
    #expect(error.exitCode == 65)
    #expect(error.message.contains("journal.sqlite"))
    #expect(try Data(contentsOf: file) == damage)
    #expect(!folder.exists("control.sock"))
  }

  @Test(
    "on a full disk the route goes on and says so, and is caught up when there is room",
    .enabled(if: SmallDisk.canBeMade, "only root can make a small disk"))
  func fullDiskRoute() throws {
    let disk = try folder.smallStateDisk()
    var options = CoordinatorService.Options()
    options.upkeepMs = 20
    let configuration = folder.configuration { $0.journal = .sqlite }
    let service = try RunningService(configuration, options: options)
    let client = try RawPeer(folder, "control")
    #expect(try client.run("first", replace("home")).durable)

    try disk.fill()
    var number = 0
    func next() throws -> Outcome {
      number += 1
      return try client.run("n\(number)", number.isMultiple(of: 2) ? replace("home") : replace("home", "list"))
    }
    try eventually("an outcome that is not durable") {
      let outcome = try next()
      #expect(outcome.kind == .committed)
      return !outcome.durable
    }
    let failing = try client.status()["journal"]
    #expect(failing?["works"] == .bool(false))
    guard case .integer(let since)? = failing?["failingSince"] else { throw POSIXError(.EINVAL) }
    #expect(abs(Double(since) / 1_000_000 - Date().timeIntervalSince1970) < 600)
    // So it is when it is told once more, and also when the journal works again.
    let (lost, path) = (number, number.isMultiple(of: 2) ? replace("home") : replace("home", "list"))
    #expect(try !client.run("n\(lost)", path).durable)

    try disk.makeRoom()
    try eventually("a durable outcome") { try next().durable }
    let status = try client.status()
    #expect(status["journal"]?["works"] == .bool(true))
    #expect(status["journal"]?["gaps"] == .integer(1) && status["journal"]?["failingSince"] == nil)
    #expect(try !client.run("n\(lost)", path).durable)
    let last = try next()
    try service.stop()

    let restarted = try RunningService(configuration)
    let scene = try RawPeer(folder, "control").inspect(.scenes).first
    #expect(scene?["revision"] == .integer(Int64(last.revision)))
    try restarted.stop()
  }

  @Test("a lost end is logged by the start that finds it, also where that fails, and told by status until a commit")
  func lostEndOfFailedStart() throws {
    let configuration = folder.configuration { $0.journal = .sqlite }
    /// Has a coordinator make a commit for each number.
    func run(_ numbers: ClosedRange<Int>) throws {
      let service = try RunningService(configuration)
      let client = try RawPeer(folder, "control")
      for number in numbers {
        let outcome = try client.run("n\(number)", number.isMultiple(of: 2) ? replace("home") : replace("list"))
        #expect(outcome.kind == .committed)
      }
      try service.stop()
    }
    try run(1...1)
    let file = URL(filePath: "\(folder.path)/state/journal.sqlite")
    let early = try Data(contentsOf: file)
    try run(2...6)
    try early.write(to: file)

    let obstacle = URL(filePath: folder.file("updates.sock"))
    try Data().write(to: obstacle)
    let lines = TestSupport.Recorder<String>()
    let recorder = LogRecorder(lines)
    let error = #expect(throws: ServiceError.self) {
      try RunningService(configuration, logger: Logger(label: "test") { _ in recorder })
    }
    #expect(error?.exitCode == 73)
    #expect(lines.all.filter { $0.hasPrefix("warning ") && $0.contains("has lost its end") }.count == 1, "\(lines.all)")
    try FileManager.default.removeItem(at: obstacle)

    /// What the status of the next start says of the journal.
    func problem() throws -> String? {
      let service = try RunningService(configuration)
      defer { _ = try? service.stop() }
      guard case .string(let text)? = try RawPeer(folder, "control").status()["journal"]?["problem"] else {
        return nil
      }
      return text
    }
    for _ in 0..<2 { #expect(try problem()?.contains("has lost its end") == true) }
    try run(8...8)
    #expect(try problem() == nil)
  }

  @Test("an acknowledgement that waits for a transaction is written at the end")
  func lastAcknowledgementIsWritten() throws {
    let configuration = folder.configuration { $0.journal = .sqlite }
    let service = try RunningService(configuration)
    let client = try RawPeer(folder, "control")
    let name = CommandID.client(name: "c", randomBits: 1, 2)
    #expect(try client.run("\(name)-1", replace("home")).durable)
    #expect(try client.run("\(name)-2", replace("list")).durable)
    // A copy decides nothing, so that it has nothing to write but that the first outcome has arrived.
    var copy = Command(id: try #require(CommandID("\(name)-2")), verb: replace("list"))
    copy.ackedBelow = 2
    try client.send(.command(copy))
    _ = try client.first("the outcome again") { if case .outcome(let outcome) = $0 { outcome } else { nil } }
    try service.stop()

    let restarted = try RunningService(configuration)
    let other = try RawPeer(folder, "control")
    try other.send(.query(Query(id: "\(name)-1")))
    let status = try other.first("a status") { if case .status(let status) = $0 { status } else { nil } }
    #expect(status.state == .outsideWindow)
    try restarted.stop()
  }
}
