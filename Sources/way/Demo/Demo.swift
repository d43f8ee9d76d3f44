// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import UnixSignals

struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Takes you on a tour with a coordinator and workers of its own; ends by itself.",
    discussion: """
      Starts waykeeperd and three workers as processes of their own in a new folder below the temporary one, types \
      commands as you would, shows what they answer, kills some of them, and ends all that it started.
      """)

  @Flag(help: "Leave everything running at the end, to play with, and say how.")
  var keep = false

  func run() async throws {
    let stage = try DemoStage()
    let tour = DemoTour(stage: stage)
    let isInterrupted: Bool
    do {
      isInterrupted = try await interruptible { try await tour.run() }
    } catch {
      await stage.end()
      throw error
    }
    if isInterrupted {
      await stage.end()
      throw ExitCode(130)
    }
    if keep {
      try await tour.sayHowToPlay()
    } else {
      await stage.end()
      tour.sayGoodbye()
    }
  }

  /// Runs `body`; true where Ctrl-C, SIGTERM or the end of the terminal ended it first.
  private func interruptible(_ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await body()
        return false
      }
      group.addTask {
        for await _ in signals { return true }
        return false
      }
      let isInterrupted = try await group.next() ?? false
      group.cancelAll()
      return isInterrupted
    }
  }
}
