// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing
import Waykeeper

/// The kiosk that `run --headless` starts, in a folder that the kiosk makes and removes.
struct Kiosk {
  /// The colour that fills most of a screen.
  enum Colour: String {
    case home = "#204A87"
    case list = "#2E6B34"
    case exhibit3 = "#8F2020"
    case exhibit7 = "#6A3D7C"
    case notes = "#B58900"
    case tickets = "#006D77"
  }

  /// The programs that it, or a test of it, runs.
  private static let tools = ["chromium", "import", "openbox", "wish", "xdotool", "xprop", "xwininfo", "Xvfb"]

  /// Whether this machine has all of them.
  static let isPossible =
    Python.path != nil && tools.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }

  private let stage: Stage
  private let program: Program
  private let environment: [String: String]

  /// Runs `body` in a kiosk, which a signal ends; afterwards nothing of it is left.
  static func run(endedBy signal: Int32 = SIGTERM, _ body: (Kiosk) async throws -> Void) async throws {
    try await Stage.empty { stage in
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Deploy/examples/kiosk/run").standardizedFileURL.path
      var environment = stage.environment
      environment["PATH"] = "\(Program.folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
      environment["HOME"] = stage.folder
      environment["WAYKEEPER_RUNTIME_DIR"] = nil
      environment["WAYKEEPER_STATE_DIR"] = nil
      let words = ["-c", EndToEnd.SandboxTests.unblocked, "/bin/bash", script, "--headless"]
      let program = try Program(#require(Python.path), words, environment: environment)
      let result: Result<Void, any Error>
      do {
        let start = try await program.output.next("the start of the kiosk", within: .seconds(90)) {
          $0.contains("kiosk: running")
        }
        let match = try #require(start.firstMatch(of: /export DISPLAY=(\S+) WAYKEEPER_RUNTIME_DIR=(.+)/))
        environment["DISPLAY"] = String(match.output.1)
        environment["WAYKEEPER_RUNTIME_DIR"] = String(match.output.2)
        result = .success(try await body(Kiosk(stage: stage, program: program, environment: environment)))
      } catch {
        Issue.record("its logs: \(logs(in: stage.folder))")
        result = .failure(error)
      }
      program.signal(signal)
      let end: Program.End
      do { end = try await program.end() } catch {
        try result.get()
        throw error
      }
      try result.get()
      #expect(end.code == 0, "\(end.all)")
      #expect(stage.processes == [])
      #expect(try stage.files == [])
    }
  }

  /// What its programs have written, for a test that failed.
  private static func logs(in folder: String) -> String {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let logs = files.filter { $0.hasSuffix(".log") }.map { name in
      "\(name):\n\((try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? "")"
    }
    return logs.joined(separator: "\n")
  }

  /// Runs a tool of X to its end.
  @discardableResult func tool(_ words: String...) async throws -> [String] { try await tool(words) }

  @discardableResult private func tool(_ words: [String]) async throws -> [String] {
    let end = try await Program("/usr/bin/env", words, environment: environment).end()
    guard end.code == 0 else { throw Overdue("the success of \(words)", heard: [end.all], hasEnded: true) }
    return end.output
  }

  /// Runs `way` to its end.
  func way(_ words: String...) async throws -> Program.End {
    try await Program("way", words, environment: environment).end()
  }

  /// Runs a verb to its end, and returns its outcome.
  func outcome(_ words: String...) async throws -> Outcome { try await outcome(words) }

  private func outcome(_ words: [String]) async throws -> Outcome {
    let end = try await Program("way", ["--format", "json"] + words, environment: environment).end()
    guard let line = end.output.last else { throw Overdue("an outcome", heard: end.errors, hasEnded: true) }
    return try JSONLine.outcome(line)
  }

  /// Sends a verb, and waits until all of the path has appeared.
  func appears(_ words: String...) async throws {
    let outcome = try await outcome(words + ["--until", "appeared"])
    #expect(outcome.appeared == true, "\(outcome.summary)")
  }

  /// Presses a button of the topmost window, counted from its first, as the keyboard does.
  func press(button number: Int) async throws {
    // One process: a window that comes to its place between two of them would take the focus back.
    try await tool(["xdotool", "key"] + Array(repeating: "Tab", count: number) + ["space"])
  }

  /// Waits until the topmost screen has this title, and the picture of the display this colour; at most a minute. Returns
  /// its window.
  @discardableResult func shows(_ title: String, _ colour: Colour) async throws -> String {
    let end = ContinuousClock.now + .seconds(60)
    var seen = ""
    repeat {
      let (name, window) = try await top
      seen = try await "\(name) \(picture)"
      if seen == "\(title) \(colour.rawValue)" { return window }
    } while ContinuousClock.now < end
    throw Overdue("\(title) \(colour.rawValue) on the display", heard: [seen] + program.output.all)
  }

  /// The title of the topmost window but the status bar, and the window.
  private var top: (title: String, window: String) {
    get async throws {
      let stack = try await tool("xprop", "-root", "_NET_CLIENT_LIST_STACKING").joined()
      for window in stack.matches(of: /0x[0-9a-f]+/).map({ String($0.output) }).reversed() {
        // A window may go while it is looked at.
        guard let state = try? await tool("xwininfo", "-id", window).joined(), state.contains("IsViewable"),
          let title = try? await tool("xdotool", "getwindowname", window).joined(), title != "status"
        else { continue }
        return (title, window)
      }
      return ("nothing", "none")
    }
  }

  /// The colour of the display in its right half, where no screen has text.
  private var picture: String {
    get async throws {
      let text = try await tool("import", "-window", "root", "-crop", "1x1+780+440", "-depth", "8", "txt:-")
      return text.joined().firstMatch(of: /#[0-9A-F]{6}/).map { String($0.output) } ?? "no picture"
    }
  }

  /// Kills a program of the kiosk, by the last part of its path, and waits until it has ended.
  func kill(_ name: String, of job: String) async throws {
    let found = stage.processes.first { pid in
      let words = (try? processFile("/proc/\(pid)/cmdline"))?.split(separator: "\0")
      return words?.first { !$0.hasSuffix("python3") }?.split(separator: "/").last.map(String.init) == name
    }
    Glibc.kill(try #require(found, "\(name) does not run"), SIGKILL)
    _ = try await program.output.next("the end of \(job)") { $0.contains("\(job) ended with") }
  }

  /// Kills the program of a worker, and waits until another process is that worker.
  func replace(_ worker: String, killing name: String) async throws {
    let old = try await process(of: worker)
    try await kill(name, of: worker)
    let end = ContinuousClock.now + .seconds(60)
    while true {
      if let process = try await process(of: worker), process != old { return }
      guard ContinuousClock.now < end else { throw Overdue("another \(worker)", heard: program.output.all) }
    }
  }

  /// The process of a worker; nil while there is none.
  private func process(of worker: String) async throws -> JSONValue? {
    try await way("workers", "--format", "json").output.map { try JSONValue(json: $0) }
      .first { $0["worker"] == .string(worker) && $0["state"] == .string("live") }?["pid"]
  }
}
