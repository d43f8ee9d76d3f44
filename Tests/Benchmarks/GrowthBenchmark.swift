// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import TestSupport

/// How much longer a navigation takes where there is more of something, and how much memory each of it takes. The measures with
/// little and with much take turns, each with a coordinator of its own; what is compared are the medians.
struct GrowthBenchmark {
  /// Something of which there is more.
  private struct Growth {
    let what: String
    let few: Int
    let many: Int
    let option: String
    /// What is the same in both.
    var rest: [String] = []
    /// The most that there may be.
    let bound: String
  }

  private struct Measure {
    let p50: Double
    let residentBytes: Double
  }

  /// How often each is measured.
  let rounds: Int
  /// The processor that all is kept on; nil: the system chooses.
  let pin: Int?

  private static let navigations = 2_000

  /// One user has a share: of 1 024 connections of a socket 896, of 256 scenes about 200.
  private static let all = [
    Growth(what: "idle workers", few: 1, many: 800, option: "--workers", bound: "896 of a user, 1 024 in all"),
    Growth(what: "elements of the path", few: 2, many: 200, option: "--depth", bound: "256 of a route"),
    Growth(what: "scenes", few: 1, many: 200, option: "--scenes", bound: "256, 4/5 of the rest for a user"),
    Growth(what: "idle observers", few: 1, many: 800, option: "--idle-observers", bound: "896 of a user, 1 024 in all"),
    Growth(
      what: "screen names", few: 10, many: 10_000, option: "--names", rest: ["--workers", "40"],
      bound: "256 of a worker"),
  ]

  func run() async throws {
    print("p50 of a navigation with few and with many, µs, the medians of \(rounds) rounds; memory of each in bytes:")
    print("  what                          few      p50     many      p50   ratio    bytes   at most")
    for growth in Self.all {
      var few: [Measure] = []
      var many: [Measure] = []
      for _ in 0..<rounds {
        few.append(try await measure(growth, growth.few))
        many.append(try await measure(growth, growth.many))
      }
      let (base, grown) = (few.map(\.p50).median, many.map(\.p50).median)
      let memory = many.map(\.residentBytes).median - few.map(\.residentBytes).median
      let row = String(
        format: "%8d %8.0f %8d %8.0f %7.2f %8.0f", growth.few, base, growth.many, grown, grown / base,
        memory / Double(growth.many - growth.few))
      print("  \(growth.what.padding(toLength: 24, withPad: " ", startingAt: 0)) \(row)   \(growth.bound)")
    }
    DayBenchmark.remembered()
  }

  private func measure(_ growth: Growth, _ count: Int) async throws -> Measure {
    let pinned = pin.map { ["--pin", "\($0)"] } ?? []
    let words = ["bench", "--format", "json", "--count", "\(Self.navigations)", growth.option, "\(count)"]
    let environment = ProcessInfo.processInfo.environment
    let end = try await Program("way", words + growth.rest + pinned, environment: environment).end(
      within: .seconds(300))
    let report = try JSONValue(json: end.output.joined())["bench"] ?? .null
    guard end.code == 0, let p50 = report["measured"]?["median"]?["p50"].flatMap(Self.number),
      let bytes = report["process"]?["residentBytesBegun"].flatMap(Self.number)
    else { throw MissingMeasure(description: "way \(words.joined(separator: " ")): \(end.all)") }
    return Measure(p50: p50, residentBytes: bytes)
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .double(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
