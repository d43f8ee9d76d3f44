// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import TestSupport
import Waykeeper

/// How long a start takes, from the begin of the program to the first outcome, with a large past and with much to remember, beside
/// one with hardly any; after an end in order, and after a `kill -9`. They take turns.
struct StartBenchmark {
  /// How often each is measured.
  let rounds: Int
  /// Commits of the large past.
  let commits: Int

  static let commits = 1_000_000
  /// Outcomes that are remembered: nearly as many as there may be of one user, unless few commits are wanted.
  private var remembered: Int { min(90_000, commits) }
  private static let commitsOfGigabyte = 400_000

  /// What all of them take.
  private var size: String {
    let all = commits + remembered
    return all < Self.commitsOfGigabyte ? "less than 1 GB" : "about \(1 + all / Self.commitsOfGigabyte) GB"
  }

  func run() async throws {
    try await Stage.measured { stage in
      let begin = ContinuousClock.now
      print("writing \(commits) commits and more: \(size) in the temporary folder")
      try FilledJournal.make(in: "\(stage.folder)/large", commits: commits, acknowledges: true)
      try FilledJournal.make(in: "\(stage.folder)/small", commits: 1, acknowledges: true)
      // The last one: outcomes are remembered for 10 minutes.
      try FilledJournal.make(in: "\(stage.folder)/remembered", commits: remembered, acknowledges: false)
      let pasts = [
        ("1 commit", "small"), ("\(commits) acknowledged commits", "large"),
        ("\(remembered) outcomes to remember", "remembered"),
      ]
      // Nothing is cut while it is measured.
      let config = "\(stage.folder)/keeping.yaml"
      try "retention: { commits: 20000000, age: 90d, size: 64GiB }\n".write(
        toFile: config, atomically: false, encoding: .utf8)
      var table = RatioTable(in: .milliseconds)
      for _ in 0..<rounds {
        for (what, folder) in pasts {
          let state = "\(stage.folder)/\(folder)"
          table.note("\(what), ended in order", try await start(stage, state, config, endsBy: SIGKILL))
          table.note("\(what), after kill -9", try await start(stage, state, config, endsBy: SIGTERM))
        }
      }
      let seconds = Int((ContinuousClock.now - begin) / .seconds(1))
      print("a start, from the program's begin to the first outcome, \(rounds) times in turn (\(seconds) s in all):")
      table.tell()
    }
  }

  /// Starts a coordinator on a state folder, has it commit something, and ends it so.
  private func start(
    _ stage: Stage, _ state: String, _ config: String, endsBy signal: Int32
  ) async throws -> Duration {
    let begin = ContinuousClock.now
    let daemon = try await stage.startLenientCoordinator(
      ["--config", config], adding: ["WAYKEEPER_STATE_DIR": state])
    let navigator = try Navigator.connect(.runtimeFolder(stage.runtimeFolder), name: "first")
    let go = Verb.navigator(.go(to: PathItem(AnyScreen("exhibit")), on: .screen(AnyScreen("home"))))
    let outcome = try await navigator.attempt(Navigation(go))
    let time = ContinuousClock.now - begin
    await navigator.close()
    guard outcome.kind == .committed else { throw MissingMeasure(description: "\(outcome)") }
    daemon.signal(signal)
    _ = try await daemon.end()
    return time
  }
}
