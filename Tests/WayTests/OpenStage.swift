// SPDX-License-Identifier: Apache-2.0

import TestSupport

extension Stage {
  /// Starts a coordinator that also shows screens which no worker hosts, and waits until it listens.
  func startOpenCoordinator(_ arguments: [String] = []) async throws -> Program {
    let daemon = try start("waykeeperd", ["--hosting", "optional"] + arguments)
    _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
    return daemon
  }
}
