// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import TestSupport
import Testing
import ZeroMQ

@testable import CoordinatorService
@testable import SocketGate

/// What the log says of connections that were ended for what no peer may do.
@Suite struct OffenceLogTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  /// The greeting of ZMTP 3, with the mechanism NULL.
  private static let greeting: [UInt8] =
    [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 1] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)

  /// A READY with the routing id 7.
  private static let named: [UInt8] = {
    let body = Array("\u{5}READY\u{8}Identity".utf8) + [0, 0, 0, 1, 7]
    return [4, UInt8(body.count)] + body
  }()

  /// The beginning of a READY that is longer than a frame may be that observers send.
  private static let long: [UInt8] = [4, UInt8(SocketOptions.updates.frameBytesMax + 1)]

  /// How many connections the lines charge to each reason.
  private static func counts(_ lines: [String]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in lines where line.hasPrefix("warning connections were ended for what no peer may do ") {
      let words = line.split(separator: " ")
      func value(_ key: String) -> String? {
        words.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
      }
      counts[value("reason") ?? "none", default: 0] += value("connections.ended").flatMap { Int($0) } ?? 0
    }
    return counts
  }

  @Test("each reason is told with its own number of connections, and whose they were")
  func reasons() throws {
    let log = TestSupport.Recorder<String>()
    let service = try RunningService(
      folder.configuration(), logger: Logger(label: "test") { _ in LogRecorder(log) })
    for _ in 0..<3 { try folder.offend(Self.greeting + Self.named, at: "control") }
    for _ in 0..<2 { try folder.offend(Self.greeting + Self.long, at: "updates") }
    try folder.offend([0x47], at: "screens")
    try eventually("all lines") {
      Self.counts(log.all) == ["routing-id": 3, "long-ready": 2, "other-protocol": 1]
    }
    let lines = log.all.filter { $0.contains(" reason=") }
    #expect(lines.allSatisfy { $0.contains(" pid=\(getpid()) ") && $0.hasSuffix(" uid=\(geteuid())") }, "\(lines)")
    try service.stop()
  }

  @Test("a process that cannot be told is not in the log, and those beyond eight are told together")
  func whose() {
    var offenders = GateOffenders()
    offenders.note(GateOffender(reason: "routing-id", user: .uid(7), pid: 0))
    #expect(offenders.metadata == [["reason": "routing-id", "uid": "7", "connections.ended": "1"]])
    offenders.note(GateOffender(reason: "long-ready", user: .tcp, pid: 0))
    #expect(offenders.metadata.last == ["reason": "long-ready", "uid": "tcp", "connections.ended": "1"])
    for pid in 1...9 as ClosedRange<Int32> {
      offenders.note(GateOffender(reason: "routing-id", user: .uid(7), pid: pid))
    }
    #expect(offenders.metadata.count == 9)
    #expect(offenders.metadata.contains(["reason": "routing-id", "uid": "7", "pid": "6", "connections.ended": "1"]))
    #expect(offenders.metadata.last == ["uid": "others", "connections.ended": "3"])
  }
}
