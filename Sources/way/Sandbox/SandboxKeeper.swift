// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CProcessCalls
import Foundation
import Waykeeper

/// The process between `way sandbox` and all that runs in the sandbox. It starts the coordinator and the command, adopts what
/// they leave behind, and ends it, also where `way sandbox` is killed: the end of a pipe tells it. It is no part of the
/// process group of whoever types, so that what ends that does not end it.
struct SandboxKeeper: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox-keeper", abstract: "Part of `way sandbox`, which runs it.", shouldDisplay: false)

  @Option var folder: String
  /// What `way sandbox` writes signals to, and what ends with it.
  @Option var lifeline: Int32
  /// Its process group.
  @Option var group: Int32
  /// A journal or an export that the coordinator is to have behind it, up to a row.
  @Option var replayed: String?
  @Option var row: UInt64 = 0
  /// Words of the coordinator's command line, behind the usual ones.
  @Option(parsing: .unconditionalSingleValue) var daemonWord: [String] = []
  @OptionGroup var options: SandboxOptions
  @Argument(parsing: .postTerminator) var command: [String]

  /// Lets this process write to its terminal from the background, where that may stop whoever does (`stty tostop`): nobody
  /// would let it go on. To be called before there are threads; what this process starts blocks what was blocked before.
  static func writeFromBackground() {
    var stops = sigset_t()
    sigemptyset(&stops)
    sigaddset(&stops, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stops, nil)
  }

  func run() async throws {
    _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC)
    // It ends when its sandbox does, whoever wants it to end sooner.
    guard waykeeper_process_note_signals(-1) == 0, waykeeper_process_adopt() == 0 else {
      throw CommandFailure("cannot adopt processes: \(String(cString: strerror(errno)))", .noCoordinator)
    }
    let place = SandboxFolder(path: folder)
    try place.make()
    let events = SandboxEvents()
    events.watchLifeline(lifeline)
    let past = replayed.map { ReplayedPast(file: $0, row: row) }
    let run = SandboxRun(
      place: place, group: group, options: options, command: command, daemonWords: daemonWord, past: past,
      events: events)
    let result: Result<SandboxRun.End, any Error>
    do {
      result = .success(try await run.run())
    } catch {
      result = .failure(error)
    }
    let (ended, left) = await run.endAll()
    let end = try SandboxEnding(place: place, options: options, ended: ended, left: left).finish(result)
    throw ExitCode(end)
  }
}
