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
        for word in ["committed", "declined", "sheet", "vetoed", "dead", "the coordinator restarted"] {
          #expect(end.output.contains { $0.contains(word) }, "\(word) is missing in \(end.all)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.folder).isEmpty)
        #expect(Self.processes(in: stage.folder).isEmpty)
      }
    }

    @Test("A tour that is interrupted ends all that it started")
    func interrupted() async throws {
      try await Stage.empty { stage in
        let demo = try stage.start("way", ["demo"])
        _ = try await demo.output.next("a first command") { $0.contains("$ way show list") }
        demo.signal(SIGINT)
        #expect(try await demo.end().code == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.folder).isEmpty)
        #expect(Self.processes(in: stage.folder).isEmpty)
      }
    }

    /// The processes whose environment or command line names the folder, the tests' own left out.
    private static func processes(in folder: String) -> [String] {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.filter { $0 != "\(getpid())" && $0.allSatisfy(\.isNumber) }.filter { pid in
        let texts = ["cmdline", "environ"].map { FileManager.default.contents(atPath: "/proc/\(pid)/\($0)") ?? Data() }
        return texts.contains { String(decoding: $0, as: UTF8.self).contains(folder) }
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
