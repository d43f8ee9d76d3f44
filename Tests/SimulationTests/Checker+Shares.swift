// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Users do not harm each other: none is refused within its share because of others, and client ids belong to the user that
/// used them first.
extension Checker {
  private func user(_ process: ProcessID) -> UInt32 {
    strangers.contains(process) ? Simulator.stranger : Simulator.owner
  }

  /// Whether a client belongs to the user of a process; it does from its first use on.
  mutating func owns(_ client: String, _ process: ProcessID) -> Bool {
    if let owner = owners[client] { return owner == user(process) }
    owners[client] = user(process)
    return true
  }

  /// What one user may always hold, whatever one other user does: four fifths of the fifth that is left.
  private func sureShare(of capacity: Int) -> Int { capacity * 4 / 25 }

  /// ERROR full leaves the coordinator. Each command of a user is at most one outcome, and each HELLO one name.
  func checkShare(of process: ProcessID, _ error: ProtocolError) {
    let clients = Set(owners.filter { $0.value == user(process) }.keys)
    let rows = commands.keys.count { clients.contains($0.client) }
    let names = hellos.count { $0.value.contains { user($0) == user(process) } }
    expect(
      rows >= sureShare(of: settings.window.rows) || names >= sureShare(of: settings.workersMax),
      "process \(process) is starved: its user has used \(rows) ids and \(names) names, and is told '\(error.message)'")
  }

  /// A command is decided as busy. Each command of the user in the scene that has not ended is at most one place.
  func checkPlace(of outcome: Outcome) {
    guard outcome.kind == .busy, let command = commands[outcome.id]?.first, command.ifBusy == .queue,
      let owner = owners[outcome.id.client]
    else { return }
    switch command.verb {
    // Links have places of their own, and a destination may end a request while a screen is still appearing.
    case .open, .route: return
    default: break
    }
    let open = commands.values.count { dossier in
      guard let other = dossier.first, dossier.decided == nil, other.scene == command.scene else { return false }
      return owners[other.id.client] == owner
    }
    expect(
      open >= sureShare(of: Limits.queueMax - Limits.queueReserved),
      "user \(owner) is starved: \(open) of its commands wait in \(command.scene), and \(outcome.id.short) is busy")
  }

  /// OUTCOME leaves the coordinator for a process, which has asked for it or said something under its id.
  func checkOwner(of outcome: Outcome, told process: ProcessID) {
    guard strangers.contains(process), let owner = owners[outcome.id.client] else { return }
    expect(
      owner == user(process),
      "\(outcome.id.short) belongs to user \(owner), and a stranger was told \(Say.text(outcome))")
  }
}
