// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What a registration needs of its user's shares: a place for a worker, where it is a new one, and room for its requests.
struct WorkerPlaces: Sendable {
  /// The requests of the registration.
  let requestCount: Int
  /// What the user holds of the places for workers; nil where the registration needs none.
  private(set) var workers: Share?
  /// What the user's other workers hold of the requests; nil where the registration has none.
  private(set) var requests: Share?

  /// Reckons as if a worker of the user, another one than that of the registration, were forgotten.
  mutating func giveBack(_ worker: Worker) {
    workers = workers?.without(1)
    requests = requests?.without(worker.registration.requestCount)
  }

  /// Why there is no place; nil where there is.
  func lack(of user: User) -> ProtocolError? {
    if let workers, workers.isFull {
      return ProtocolError(.full, workers.refusal(of: user, "workers", until: "end some"))
    }
    guard let requests, !requests.admits(requestCount) else { return nil }
    return ProtocolError(
      .full, requests.refusal(of: user, "requests that workers handle", until: "register fewer, or end some"))
  }

  /// Whether there is a place.
  var isThere: Bool { workers?.isFull != true && requests?.admits(requestCount) != false }
}

extension WorkerPlaces {
  /// What a registration of a user needs, and what that user holds now.
  init(for registration: Registration, of user: User, in world: World) {
    requestCount = registration.requestCount
    if world.workers.slot(registration.worker) == nil {
      workers = world.workers.share(of: user, capacity: world.settings.workersMax)
    }
    if requestCount > 0 { requests = world.workers.requestShare(of: user, besides: registration.worker) }
  }
}

extension Share {
  /// The same where the user holds so much less.
  fileprivate func without(_ less: Int) -> Share { Share(held: held - less, others: others, capacity: capacity) }
}
