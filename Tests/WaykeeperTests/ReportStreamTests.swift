// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Waykeeper

@Suite("What a worker writes to the standard error")
struct ReportStreamTests {
  @Test("What keeps it from its work, each problem once, until it is welcome or registered")
  func problems() {
    let lines = Recorder<String>()
    let stream = ReportStream(of: "kiosk2", write: { lines.add($0) })
    let taken = WorkerReport.refused(ProtocolError(.nameTaken, "'exhibit' is hosted by worker 'exhibits' already"))
    stream.yield(.waiting(NavigatorError(.noCoordinator, "no coordinator (/run/waykeeper: no such folder)")))
    for _ in 0..<3 { stream.yield(taken) }
    stream.yield(.refused(ProtocolError(.full, "no place\u{1B}[31m")))
    stream.yield(.disconnected)
    stream.yield(.connected(session: 1, version: "", epoch: 1))
    for _ in 0..<2 { stream.yield(taken) }
    stream.yield(.registered(generation: 2))
    stream.yield(taken)
    #expect(
      lines.all == [
        "waykeeper: worker 'kiosk2' waits for a coordinator: no coordinator (/run/waykeeper: no such folder)",
        "waykeeper: worker 'kiosk2' is refused, and tries again: 'exhibit' is hosted by worker 'exhibits' already",
        "waykeeper: worker 'kiosk2' is refused, and tries again: no place\\u{1B}[31m",
        "waykeeper: worker 'kiosk2' is refused, and tries again: 'exhibit' is hosted by worker 'exhibits' already",
        "waykeeper: worker 'kiosk2' is refused, and tries again: 'exhibit' is hosted by worker 'exhibits' already",
      ])
  }

  @Test(
    "Each error of a worker has its exit code",
    arguments: [(NavigatorError.Code.noCoordinator, 69), (.permissionDenied, 69), (.refused, 65), (.replaced, 3)]
      as [(NavigatorError.Code, Int32)])
  func exitCodes(code: NavigatorError.Code, status: Int32) {
    #expect(ScreenWorker.exitCode(of: NavigatorError(code, "why")) == status)
    #expect(ScreenWorker.exitCode(of: CancellationError()) == 70)
  }
}
