// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// The least severe messages that are logged, for the whole process.
enum LogLevel {
  private static let index = Atomic(Logger.Level.allCases.firstIndex(of: .info) ?? 0)

  /// The present level.
  static var now: Logger.Level { Logger.Level.allCases[index.load(ordering: .relaxed)] }

  /// Logs nothing less severe from now on.
  static func set(_ level: Logger.Level) {
    index.store(Logger.Level.allCases.firstIndex(of: level) ?? 0, ordering: .relaxed)
  }
}
