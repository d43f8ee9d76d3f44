// SPDX-License-Identifier: Apache-2.0

/// Commands of which a client has learned no outcome. When it sends one again, that it was not sent this time does not say that
/// nothing has happened.
struct GivenUpCommands: Hashable, Sendable {
  private var ids: Set<CommandID> = []
  /// Whether there were more than are remembered: then each command may be one of them.
  private var hasForgotten = false
  private static let most = 1024

  /// Notes a command that ended without an outcome.
  mutating func add(_ id: CommandID) {
    guard ids.count < Self.most || ids.contains(id) else { return hasForgotten = true }
    ids.insert(id)
  }

  /// Forgets a command whose outcome came.
  mutating func remove(_ id: CommandID) {
    if !ids.isEmpty { ids.remove(id) }
  }

  /// Whether a command was given up, as far as that is known.
  func mayHold(_ id: CommandID) -> Bool { hasForgotten || !ids.isEmpty && ids.contains(id) }
}
