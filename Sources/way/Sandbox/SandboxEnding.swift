// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation

/// The end of a sandbox: its folder goes, and what became of it is told.
struct SandboxEnding {
  let place: SandboxFolder
  let options: SandboxOptions
  /// How many processes had to be ended.
  let ended: Int
  /// Those that nobody could end.
  let left: Set<Int32>

  /// Removes the folder, tells, and returns the exit code.
  func finish(_ result: Result<SandboxRun.End, any Error>) throws -> Int32 {
    let problem = options.keep ? nil : place.remove()
    if let problem { Output.error("way: \(problem)") }
    if !left.isEmpty {
      let pids = left.sorted().map(String.init).joined(separator: ", ")
      Output.error("way: these processes of the sandbox could not be ended: \(pids)")
    }
    let end: SandboxRun.End
    do {
      end = try result.get()
    } catch {
      // The log in it says why.
      tellKept()
      throw error
    }
    switch end {
    case .ended(let end): tell(end.text, problem)
    case .signalled(let signal): tell("signal \(signal)", problem)
    case .notStarted(let command, let failure):
      Output.error("way: cannot run \(command): \(failure)")
      tellKept()
    case .abandoned: break
    }
    return end.exitCode
  }

  /// Nobody would find a folder that is kept, so this is said always.
  private func tellKept() {
    if options.keep { SandboxLine.say("folder kept: \(place.path)") }
  }

  private func tell(_ how: String, _ problem: String?) {
    guard !options.quiet else { return tellKept() }
    guard SandboxLine.isWanted(options) || options.keep else { return }
    let others = ended == 0 ? "" : ", \(ended) process\(ended == 1 ? "" : "es") ended"
    let folder = options.keep ? "folder kept: \(place.path)" : problem == nil ? "folder removed" : "folder left behind"
    SandboxLine.say("\(how)\(others), \(folder)")
  }
}

extension SandboxRun.End {
  fileprivate var exitCode: Int32 {
    switch self {
    case .ended(let end): end.exitCode
    case .signalled(let signal): 128 + signal
    case .notStarted(_, let failure): failure.exitCode
    case .abandoned: 128 + SIGKILL
    }
  }
}

/// What is said of a sandbox itself: only on a terminal, so that a pipe gets what the command says and nothing else.
enum SandboxLine {
  static func isWanted(_ options: SandboxOptions) -> Bool { !options.quiet && isatty(STDERR_FILENO) == 1 }

  static func say(_ text: String) { Output.error("sandbox".padded(to: 11) + text) }
}
