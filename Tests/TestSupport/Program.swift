// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
package import Foundation

/// A process of one of the built programs, or of any other.
package final class Program: Sendable {
  /// What it wrote, and how it ended.
  package struct End: Sendable {
    /// Its exit code; where a signal ended it, 128 and the signal's number, as shells have it.
    package let code: Int32
    /// The signal that ended it; nil where it ended by itself.
    package let signal: Int32?
    /// The lines of its output.
    package let output: [String]
    /// The lines of its standard error.
    package let errors: [String]

    /// Both, for comments of failed expectations.
    package var all: String { (output + errors).joined(separator: "\n") }
  }

  /// The lines of its output, as they come.
  package let output = Recorder<String>()
  /// The lines of its standard error, as they come.
  package let errors = Recorder<String>()
  private let child: Child
  private let command: String
  private let input: FileHandle
  private let exit = Recorder<ChildEnd>()

  /// The folder of the built programs: that of the tests, or of the program that runs now.
  package static let folder: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments[$0 + 1] }
    return URL(filePath: bundle ?? "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The environment of the tests, in which the programs of the system say everything in English, none complains of a language
  /// that is not installed, and each terminal is one that can be drawn on.
  package static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    environment["LANGUAGE"] = nil
    environment["TERM"] = "xterm"
    return environment
  }

  /// Starts the built program `name`, or the program at an absolute path.
  package init(_ name: String, _ arguments: [String], environment: [String: String]) throws {
    command = ([name] + arguments).joined(separator: " ")
    guard let input = ProcessPipe(), let output = ProcessPipe(), let errors = ProcessPipe() else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
    }
    defer { for descriptor in [input.reading, output.writing, errors.writing] { close(descriptor) } }
    self.input = FileHandle(fileDescriptor: input.writing, closeOnDealloc: true)
    let process = ChildProcess(
      words: [name.hasPrefix("/") ? name : Self.folder.appending(path: name).path] + arguments,
      environment: environment, input: input.reading, output: output.writing, errors: errors.writing)
    do {
      child = try Child(process)
    } catch {
      for descriptor in [output.reading, errors.reading] { close(descriptor) }
      throw error
    }
    for (pipe, lines) in [(output, self.output), (errors, self.errors)] {
      Thread.detachNewThread {
        pipe.readLines { lines.add($0) }
        lines.end()
      }
    }
    Thread.detachNewThread { [child, exit] in exit.add(child.wait()) }
  }

  /// Runs the built program `name`, or the program at an absolute path, to its end; it hears nothing.
  package static func run(_ name: String, _ arguments: [String], within time: Duration = .seconds(60)) async throws
    -> End
  {
    let program = try Program(name, arguments, environment: environment)
    try program.sayNothingMore()
    return try await program.end(within: time)
  }

  /// Its process id.
  package var pid: Int32 { child.pid }
  /// Whether it has not ended.
  package var isRunning: Bool { child.end == nil }

  /// What it is, whether it runs, and the last lines that it wrote: 40 of its output, and 40 of its standard error.
  package var account: [String] {
    let lines = [("out", output.all), ("err", errors.all)].flatMap { name, lines in
      lines.suffix(40).map { "  \(name) \($0.prefix(400))" }
    }
    return ["\(command) (process \(pid), \(isRunning ? "running" : "ended"))"] + lines
  }

  /// Sends it a signal.
  package func signal(_ signal: Int32) { child.signal(signal) }

  /// Sends a signal to it and to what it has started in its process group, unless it has ended.
  package func signalGroup(_ signal: Int32) { child.signalGroup(signal) }

  /// Writes a line to its input.
  package func say(_ line: String) throws { try input.write(contentsOf: Data((line + "\n").utf8)) }

  /// Ends its input.
  package func sayNothingMore() throws { try input.close() }

  /// Waits until it has ended, and until all that it wrote has been read: what it started may still have its output.
  package func end(within time: Duration = .seconds(60), output rest: Duration = .seconds(10)) async throws -> End {
    let end = try await exit.next("the end of the program", within: time)
    // All that it wrote is there when both pipes have ended.
    try await output.ended("the end of the output", within: rest)
    try await errors.ended("the end of the errors", within: rest)
    let number: Int32? = if case .killed(let signal) = end { signal } else { nil }
    return End(code: end.exitCode, signal: number, output: output.all, errors: errors.all)
  }
}
