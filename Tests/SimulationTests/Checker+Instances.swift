// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

extension Fleet {
  /// How often the screens of an installation stand on a path: in half of them as often as they are put there.
  mutating func setInstances(from ailment: inout SeededGenerator) {
    guard ailment.chance(500) else { return }
    for index in workers.indices {
      for screen in workers[index].routables.keys.sorted() where ailment.chance(500) {
        workers[index].routables[screen]?.instance = ailment.pick([.singleTop, .single])
      }
    }
  }
}

/// Screens that stand on a path once, or not on top of each other. The installation fixes the modes; the coordinator knows
/// them from the first HELLO of their worker on.
extension Checker {
  mutating func noteInstances(_ registration: Registration, at now: Int64) {
    for (screen, routable) in registration.routables where instances[screen] == nil {
      instances[screen] = (routable.instance, now)
    }
  }

  /// How often a screen stood on a path for a command that came then; nil where the coordinator may not have known.
  private func mode(of screen: ScreenName, since arrival: Int64) -> AnyScreen.InstanceMode? {
    instances[screen].flatMap { $0.since < arrival ? $0.mode : nil }
  }

  /// A command commits.
  func checkInstances(_ commit: CommitRecord, of command: Command, _ previous: Route, _ name: String) {
    guard let arrival = commands[command.id]?.arrivedAt else { return }
    let addsOne: Bool
    switch command.verb {
    case .drive, .route: return
    case .navigator(.go): addsOne = true
    case .show(let names): addsOne = names.count == 1
    case .navigator, .batch, .back, .start, .hide, .navigate, .open: addsOne = false
    }
    func check(_ path: Path) {
      for (index, element) in path.elements.enumerated() {
        for branch in element.branches?.branches ?? [] { check(branch.path) }
        // A fresh element, or one that was made another.
        guard previous.element(element.id)?.screen.name != element.screen.name else { continue }
        let screen = element.screen.name
        switch mode(of: screen, since: arrival) {
        case .single:
          let count = path.elements.count { $0.screen.name == screen }
          expect(count == 1, "\(name) puts '\(screen)' on \(path), where it stands already")
        case .singleTop:
          let isDouble = index > 0 && path.elements[index - 1].screen.name == screen
          expect(!(addsOne && isDouble), "\(name) puts '\(screen)' on top of itself on \(path)")
        case .standard, nil: break
        }
      }
    }
    check(commit.route.root)
  }
}
