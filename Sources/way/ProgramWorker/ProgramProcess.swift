// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceManager
import Synchronization
import Waykeeper

/// Any program, spoken to over its standard input and output, a JSON object a line. What it writes to its standard error
/// goes where ours goes.
///
/// It is not swift-subprocess: there a child lives inside one call of `run`, and writing waits, while lines are said here by
/// many handlers that do not wait. It adds 0.78 MB to a stripped release build (1.0.2), and Foundation stays beside it.
final class ProgramProcess: Sendable {
  /// The program and its arguments, as they are typed.
  let words: [String]
  /// What it writes, until it ends.
  let lines: InputLines
  private let process = Process()
  private let input = Pipe()
  /// Held while a line is written: lines of several handlers must not mix.
  private let writing = Mutex(())
  /// How long it may go on after it was asked to end, before it is killed.
  private static let grace: Duration = .seconds(5)

  /// Starts it; its folders are those of `PATH`.
  init(_ words: [String]) throws {
    self.words = words
    let output = Pipe()
    lines = InputLines(of: output.fileHandleForReading, named: "what \(Shell.text(words)) says")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    // What this process hears from a service manager is not for the program.
    process.environment = ProcessInfo.processInfo.environment.filter { !Supervisor.variables.contains($0.key) }
    process.standardInput = input
    process.standardOutput = output
    do {
      try Self.unblockingSignals { try process.run() }
    } catch {
      throw CommandFailure("cannot start \(Shell.text(words)): \(error)", .usage)
    }
    // After the start, so that the program does not inherit it: what it no longer reads must not end us without a word.
    Foundation.signal(SIGPIPE, SIG_IGN)
  }

  /// Runs `body` with no signal blocked: the threads of a pool block nearly all of them, and a program that one of them starts
  /// would inherit that, deaf to SIGHUP and SIGTERM.
  private static func unblockingSignals(_ body: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  /// Writes a line. A program that has ended reads nothing more, which its end tells.
  func say(_ line: String) {
    writing.withLock { _ in try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }
  }

  func signal(_ signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Asks it to end; false where it has ended by itself.
  func terminate() -> Bool {
    try? input.fileHandleForWriting.close()
    guard process.isRunning else { return false }
    process.terminate()
    return true
  }

  /// How it ended, once it has, nil where it ended well; and whether it was asked to, which it is after `patience`. One that
  /// goes on all the same is killed.
  func end(after patience: Duration) async -> (how: String?, wasAsked: Bool) {
    let request = Task {
      try await Task.sleep(for: patience)
      let wasAsked = terminate()
      if wasAsked, (try? await Task.sleep(for: Self.grace)) != nil {
        Output.error("way: \(Shell.text(words)) was asked to end and goes on; it is killed")
        signal(SIGKILL)
      }
      return wasAsked
    }
    let how = await end()
    request.cancel()
    return (how, (try? await request.value) ?? false)
  }

  /// How it ended, where it ended badly within `patience`; nil where it ended well or goes on.
  func failure(within patience: Duration) async -> String? {
    let (ends, ended) = AsyncStream<String?>.makeStream()
    Task {
      ended.yield(await end())
      ended.finish()
    }
    let clock = Task {
      if (try? await Task.sleep(for: patience)) != nil { ended.finish() }
    }
    defer { clock.cancel() }
    return await ends.first { _ in true } ?? nil
  }

  /// How it ended, once it has; nil where it ended well.
  func end() async -> String? {
    await withCheckedContinuation { continuation in
      let process = process
      Thread.detachNewThread {
        process.waitUntilExit()
        continuation.resume()
      }
    }
    let name = Shell.text(words)
    return switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): nil
    case (.exit, 127): "there is no program \(name)"
    case (.exit, let status): "\(name) ended with \(status)"
    case (.uncaughtSignal, let signal): "\(name) was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    @unknown default: "\(name) ended"
    }
  }
}
