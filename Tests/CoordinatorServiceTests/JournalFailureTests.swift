// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Glibc
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// A coordinator that ends where its journal fails, and leaves that as it is.
@Suite struct JournalFailureTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  private var state: String { "\(folder.path)/state" }
  private var file: String { "\(state)/journal.sqlite" }

  /// Which file lies there; nil where none does.
  private var inode: UInt64? {
    var status = stat()
    return stat(file, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  private var configuration: Configuration {
    folder.configuration {
      $0.journal = .sqlite
      $0.journalFailure = .refuse
    }
  }

  /// Sends commands, each behind the outcome of the one before, until the service has ended; returns the last outcome that was told,
  /// and the last command.
  private func runToTheEnd(of service: RunningService, by client: RawPeer) throws -> (told: Outcome?, last: CommandID) {
    var told: Outcome?
    for number in 1...10_000 {
      let id = try #require(CommandID("n\(number)"))
      let command = Command(id: id, verb: number.isMultiple(of: 2) ? replace("home") : replace("list"))
      try client.socket.send(WireCodec.encode(.command(command), encoding: .json, epoch: 0))
      var isTold = false
      try eventually("an outcome, or the end of the service") {
        if let frames = try client.receive(withinMs: 50),
          case .outcome(let outcome) = try WireCodec.decode(frames: frames).get().message
        {
          (told, isTold) = (outcome, true)
        }
        return isTold || !service.isRunning
      }
      if !isTold { return (told, id) }
    }
    throw Overdue("the end of the service")
  }

  @Test(
    "on a full disk it ends with 74, the turn is dropped, and the next start goes on from what was told before",
    .enabled(if: SmallDisk.canBeMade, "only root can make a small disk"))
  func fullDisk() throws {
    let disk = try folder.smallStateDisk()
    let service = try RunningService(configuration)
    let client = try RawPeer(folder, "control")
    #expect(try client.run("first", replace("home")).durable)
    let before = inode
    try disk.fill()
    let (told, last) = try runToTheEnd(of: service, by: client)
    let error = #expect(throws: ServiceError.self) { try service.end().get() }
    #expect(error?.exitCode == 74)
    #expect(inode == before)

    try disk.makeRoom()
    let restarted = try RunningService(configuration)
    let other = try RawPeer(folder, "control")
    let status = try other.status()
    #expect(status["journal"]?["gaps"] != .integer(1), "\(status)")
    let revision = try other.inspect(.scenes).first?["revision"]
    #expect(revision == .integer(Int64(told?.revision ?? 1)))
    try other.send(.query(Query(id: "\(last)")))
    let dropped = try other.first("a status") { if case .status(let status) = $0 { status } else { nil } }
    #expect(dropped.state == .notSeen)
    try restarted.stop()
  }

  @Test("a journal that was removed ends it with 74, and no other one is written in its place")
  func removed() throws {
    let service = try RunningService(configuration)
    let client = try RawPeer(folder, "control")
    #expect(try client.run("first", replace("home")).durable)
    try FileManager.default.moveItem(atPath: file, toPath: "\(folder.path)/elsewhere")
    _ = try runToTheEnd(of: service, by: client)
    let error = #expect(throws: ServiceError.self) { try service.end().get() }
    #expect(error?.exitCode == 74)
    #expect(inode == nil)
  }

  @Test("a damaged one ends it with 65 whatever finds that, stays in its place, and is refused by the next start")
  func damaged() throws {
    let first = try RunningService(configuration)
    let filling = try RawPeer(folder, "control")
    for number in 1...40 {
      #expect(try filling.run("f\(number)", number.isMultiple(of: 2) ? replace("home") : replace("list")).durable)
    }
    try first.stop()

    let service = try RunningService(configuration)
    let client = try RawPeer(folder, "control")
    _ = try client.status()
    let before = inode
    // All but the first page, and the map of pages behind it.
    let handle = try FileHandle(forUpdating: URL(filePath: file))
    let size = Int(try handle.seekToEnd())
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size - 4096))
    try handle.close()
    _ = try runToTheEnd(of: service, by: client)
    let error = #expect(throws: ServiceError.self) { try service.end().get() }
    #expect(error?.exitCode == 65)
    #expect(error?.message.contains("put NEW, or a copy, in its place") == true, "\(error?.message ?? "")")
    #expect(inode == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: state)
    #expect(!names.contains { $0.contains("-lost") || $0.contains("-new") }, "\(names)")
    let next = #expect(throws: ServiceError.self) { try RunningService(configuration) }
    #expect(next?.exitCode == 65)
  }
}
