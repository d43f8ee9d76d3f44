// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// How soon the others go on when a process ends, with the programs as they are built. Their own start is not counted.
enum EndBenchmark {
  private static let rounds = 15

  static func run() async throws { try await Stage.measured { stage in try await run(on: stage) } }

  private static func run(on stage: Stage) async throws {
    let daemon = try await stage.startCoordinator()
    _ = try await stage.startWorker("kiosk", Self.kiosk)
    print("a worker is asked, and the next one handles, \(rounds) times:")
    Report.tell("it is killed: from there to the outcome", try await asks(stage, "hang", isKilled: true))
    Report.tell("it declines: from the ask, for comparison", try await asks(stage, "declined", isKilled: false))
    print("the coordinator ends, \(rounds) times:")
    let (returns, killed, restarted) = try await restarts(stage, from: daemon)
    Report.tell("worker and observer are back after its start", returns)
    Report.tell("a worker that starts then, for comparison", restarted)
    Report.tell("by SIGTERM, in order", try await endings(stage))
    Report.tell("by SIGKILL, for comparison", killed)
  }

  private static let kiosk = """
    worker: kiosk
    root: [home]
    screens:
      home: { handles: { show slow: push } }
      slow: {}
    """

  /// From the ask, or from the death of the asked, to the outcome of a command that goes on with the next handler.
  private static func asks(_ stage: Stage, _ reaction: String, isKilled: Bool) async throws -> [Duration] {
    var times: [Duration] = []
    let yaml = "worker: exhibits\nscreens:\n  exhibit: { handles: { show slow: \(reaction) } }\n"
    for _ in 0..<rounds {
      let worker = try await stage.startWorker("exhibits", yaml)
      _ = try await stage.way("replace", "home/exhibit")
      let show = try stage.start("way", ["--format", "json", "show", "slow", "--deadline", "30s", "--timeout", "30s"])
      _ = try await worker.output.next("the ask") { $0.contains(#"{"ask":"#) }
      let begin = ContinuousClock.now
      if isKilled { worker.signal(SIGKILL) }
      _ = try await show.output.next("the outcome") { $0.contains(#""outcome":"committed""#) }
      times.append(ContinuousClock.now - begin)
      if !isKilled { worker.signal(SIGTERM) }
      _ = try await worker.end()
    }
    return times
  }

  /// From the start of the next coordinator until a worker and an observer of the last one are back; from SIGKILL to the end
  /// of the process; and from the same start until a worker is welcome that is started only then.
  private static func restarts(
    _ stage: Stage, from first: Program
  ) async throws -> (returns: [Duration], killed: [Duration], fresh: [Duration]) {
    var (returns, killed, fresh): ([Duration], [Duration], [Duration]) = ([], [], [])
    let worker = try await stage.startWorker("guide", "worker: guide\nscreens: { map: {} }\n")
    let watch = try await stage.startWatch()
    var daemon = first
    for _ in 0..<rounds {
      var begin = ContinuousClock.now
      daemon.signal(SIGKILL)
      _ = try await daemon.end()
      killed.append(ContinuousClock.now - begin)
      daemon = try await stage.startCoordinator()
      begin = ContinuousClock.now
      _ = try await worker.output.next("the worker's return") { $0.contains(#"{"welcome":"#) }
      _ = try await watch.output.next("the observer's return") { $0.contains(#"{"epoch":"#) }
      returns.append(ContinuousClock.now - begin)
      begin = ContinuousClock.now
      let other = try await stage.startWorker("other", "worker: other\nscreens: { other: {} }\n")
      fresh.append(ContinuousClock.now - begin)
      other.signal(SIGTERM)
      _ = try await other.end()
    }
    daemon.signal(SIGTERM)
    _ = try await daemon.end()
    return (returns, killed, fresh)
  }

  /// From SIGTERM to the end of the process, with a worker and an observer connected.
  private static func endings(_ stage: Stage) async throws -> [Duration] {
    var times: [Duration] = []
    for _ in 0..<rounds {
      let daemon = try await stage.startCoordinator()
      let begin = ContinuousClock.now
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
      times.append(ContinuousClock.now - begin)
    }
    return times
  }
}
