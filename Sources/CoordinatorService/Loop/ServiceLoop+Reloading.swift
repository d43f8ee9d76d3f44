// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging

/// SIGHUP (specification, section "Configuration").
extension ServiceLoop {
  /// Takes over from the configuration as it stands now what can be taken over while serving: all of it, or nothing where
  /// anything in it is wrong.
  mutating func reload() {
    guard let reload = options.reload else { return logger.notice("there is no configuration to read anew") }
    let wanted: Configuration
    do {
      wanted = try reload()
    } catch {
      for problem in error.problems {
        logger.error("the configuration is wrong, nothing of it was taken over", metadata: ["problem": "\(problem)"])
      }
      // Whoever waits for the end of the reload hears of it.
      options.onReload?(configuration)
      return
    }
    let (next, changes) = configuration.reloaded(wanted)
    configuration = next
    recorder.failure = next.journalFailure
    recorder.retain(next.retention)
    feed(.configured(next.coordinatorSettings))
    options.onReload?(next)
    logger.notice(
      "configuration read anew",
      metadata: ["changed": "\(changes.taken.isEmpty ? "nothing" : changes.taken.joined(separator: ", "))"])
    if !changes.left.isEmpty {
      logger.warning(
        "changes that need a restart were not taken over",
        metadata: ["keys": "\(changes.left.joined(separator: ", "))"])
    }
  }
}
