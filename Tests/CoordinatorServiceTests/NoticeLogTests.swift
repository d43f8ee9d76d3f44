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
