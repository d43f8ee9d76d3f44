// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Glibc
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
    let signal: UnixSignal?
    do {
      signal = try await interruptible(on: stage) { try await tour.run() }
      if keep, signal == nil { try await tour.sayHowToPlay() }
    } catch {
      await stage.end()
      throw error
    }
    if let signal {
      await stage.end()
      throw ExitCode(128 + signal.rawValue)
    }
    if !keep {
      await stage.end()
      tour.sayGoodbye()
    }
  }

  /// Runs `body`; what ended it first: Ctrl-C, SIGTERM or the end of the terminal. Nil where nothing did.
  /// Also where nobody reads what it says, all that it has started ends with it.
  private func interruptible(
    on stage: DemoStage, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> UnixSignal? {
    SignalTrap.endAnyway(by: [SIGINT, SIGTERM, SIGHUP], after: .seconds(5)) { signal in
      Task(executorPreference: globalConcurrentExecutor) {
        await stage.end()
        SignalTrap.act(as: signal)
      }
    }
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
    return try await withThrowingTaskGroup(of: UnixSignal?.self) { group in
      group.addTask {
        try await body()
        return nil
      }
      group.addTask {
        for await signal in signals { return signal }
        return nil
      }
      let signal = try await group.next() ?? nil
      group.cancelAll()
      return signal
    }
  }
}
