// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The screens whose content is withheld (specification, section "Sensitive content").
///
/// A screen stays among them while its worker is gone and over restarts, whichever other worker registers its name. Only
/// the worker that registered it as sensitive, and of the same user, takes it out, by a registration that says otherwise.
struct SensitiveScreens: Sendable {
  /// A worker that has registered a screen as sensitive.
  private struct Keeper: Hashable {
    let worker: WorkerName
    let uid: UInt32?
  }

  private var keepers: [ScreenName: [Keeper]] = [:]

  init(_ workers: [WorkerRecord]) {
    for worker in workers {
      for screen in worker.sensitive { add(Keeper(worker: worker.name, uid: worker.uid), to: screen) }
    }
  }

  var isEmpty: Bool { keepers.isEmpty }

  /// Whether the content of this screen is withheld.
  func contains(_ screen: ScreenName) -> Bool { !keepers.isEmpty && keepers[screen] != nil }

  /// The screens that a worker has registered as sensitive, sorted.
  func screens(of worker: WorkerName) -> [ScreenName] {
    keepers.filter { $0.value.contains { $0.worker == worker } }.keys.sorted()
  }

  /// The user of a worker that has registered sensitive screens; nil where the socket did not say.
  func uid(of worker: WorkerName) -> UInt32? {
    keepers.values.joined().filter { $0.worker == worker }.compactMap(\.uid).min()
  }

  /// Whether there is room for the sensitive screens of a registration.
  func hasRoom(for registration: Registration) -> Bool {
    let fresh = registration.routables.count { $0.value.sensitive && keepers[$0.key] == nil }
    return fresh == 0 || keepers.count + fresh <= Limits.sensitiveMax
  }

  /// Takes what a registration says of sensitive screens.
  mutating func take(_ registration: Registration, uid: UInt32?) {
    let keeper = Keeper(worker: registration.worker, uid: uid)
    for (screen, routable) in registration.routables {
      if routable.sensitive {
        add(keeper, to: screen)
      } else if let index = keepers[screen]?.firstIndex(of: keeper) {
        keepers[screen]?.remove(at: index)
        if keepers[screen]?.isEmpty == true { keepers[screen] = nil }
      }
    }
  }

  private mutating func add(_ keeper: Keeper, to screen: ScreenName) {
    guard keepers[screen]?.contains(keeper) != true else { return }
    keepers[screen, default: []].append(keeper)
  }
}
