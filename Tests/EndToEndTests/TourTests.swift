// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("Tours and strangers") struct TourTests {
    @Test("way demo takes its tour within a minute, ends with 0 and leaves nothing behind")
    func demo() async throws {
      try await Stage.empty { stage in
        let demo = try stage.start("way", ["demo"])
        let end = try await demo.end(within: .seconds(60))
        #expect(end.code == 0, "\(end.all)")
        for word in ["committed", "declined", "sheet", "vetoed", "→ gone", "the coordinator restarted"] {
          #expect(end.output.contains { $0.contains(word) }, "\(word) is missing in \(end.all)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.folder).isEmpty)
        #expect(stage.processes.isEmpty)
      }
    }

    @Test(
      "On a terminal no line of the tour is wider than that",
      .needsScript)
    func narrow() async throws {
      try await Stage.empty { stage in
        let way = Program.folder.appending(path: "way").path
        let command = "export TERM=dumb; unset COLUMNS; stty cols 80; exec '\(way)' demo"
        let end = try await stage.startOnTerminal(command).end(within: .seconds(60))
        #expect(end.code == 0, "\(end.all)")
        let wide = end.output.filter { $0.trimmingCharacters(in: .newlines).count > 80 }
        #expect(end.output.count > 100 && wide.isEmpty, "\(wide)")
      }
    }

    @Test("A tour that is interrupted ends all that it started")
    func interrupted() async throws {
      try await Stage.empty { stage in
        let demo = try stage.start("way", ["demo"])
        _ = try await demo.output.next("a first command") { $0.contains("$ way show list") }
        demo.signal(SIGINT)
        let end = try await demo.end()
        #expect(end.code == 130 && end.signal == nil)
        #expect(!end.output.contains { $0.contains("A worse crash") }, "the tour does not go on: \(end.all)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.folder).isEmpty)
        #expect(stage.processes.isEmpty)
      }
    }

    @Test(
      "A client, an observer and a worker written from the specification alone take part",
      .enabled(if: Python.withZeroMQ != nil, "needs python3 with pyzmq (apt: python3-zmq)"))
    func stranger() async throws {
      try await Stage.run { stage in
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stranger/stranger.py").path
        let python = try #require(Python.withZeroMQ)
        let end = try await stage.start(python, [script, stage.runtimeFolder]).end()
        #expect(end.code == 0, "\(end.all)")
      }
    }
  }
}
