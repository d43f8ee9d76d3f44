// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Navigations whose answers two handlers have given beforehand, so that nobody is asked: one after another, by a client in C, with
/// an observer and without one. Beside them the relay, which asks both: its messages are the hops that standing answers spare.
struct StandingBenchmark {
  /// How often each is measured.
  let rounds: Int

  private static let navigations = 3_000
  private static let warmUp = 500

  func run() async throws {
    try await Stage.measured { stage in
      _ = try await stage.startLenientCoordinator(["--journal", "none"])
      try await startHandler("shows", "home", "show list", "push", on: stage)
      try await startHandler("hides", "list", "hide list", "pop", on: stage)
      let begun = try await stage.way("replace", "home")
      guard begun.code == 0 else { throw MissingMeasure(description: "the path cannot begin: \(begun.all)") }
      let relayFolder = "\(stage.folder)/relay"
      try FileManager.default.createDirectory(
        atPath: relayFolder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      var table = RatioTable(in: .microseconds)
      for _ in 0..<rounds {
        let relay = ["relay", "--folder", relayFolder, "--asks", "2", "--milliseconds", "60000"]
        // The first line has the totals.
        let asked = try await Self.medianOfLines(relay, on: stage, from: 1)
        table.note("the relay, which asks both, with an observer", asked)
        let client = ["client", "--folder", stage.runtimeFolder, "--target", "list"]
        table.note("standing answers, nobody observes", try await Self.medianOfLines(client, on: stage))
        let observer = try stage.start("baseline", ["observer", "--folder", stage.runtimeFolder])
        _ = try await observer.output.next("the observer") { $0 == "ready" }
        table.note("the same, with an observer", try await Self.medianOfLines(client, on: stage))
        observer.signal(SIGKILL)
        _ = try await observer.end()
      }
      print("one navigation after another, p50 of \(Self.navigations), \(rounds) times in turn:")
      table.tell()
    }
  }

  /// A worker that hosts nothing and says nothing but its registration. Its program ends when it does.
  private func startHandler(
    _ name: String, _ screen: String, _ request: String, _ instruction: String, on stage: Stage
  ) async throws {
    let routable = #"{"hosts":false,"handles":["\#(request)"],"standing":{"\#(request)":{"\#(instruction)":true}}}"#
    let line = #"{"register":{"worker":"\#(name)","routables":{"\#(screen)":\#(routable)}}}"#
    let program = ["sh", "-c", #"echo "$0"; cat > /dev/null; exit 0"#, line]
    let worker = try stage.start("way", ["worker", "--format", "json", "--"] + program)
    _ = try await worker.output.next("the welcome of worker \(name)") { $0.contains(#"{"welcome":"#) }
  }

  /// The median of what `baseline` prints: latencies in ns, a line each.
  private static func medianOfLines(_ words: [String], on stage: Stage, from first: Int = 0) async throws -> Duration {
    let counts = ["--navigations", "\(navigations)", "--warm-up", "\(warmUp)"]
    let end = try await stage.start("baseline", words + counts).end()
    let times = end.output.dropFirst(first).compactMap { Int64($0) }
    guard end.code == 0, times.count == navigations else { throw MissingMeasure(description: end.all) }
    return .nanoseconds(times.median)
  }
}
