// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport

/// How long whole commands take, from the start of the process to its end, beside a client in C that connects, goes back once, and
/// ends. They take turns.
struct CommandBenchmark {
  /// How often each is measured.
  let rounds: Int

  /// As often as a median needs that few slow ones do not move.
  static let rounds = 31
  /// Two commands of each round take an element off the path, and a route has 256.
  static let roundsMax = 100

  func run() async throws {
    try await Stage.measured { stage in
      let daemon = try await stage.startLenientCoordinator(["--journal", "none"])
      let path = ["home"] + [String](repeating: "exhibit", count: 2 * (rounds + 1))
      let begun = try await stage.way("replace", path.joined(separator: "/"))
      guard begun.code == 0 else { throw MissingMeasure(description: "the path cannot begin: \(begun.all)") }
      let (way, baseline) = (Self.program("way"), Self.program("baseline"))
      let commands = [
        ("a client in C: connect, back, end", [baseline, "client", "--folder", stage.runtimeFolder]),
        ("way --version", [way, "--version"]), ("way path", [way, "path"]), ("way back", [way, "back"]),
      ]
      var table = RatioTable(in: .milliseconds)
      for round in 0...rounds {
        for (what, words) in commands {
          let time = try Self.time(words, on: stage)
          // The first of each finds its files not in memory yet.
          if round > 0 { table.note(what, time) }
        }
      }
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
      print("commands from start to end, \(rounds) times in turn:")
      table.tell()
    }
  }

  private static func program(_ name: String) -> String { Program.folder.appending(path: name).path }

  private static func time(_ words: [String], on stage: Stage) throws -> Duration {
    let nothing = ChildProcess.nothing
    let process = ChildProcess(
      words: words, environment: stage.environment, input: nothing, output: nothing, errors: nothing)
    let begin = ContinuousClock.now
    let end = try Child(process).wait()
    let time = ContinuousClock.now - begin
    guard case .exited(0) = end else {
      throw MissingMeasure(description: "\(words.joined(separator: " ")): \(end.text)")
    }
    return time
  }
}
