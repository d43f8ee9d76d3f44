// SPDX-License-Identifier: Apache-2.0

import LoadGenerator
import RouteModel
import TestSupport
import Waykeeper

/// What a client of the SDK takes, beside one that knows nothing but the bytes of two commands: the same coordinator, worker and
/// observer, one navigation after another. The clients take turns.
struct ClientBenchmark {
  /// How often each is measured.
  let rounds: Int

  private static let navigations = 3_000
  private static let warmUp = 500

  func run() async throws {
    try await Stage.empty { stage in
      let daemon = try stage.start("waykeeperd", ["--journal", "none", "--hosting", "optional"])
      _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
      try await run(at: stage.runtimeFolder)
    }
  }

  private func run(at folder: String) async throws {
    let load = try Load(LoadPlan(), at: Load.Place(runtimeFolder: folder), pid: nil)
    defer { load.end() }
    let navigator = try Navigator.connect(.runtimeFolder(folder), name: "sdk").scene(LoadPlan.scene(0))
    var (plain, sdk): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let stretch = LoadStretch(nanoseconds: nil, navigations: Self.navigations)
      let (measure, _) = try load.run(stretch, LoadProgress())
      guard measure.committed == Self.navigations else { throw Failure(description: "\(measure.outcomes)") }
      plain.append(measure.microseconds(percentile: 50))
      sdk.append(try await Self.median(of: navigator))
    }
    await navigator.close()
    print("one navigation after another, p50 in µs, the medians of \(rounds) rounds:")
    let (base, grown) = (plain.sorted()[rounds / 2], sdk.sorted()[rounds / 2])
    Report.tell("a client that knows the bytes", base)
    Report.tell("a client of the SDK", grown)
    Report.tell("ratio", grown / base)
  }

  private static func median(of navigator: Navigator) async throws -> Double {
    var times: [Duration] = []
    for number in 0..<(Self.warmUp + Self.navigations) {
      let begin = ContinuousClock.now
      let outcome = try await navigator.attempt(
        number % 2 == 0 ? .show(LoadPlan.target) : .hide(LoadPlan.target))
      if number >= warmUp { times.append(ContinuousClock.now - begin) }
      guard outcome.kind == .committed else { throw Failure(description: "\(outcome)") }
    }
    return times.sorted()[times.count / 2] / .microseconds(1)
  }

  /// A navigation that was not committed.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
