// SPDX-License-Identifier: Apache-2.0

import Glibc
import StandardStreams
import UnixSignals

extension ScreenWorker {
  /// Runs the worker as ``run()`` does; where that throws, writes the error to the standard error and ends the process. For
  /// the top level of a program, where an error that is thrown would end it with a crash report.
  ///
  /// SIGTERM, an interrupt and SIGHUP (a terminal that closes, `systemctl reload`) end the worker in order: it tells the coordinator
  /// goodbye, and this returns when all that it started has ended. A second one, but SIGHUP, ends the process at once. From the call on these
  /// signals do nothing else; a program with a use of its own for them calls ``run()``. Where SIGHUP is ignored (`nohup`), it stays so.
  ///
  /// | exit code | error |
  /// |---|---|
  /// | 69 | ``NavigatorError/Code/noCoordinator``, ``NavigatorError/Code/permissionDenied`` |
  /// | 65 | ``NavigatorError/Code/refused``: its parts cannot be registered |
  /// | 3 | ``NavigatorError/Code/replaced``: another process has its name; to be restarted at once would take it back |
  /// | 70 | any other |
  public func runOrExit() async {
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + (Self.ignoresHangUps ? [] : [.sighup]))
    await withDiscardingTaskGroup { group in
      group.addTask { await self.stop(by: signals) }
      // Where the caller runs, as its beats tell the service manager that this does.
      do {
        try await run()
      } catch {
        StandardStream.error.write(line: "waykeeper: worker '\(name)' has ended: \("\(error)".harmless)")
        exit(Self.exitCode(of: error))
      }
      group.cancelAll()
    }
  }

  /// The first signal asks for a goodbye. Who sends another one does not want to wait for what hangs.
  private func stop(by signals: UnixSignalsSequence) async {
    var isStopping = false
    for await signal in signals {
      // The shell and the system may each say that a terminal closes.
      if isStopping, signal == .sighup { continue }
      if isStopping { exit(128 + signal.rawValue) }
      isStopping = true
      stop()
    }
  }

  /// Whether whoever started the process wants it to outlive its terminal. Looked at once: a signal that is trapped is ignored, too.
  private static let ignoresHangUps: Bool = {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    // SIG_IGN is a number in the place of a function.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }()

  static func exitCode(of error: any Error) -> Int32 {
    switch (error as? NavigatorError)?.code {
    case .noCoordinator, .permissionDenied: EX_UNAVAILABLE
    case .refused: EX_DATAERR
    case .replaced: 3
    default: EX_SOFTWARE
    }
  }
}
