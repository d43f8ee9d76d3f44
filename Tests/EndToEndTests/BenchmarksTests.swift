// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("The benchmarks") struct BenchmarksTests {
    @Test(
      "A number that cannot be is refused with what can",
      arguments: [
        ("growth 2.5", "ROUNDS is a whole number from 1 to 1000, and '2.5' is none"),
        ("client 1e9", "ROUNDS is a whole number from 1 to 1000, and '1e9' is none"),
        ("day 1.5", "HOURS is a whole number from 1 to 1000, and '1.5' is none"),
        ("largest 50 32 1e30", "COMMANDS is a whole number from 1 to 125000, and '1e30' is none"),
        ("largest nan", "MS is a number from 0.1 to 1000000.0, and 'nan' is none"),
        ("day 1 2", "'day' takes fewer numbers"), ("trees day", "'day' is measured by itself"),
        ("nothing", "there is no 'nothing'"),
      ])
    func refused(words: String, message: String) async throws {
      let end = try await Program.run("benchmarks", words.split(separator: " ").map(String.init))
      #expect(end.code == 2 && end.output == [], "\(end.all)")
      #expect(end.errors.first == "benchmarks: \(message)", "\(end.all)")
      #expect(end.errors.dropFirst().first?.hasPrefix("usage: benchmarks [trees]") == true, "\(end.all)")
    }

    @Test("A processor that the machine does not have is refused")
    func noProcessor() async throws {
      let end = try await Program.run("benchmarks", ["growth", "1", "1000000"])
      #expect(end.code == 2 && end.errors.first?.hasPrefix("benchmarks: CPU is a whole number from 0 to ") == true)
    }

    @Test("Ended by a signal, they end what they have started, and leave no folder", arguments: [SIGTERM, SIGINT])
    func interrupted(signal: Int32) async throws {
      try await Stage.empty { stage in
        let program = try stage.start("benchmarks", ["ends"])
        try eventually("a coordinator") {
          try stage.files.contains { FileManager.default.fileExists(atPath: "\(stage.folder)/\($0)/run/control.sock") }
        }
        program.signal(signal)
        let end = try await program.end()
        #expect(end.code == 128 + signal && end.signal == nil, "\(end.all)")
        #expect(stage.processes.isEmpty)
        #expect(try stage.files == [])
      }
    }

    @Test("Whole commands and starts are told beside what they are compared with, and nothing is left behind")
    func tables() async throws {
      try await Stage.empty { stage in
        for (words, rows) in [(["commands", "1"], 4), (["starts", "1", "700"], 6), (["standing", "1"], 3)] {
          let end = try await stage.start("benchmarks", words).end(within: .seconds(240))
          #expect(end.code == 0 && end.errors == [], "\(end.all)")
          let ratios = end.output.suffix(rows).compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
          #expect(ratios.count == rows && ratios.first == 1, "\(end.all)")
        }
        let idle = try await stage.start("benchmarks", ["idle", "1"]).end(within: .seconds(60))
        #expect(idle.code == 0 && idle.output.count == 5, "\(idle.all)")
        #expect(stage.processes.isEmpty)
        #expect(try stage.files == [])
      }
    }

    @Test("A relay measures what comes behind its warm-up alone", arguments: [[], ["--rate", "400"]])
    func warmUp(rate: [String]) async throws {
      try await Stage.empty { stage in
        func relay(_ warmUp: String) async throws -> Program.End {
          let words = ["relay", "--folder", stage.folder, "--navigations", "40", "--warm-up", warmUp]
          return try await stage.start("baseline", words + rate).end()
        }
        let end = try await relay("60")
        let totals = end.output.first?.split(separator: " ").compactMap { Int($0) } ?? []
        #expect(end.code == 0 && end.output.count == 41, "\(end.all)")
        #expect(totals.count == 6 && totals[0] == 40 && totals[2] == 40 && totals[3] == 0, "\(end.all)")
        #expect(try await relay("x").errors.first?.hasPrefix("baseline: --warm-up is a number from 0 ") == true)
      }
    }
  }
}
