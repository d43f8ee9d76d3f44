// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import LoadGenerator

/// The system calls of a process during a stretch of load, as strace counts them.
enum SystemCalls {
  /// So many for each navigation; those of each name, most frequent first.
  case counted(perNavigation: Double, byName: [(name: String, perNavigation: Double)])
  /// Why nobody counted.
  case notCounted(String)

  /// Counts those of a process while the body navigates; the body returns how many navigations it made.
  static func count(of pid: Int32, in folder: String, _ body: () throws -> Int) throws -> SystemCalls {
    let (table, log) = ("\(folder)/strace.table", "\(folder)/strace.log")
    let words = ["strace", "-f", "-c", "-S", "calls", "-o", table, "-p", "\(pid)"]
    let strace: Child
    do {
      strace = try Child(ChildProcess(words: words, log: log))
    } catch {
      return .notCounted(error.exitCode == 127 ? "strace is not installed" : error.description)
    }
    guard isFollowing(strace, says: log) else { return .notCounted(lastLine(of: log) ?? "strace says nothing") }
    let result = Result { try body() }
    strace.signal(SIGINT)
    strace.wait()
    let navigations = try result.get()
    guard let text = try? String(contentsOfFile: table, encoding: .utf8) else {
      return .notCounted(lastLine(of: log) ?? "strace wrote nothing")
    }
    return read(text, navigations)
  }

  /// Reads strace's table: share, seconds, µs a call, calls, perhaps errors, name.
  static func read(_ table: String, _ navigations: Int) -> SystemCalls {
    guard navigations > 0 else { return .notCounted("nothing was committed meanwhile") }
    var rows: [(name: String, perNavigation: Double)] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 5, Double(words[0]) != nil, let calls = Double(words[3]) else { continue }
      let each = calls / Double(navigations)
      if words[words.count - 1] == "total" { return .counted(perNavigation: each, byName: rows) }
      rows.append((String(words[words.count - 1]), each))
    }
    return .notCounted("strace wrote no total")
  }

  /// Waits until strace has said that it follows the process; ends it where it does not.
  private static func isFollowing(_ strace: Child, says log: String) -> Bool {
    for _ in 0..<500 {
      if let text = try? String(contentsOfFile: log, encoding: .utf8), text.contains(" attached") { return true }
      if strace.end != nil { return false }
      usleep(10_000)
    }
    strace.signal(SIGKILL)
    strace.wait()
    return false
  }

  private static func lastLine(of file: String) -> String? {
    (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n").last.map(String.init)
  }
}
