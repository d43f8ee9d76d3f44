// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The screens whose content is withheld (specification, section "Sensitive content").
///
/// A screen stays among them while its worker is gone and over restarts, whichever other worker registers its name. Only
/// the worker that registered it as sensitive, and of the same user, takes it out, by a registration that says otherwise.
/// So a screen counts once for each worker that keeps it, and what a user's workers keep has a limit.
struct SensitiveScreens: Sendable {
  /// What each worker has registered as sensitive, by the user that it was of then; nil over tcp.
  private var kept: [WorkerName: [UInt32?: Set<ScreenName>]] = [:]
  /// How many workers keep each screen.
  private var keepers: [ScreenName: Int] = [:]
  /// How many screens each user's workers keep.
  private var held: [UInt32?: Int] = [:]
  /// How many all keep.
  private var count = 0

  /// What the journal knows is kept, also where it is more than there is room for.
  init(_ workers: [WorkerRecord]) {
    for worker in workers {
      for screen in worker.sensitive { add(screen, of: worker.name, worker.uid) }
    }
  }

  var isEmpty: Bool { keepers.isEmpty }

  /// Whether the content of this screen is withheld.
  func contains(_ screen: ScreenName) -> Bool { !keepers.isEmpty && keepers[screen] != nil }

  /// The screens that a worker has registered as sensitive, sorted.
  func screens(of worker: WorkerName) -> [ScreenName] {
    guard let users = kept[worker] else { return [] }
    return users.values.reduce(into: Set<ScreenName>()) { $0.formUnion($1) }.sorted()
  }

  /// The user of a worker that has registered sensitive screens; nil where the socket did not say.
  func uid(of worker: WorkerName) -> UInt32? {
    guard let users = kept[worker] else { return nil }
    return users.keys.compactMap { $0 }.min()
  }

  /// What a user's workers keep; all over tcp are one user, for what they keep outlives their connections.
  func share(of uid: UInt32?) -> Share {
    let mine = held[uid] ?? 0
    return Share(held: mine, others: count - mine, capacity: Limits.sensitiveMax)
  }

  /// How many sensitive screens of a registration its worker does not keep yet.
  func newCount(in registration: Registration, uid: UInt32?) -> Int {
    let known = kept[registration.worker]?[uid] ?? []
    return registration.routables.count { $0.value.sensitive && !known.contains($0.key) }
  }

  /// Takes what a registration says of sensitive screens.
  mutating func take(_ registration: Registration, uid: UInt32?) {
    for (screen, routable) in registration.routables {
      if routable.sensitive {
        add(screen, of: registration.worker, uid)
      } else {
        remove(screen, of: registration.worker, uid)
      }
    }
  }

  private mutating func add(_ screen: ScreenName, of worker: WorkerName, _ uid: UInt32?) {
    guard kept[worker, default: [:]][uid, default: []].insert(screen).inserted else { return }
    keepers[screen, default: 0] += 1
    held[uid, default: 0] += 1
    count += 1
  }

  private mutating func remove(_ screen: ScreenName, of worker: WorkerName, _ uid: UInt32?) {
    guard var users = kept[worker], var screens = users[uid], screens.remove(screen) != nil else { return }
    users[uid] = screens.isEmpty ? nil : screens
    kept[worker] = users.isEmpty ? nil : users
    keepers[screen] = keepers[screen].flatMap { $0 > 1 ? $0 - 1 : nil }
    held[uid] = held[uid].flatMap { $0 > 1 ? $0 - 1 : nil }
    count -= 1
  }
}
