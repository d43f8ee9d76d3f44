// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Containers and destinations: a route shows its destination with its one commit, nobody that guards is passed over, and
/// what is hidden is not lost.
extension Checker {
  mutating func checkMuseum(_ commit: CommitRecord, of command: Command, _ previous: Route, _ name: String) {
    if case .route(.named(let destination)) = command.verb, let end = Fleet.ends[destination] {
      let tip = commit.route.tip?.screen.name
      expect(tip == end, "\(name) leads to \(destination), and shows \(tip?.rawValue ?? "nothing")")
    }
    if command.verb.keepsHidden { checkHidden(commit.route, previous, name) }
    if !command.skipsGuards { checkGuards(commit, of: command, previous, name) }
  }

  /// Branches that do not show before and after it hold what they held.
  private func checkHidden(_ route: Route, _ previous: Route, _ name: String) {
    for before in previous.allElements {
      guard let branches = before.branches, branches.kind == .tabs, let after = route.element(before.id),
        after.screen.name == before.screen.name, let next = after.branches
      else { continue }
      for branch in branches.branches where branch.name != branches.selected && branch.name != next.selected {
        let held = Route(root: branch.path).allElements.map(\.id)
        let holds = next[branch.name].map { Route(root: $0.path).allElements.map(\.id) } ?? []
        expect(held == holds, "\(name) changes what is hidden in \(before.id){\(branch.name)}: \(held) to \(holds)")
      }
    }
  }

  /// An element of a screen that guards leaves, and its worker was there since before the command came.
  private func checkGuards(_ commit: CommitRecord, of command: Command, _ previous: Route, _ name: String) {
    guard let arrived = commands[command.id]?.arrivedAt else { return }
    for element in previous.allElements where element.screen.name == "detail" {
      if commit.route.element(element.id)?.screen.name == "detail" { continue }
      guard let guardedSince, guardedSince < arrived else { continue }
      let isAsked = commit.cause.asked.contains { $0.request == "leave" && $0.element == element.id }
      expect(isAsked, "\(name) takes \(element.id) away, and its guard was not asked")
    }
  }

  /// A process is welcomed with this registration.
  mutating func noteGuards(_ registration: Registration, at now: Int64) {
    guard registration.routables["detail"]?.guards == true, !registration.destinations.isEmpty else { return }
    guardedSince = guardedSince ?? now
  }
}

extension Verb {
  /// Whether it leaves alone what does not show, before and after it.
  fileprivate var keepsHidden: Bool {
    switch self {
    case .route, .navigator(.select), .show, .hide, .navigate, .back: true
    case .navigator, .batch, .start, .open, .drive: false
    }
  }
}
