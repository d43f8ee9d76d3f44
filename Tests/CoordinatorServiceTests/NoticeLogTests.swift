// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteModel
import TestSupport
import Testing

@testable import CoordinatorService

@Suite("What the log tells of workers")
struct NoticeLogTests {
  private let lines = Recorder<String>()

  private func log() -> NoticeLog {
    let recorder = LogRecorder(lines)
    return NoticeLog(Logger(label: "test") { _ in recorder })
  }

  @Test("Each notice has a line with its facts, problems as warnings")
  func notices() throws {
    var log = log()
    let id = try #require(CommandID("way-command-1"))
    let process = WorkerProcess(pid: 50, command: "kiosk")
    let asked = Asked(
      request: "show list", screen: "home", element: .root, worker: "kiosk", answer: .noAnswer, ms: 500.4)
    let notices: [Notice] = [
      .came("kiosk", process, version: "1.4"), .left("kiosk", process, restartingMs: nil),
      .left("kiosk", process, restartingMs: 3000), .died("kiosk", process, wasSilent: false),
      .died("kiosk", process, wasSilent: true), .silent("kiosk", process),
      .refused("kiosk", process, ProtocolError(.nameTaken, "somebody has it")),
      .takenOver(
        Takeover(worker: "kiosk", older: process, newer: WorkerProcess(pid: 0, command: ""), reason: .hung)),
      .contested("kiosk", process), .unanswered(asked, id), .quarantined("kiosk", Settings.CrashLoop()),
      .knocked("kiosk", process), .released("kiosk"), .missed("kiosk"), .malformed(process),
    ]
    for notice in notices { log.write(notice, at: 0) }
    #expect(
      lines.all == [
        "info a worker has come process=pid 50 (kiosk) version=1.4 worker=kiosk",
        "info a worker has left process=pid 50 (kiosk) worker=kiosk",
        "info a worker restarts back.within.ms=3000 process=pid 50 (kiosk) worker=kiosk",
        "warning a worker has died: its connection broke process=pid 50 (kiosk) worker=kiosk",
        "warning a worker counts as dead: it answers nothing process=pid 50 (kiosk) worker=kiosk",
        "warning a worker does not answer, and is not asked until it does process=pid 50 (kiosk) worker=kiosk",
        "warning a worker is refused code=nameTaken process=pid 50 (kiosk) reason=somebody has it worker=kiosk",
        "notice a worker's name was taken over from=pid 50 (kiosk) reason=hung to=another process worker=kiosk",
        "warning processes take a worker's name from each other; the last one keeps it for now process=pid 50 (kiosk) worker=kiosk",
        "warning an ask was not answered in time command=way-command-1 ms=500 request=show list screen=home worker=kiosk",
        "warning a worker died so often that it is quarantined; way workers --clear NAME lets it in again after=5 deaths within 1m worker=kiosk",
        "warning a quarantined worker has started again, and waits process=pid 50 (kiosk) worker=kiosk",
        "notice a quarantined worker is welcome again worker=kiosk",
        "warning a worker has not come back since the restart; what it wants for that case is done with its screens worker=kiosk",
        "warning a worker's registration is malformed, and refused; the worker itself is told why process=pid 50 (kiosk)",
      ])
  }

  @Test("A process that is refused again and again is told once, until it pauses or another one has come")
  func refusals() {
    var log = log()
    let (old, new) = (WorkerProcess(pid: 50, command: "kiosk"), WorkerProcess(pid: 51, command: "kiosk"))
    func write(
      _ process: WorkerProcess, _ code: ProtocolError.Code, _ reason: String = "held by w1", at seconds: Int64
    ) -> Int {
      let before = lines.all.count
      let error = ProtocolError(code, "\(reason); try again in \(seconds) s")
      log.write(.refused("kiosk", process, error), at: seconds * 1_000_000)
      return lines.all.count - before
    }
    #expect(write(old, .nameTaken, at: 0) == 1)
    for seconds in 1...100 as ClosedRange<Int64> { #expect(write(old, .nameTaken, at: seconds) == 0) }
    #expect(write(new, .nameTaken, at: 101) == 1)
    #expect(write(old, .full, at: 102) == 1)
    #expect(write(old, .nameTaken, at: 103) == 0)
    #expect(write(old, .nameTaken, "held by w2", at: 104) == 1)
    #expect(write(old, .nameTaken, at: 105) == 0)
    #expect(write(old, .nameTaken, at: 136) == 1)
    log.write(.came("kiosk", new, version: ""), at: 137_000_000)
    #expect(write(old, .nameTaken, at: 138) == 1)
  }

  @Test("Of many that are refused at the same time the latest are remembered")
  func manyRefusals() {
    var log = log()
    func write(_ pid: Int32, at seconds: Int64) {
      let process = WorkerProcess(pid: pid, command: "kiosk")
      log.write(.refused("kiosk", process, ProtocolError(.nameTaken, "")), at: seconds * 1_000_000)
    }
    for pid in 1...65 as ClosedRange<Int32> { write(pid, at: 0) }
    #expect(lines.all.count == 65)
    for pid in 2...65 as ClosedRange<Int32> { write(pid, at: 1) }
    #expect(lines.all.count == 65)
    write(1, at: 1)
    #expect(lines.all.count == 66)
  }

  @Test("A flood of them is cut, and the log says so")
  func flood() {
    var log = log()
    let notice = Notice.silent("kiosk", WorkerProcess(pid: 50, command: "kiosk"))
    for _ in 0..<500 { log.write(notice, at: 0) }
    #expect(lines.all.count == NoticeLog.burst)
    log.write(notice, at: 1_000_000)
    #expect(lines.all.count == NoticeLog.burst + 2)
    #expect(lines.all[NoticeLog.burst] == "warning so many notices came that some were left out count=400")
  }
}
