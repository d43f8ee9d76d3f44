// SPDX-License-Identifier: Apache-2.0

import LoadGenerator
import RouteModel
import TestSupport
import Waykeeper

/// What a client of the SDK takes, beside one that knows nothing but the bytes of two commands: the same coordinator, worker and
/// observer, one navigation after another. The clients take turns: that of bytes, one of a task that runs wherever Swift runs it,
/// and one of a task on the connection's thread.
struct ClientBenchmark {
  /// How often each is measured.
  let rounds: Int

  private static let navigations = 3_000
  private static let warmUp = 500

  func run() async throws {
    try await Stage.measured { stage in
      let daemon = try stage.start("waykeeperd", ["--journal", "none", "--hosting", "optional"])
      _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
      try await run(at: stage.runtimeFolder)
    }
  }

  private func run(at folder: String) async throws {
    let load = try Load(LoadPlan(), at: Load.Place(runtimeFolder: folder), pid: nil)
    defer { load.end() }
    let navigator = try Navigator.connect(.runtimeFolder(folder), name: "sdk").scene(LoadPlan.scene(0))
    var (plain, pooled, hosted): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      let stretch = LoadStretch(nanoseconds: nil, navigations: Self.navigations)
      let (measure, _) = try load.run(stretch, LoadProgress())
      guard measure.committed == Self.navigations else { throw MissingMeasure(description: "\(measure.outcomes)") }
      plain.append(measure.microseconds(percentile: 50))
      pooled.append(try await Self.median(of: navigator))
      hosted.append(
        try await withTaskExecutorPreference(navigator.executor) { try await Self.median(of: navigator) })
    }
    await navigator.close()
    print("one navigation after another, p50 in µs, the medians of \(rounds) rounds:")
    Report.tell("a client that knows the bytes", plain.median)
    for (what, measures) in [("a client of the SDK", pooled), ("the same, on the connection's thread", hosted)] {
      Report.tell(what, measures.median)
      Report.tell("  ratio", measures.median / plain.median)
    }
  }

  private static func median(of navigator: Navigator) async throws -> Double {
    var times: [Duration] = []
    for number in 0..<(Self.warmUp + Self.navigations) {
      let begin = ContinuousClock.now
      let outcome = try await navigator.attempt(
        number % 2 == 0 ? .show(LoadPlan.target) : .hide(LoadPlan.target))
      if number >= warmUp { times.append(ContinuousClock.now - begin) }
      guard outcome.kind == .committed else { throw MissingMeasure(description: "\(outcome)") }
    }
    return times.median / .microseconds(1)
  }
}
