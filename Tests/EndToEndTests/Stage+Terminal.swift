// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension Stage {
  /// Starts a command of the shell whose terminal is that of script(1).
  func startOnTerminal(_ command: String) throws -> Program {
    try start("/usr/bin/script", ["-qec", command, "/dev/null"])
  }
}

extension Trait where Self == ConditionTrait {
  /// For what runs on a terminal.
  static var needsScript: Self {
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "needs script (apt: bsdutils)")
  }
}
