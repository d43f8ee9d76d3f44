// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
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
  private let child: Child
  /// What it reads.
  private let input: ProgramInput
  /// Who waits for its end.
  private let waiting = Mutex<[AsyncStream<ChildEnd>.Continuation]>([])
  /// How long it may go on after it was asked to end, before it is killed.
  private static let grace: Duration = .seconds(5)

  /// Starts it; its folders are those of `PATH`.
  init(_ words: [String]) throws {
    self.words = words
    guard let input = ProcessPipe(), let output = ProcessPipe() else {
      throw CommandFailure("cannot open a pipe: \(String(cString: strerror(errno)))", .programFailed)
    }
    // What this process hears from a service manager is not for the program.
    let changes = Dictionary(uniqueKeysWithValues: Supervisor.variables.map { ($0, String?.none) })
    do {
      child = try Child(
        ChildProcess(
          words: words, changes: changes, inherits: true, input: input.reading, output: output.writing,
          hearsAllSignals: true))
      close(input.reading)
      close(output.writing)
    } catch {
      for descriptor in [input.reading, input.writing, output.reading, output.writing] { close(descriptor) }
      let (name, reason) = (Shell.brief(words), error.description)
      throw CommandFailure(
        error.code == ENOENT ? "there is no program \(name)" : "cannot start \(name): \(reason)", .usage)
    }
    lines = InputLines(
      of: FileHandle(fileDescriptor: output.reading, closeOnDealloc: true), named: "what \(Shell.brief(words)) says")
    self.input = ProgramInput(input.writing)
    Task { tell(await child.ended()) }
    Task { await tellOfClosedInput() }
  }

  private func tellOfClosedInput() async {
    guard await input.closings.first(where: { _ in true }) != nil else { return }
    // Whatever ends closes what it reads before.
    _ = await failure(within: .seconds(1))
    guard isRunning else { return }
    Output.notice("way: \(Shell.brief(words)) has closed its input: it hears nothing more")
  }

  private func tell(_ end: ChildEnd) {
    for waiter in waiting.withLock(\.self) {
      waiter.yield(end)
      waiter.finish()
    }
  }

  /// Tells it a line. One that has left too much unread is killed, which is told as its end.
  func say(_ line: String) {
    guard !input.say(line), isRunning else { return }
    Output.notice("way: \(Shell.brief(words)) has left \(ProgramInput.bytesMax >> 20) MiB unread; it is killed")
    child.signalGroup(SIGKILL)
    input.end()
  }

  private var isRunning: Bool { child.end == nil }

  func signal(_ signal: Int32) { child.signal(signal) }

  /// Asks it to end, and what it has started with it, such as the other commands of a shell's pipe; false where it has ended by
  /// itself.
  func terminate() -> Bool {
    input.end()
    guard isRunning else { return false }
    child.signalGroup(SIGTERM)
    return true
  }

  /// Asks it to end, and kills it where it goes on all the same. How it ended, nil where it ended well; and whether it had to
  /// be asked.
  func endNow() async -> (how: String?, wasAsked: Bool) {
    let wasAsked = terminate()
    let killing = Task {
      guard wasAsked, (try? await Task.sleep(for: Self.grace)) != nil else { return }
      Output.notice("way: \(Shell.brief(words)) was asked to end and goes on; it is killed")
      child.signalGroup(SIGKILL)
    }
    defer { killing.cancel() }
    return (await end(), wasAsked)
  }

  /// Whether a signal has ended it by which this process is ended, too. Who ends all that runs, as a service manager or `way sandbox`
  /// does, sends it to both, and the program may be the first to hear of it.
  var endedBySharedSignal: Bool {
    child.end.map { [SIGTERM, SIGINT].contains($0.exitCode - 128) } ?? false
  }

  /// How long this process may take to hear of a signal that has ended the program.
  private static let signalDelay: Duration = .milliseconds(500)

  /// How it ended, as ``end()`` tells it. Where what has ended it may be about to end this process, too, that comes first, and cancels
  /// the task.
  func endAlone() async -> String? {
    let how = await end()
    if endedBySharedSignal { try? await Task.sleep(for: Self.signalDelay) }
    return how
  }

  /// How it ended, where it ended badly within `patience`; nil where it ended well or goes on. A signal for both comes first, as in
  /// ``endAlone()``.
  func failure(within patience: Duration) async -> String? {
    let how = await withTaskGroup(of: String?.self) { group in
      group.addTask { await self.end() }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    return how == nil ? nil : await endAlone()
  }

  /// Does what needs its output, at most until a moment after its end: another process that it has started may hold the output
  /// open for good. Nil where that was not done to its end.
  func whileItRuns<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        _ = await self.end()
        try? await Task.sleep(for: Self.draining)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// How long what an ended program has said last is read.
  private static let draining: Duration = .seconds(1)

  /// How it ended, once it has; nil where it ended well, or where this task is cancelled before.
  func end() async -> String? {
    let ends = AsyncStream<ChildEnd> { waiter in
      // Whoever comes before the end is among those that it is told to.
      let end = waiting.withLock { waiting in
        let end = child.end
        if end == nil { waiting.append(waiter) }
        return end
      }
      guard let end else { return }
      waiter.yield(end)
      waiter.finish()
    }
    let name = Shell.brief(words)
    return switch await ends.first(where: { _ in true }) {
    case nil, .exited(0): nil
    case .exited(let status): "\(name) ended with \(status)"
    case .killed(let signal): "\(name) was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
