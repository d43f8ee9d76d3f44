// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Closed standard streams") struct ClosedStreamsTests {
    @Test("No file of the coordinator gets the number of a closed stream, nor what is said there")
    func daemon() async throws {
      try await Stage.empty { stage in
        let program = Program.folder.appending(path: "waykeeperd").path
        let words = try stage.completed("waykeeperd", ["--hosting", "optional"]).joined(separator: " ")
        let daemon = try stage.start("/bin/sh", ["-c", "exec \(program) \(words) <&- >&- 2>&-"])
        let reached = try await stage.way("wait", "--coordinator", "--timeout", "20s")
        #expect(reached.code == 0, "\(reached.all)")
        for stream in 0...2 {
          let file = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.pid)/fd/\(stream)")
          #expect(file == "/dev/null", "stream \(stream)")
        }
        // It is logged, and the commit comes behind it.
        daemon.signal(SIGUSR1)
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        daemon.signal(SIGTERM)
        #expect(try await daemon.end().code == 0)
        let mark = try Data(contentsOf: URL(filePath: "\(stage.folder)/state/journal.sqlite-mark"))
        for said in ["coordinator", "means nothing here"] {
          #expect(mark.range(of: Data(said.utf8)) == nil, "the mark holds '\(said)'")
        }
      }
    }
  }
}
