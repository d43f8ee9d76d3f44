// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ZeroMQ

/// A folder of one test's own, short enough for socket files, removed at the end.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = "\(NSTemporaryDirectory())/zmq-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func endpoint(_ name: String = "s") throws -> Endpoint { try .ipc("\(path)/\(name)") }
}

/// The bound of every wait; no test needs it unless it fails.
let patienceMs = 10_000

extension Socket {
  /// The next message, waited for.
  borrowing func next(asksPeer: Bool = false) throws -> Received {
    var poller = Poller()
    let token = poller.watch(self)
    let end = MonotonicClock.nowMicroseconds() + Int64(patienceMs) * 1000
    while MonotonicClock.nowMicroseconds() < end {
      if let received = try receive(asksPeer: asksPeer) { return received }
      _ = try poller.wait(ms: 100)
    }
    poller.ignore(token)
    throw Overdue(what: "a message on a \(kind.rawValue)")
  }

  /// The next monitor event of this kind, waited for; others are dropped.
  borrowing func nextEvent(_ kind: MonitorEvent.Kind) throws -> MonitorEvent {
    var poller = Poller()
    _ = poller.watchMonitor(of: self)
    let end = MonotonicClock.nowMicroseconds() + Int64(patienceMs) * 1000
    while MonotonicClock.nowMicroseconds() < end {
      while let event = try receiveMonitorEvent() { if event.kind == kind { return event } }
      _ = try poller.wait(ms: 100)
    }
    throw Overdue(what: "monitor event \(kind)")
  }

  /// Sends as soon as there is somebody to send to.
  borrowing func sendPatiently(_ frames: [[UInt8]]) throws {
    try eventually("a send") { try send(frames) == .sent }
  }
}

/// Something did not happen in time.
struct Overdue: Error, CustomStringConvertible {
  let what: String
  var description: String { "\(what) did not come within \(patienceMs) ms" }
}

/// Looks again and again, giving the processor away between, until `condition` holds.
func eventually(_ what: String, _ condition: () throws -> Bool) throws {
  let end = MonotonicClock.nowMicroseconds() + Int64(patienceMs) * 1000
  while try !condition() {
    guard MonotonicClock.nowMicroseconds() < end else { throw Overdue(what: what) }
    sched_yield()
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
