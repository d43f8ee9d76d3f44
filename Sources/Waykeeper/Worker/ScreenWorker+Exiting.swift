// SPDX-License-Identifier: Apache-2.0

import Glibc
import StandardStreams

extension ScreenWorker {
  /// Runs the worker as ``run()`` does; where that throws, writes the error to the standard error and ends the process. For
  /// the top level of a program, where an error that is thrown would end it with a crash report.
  ///
  /// | exit code | error |
  /// |---|---|
  /// | 69 | ``NavigatorError/Code/noCoordinator``, ``NavigatorError/Code/permissionDenied`` |
  /// | 65 | ``NavigatorError/Code/refused``: its parts cannot be registered |
  /// | 3 | ``NavigatorError/Code/replaced``: another process has its name; to be restarted at once would take it back |
  /// | 70 | any other |
  public func runOrExit() async {
    do {
      try await run()
    } catch {
      StandardStream.error.write(line: "waykeeper: worker '\(name)' has ended: \("\(error)".harmless)")
      exit(Self.exitCode(of: error))
    }
  }

  static func exitCode(of error: any Error) -> Int32 {
    switch (error as? NavigatorError)?.code {
    case .noCoordinator, .permissionDenied: EX_UNAVAILABLE
    case .refused: EX_DATAERR
    case .replaced: 3
    default: EX_SOFTWARE
    }
  }
}
