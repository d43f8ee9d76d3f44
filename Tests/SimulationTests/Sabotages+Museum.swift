// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

// Rules of containers and destinations, switched off.

/// Who wants to go to a destination is led there one screen after the other.
struct WalksToDestinations: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.command(var command), let peer) = event, case .route = command.verb else {
      return ([event], [])
    }
    command.verb = .show(["list", "detail"])
    command.stepwise = true
    return ([.received(.command(command), from: peer)], [])
  }
}

/// No registration says that a screen guards.
struct ForgetsGuards: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.hello(var registration), let peer) = event else { return ([event], []) }
    for screen in registration.routables.keys { registration.routables[screen]?.guards = false }
    return ([.received(.hello(registration), from: peer)], [])
  }
}

/// No registration says how often a screen may stand on a path.
struct ForgetsInstances: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.hello(var registration), let peer) = event else { return ([event], []) }
    for screen in registration.routables.keys { registration.routables[screen]?.instance = .standard }
    return ([.received(.hello(registration), from: peer)], [])
  }
}

/// Who wants to drive somewhere goes back.
struct DrivesBack: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.command(var command), let peer) = event, case .drive = command.verb else {
      return ([event], [])
    }
    command.verb = .back
    return ([.received(.command(command), from: peer)], [])
  }
}

/// The journal keeps only what shows of the containers that a route leads through.
struct LosesHidden: Sabotage {
  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.map { action in
      guard case .record(.commit(var commit)) = action, commit.cause.verb.hasPrefix("route ") else { return action }
      for index in commit.route.root.elements.indices {
        guard let branches = commit.route.root.elements[index].branches, branches.kind == .tabs else { continue }
        for (branch, entry) in branches.branches.enumerated() where entry.name != branches.selected {
          commit.route.root.elements[index].branches?.branches[branch].path = Path([])
        }
      }
      return .record(.commit(commit))
    }
  }
}
