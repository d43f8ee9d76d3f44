// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why the containers, destinations and tasks of a registration are refused (specification, section "Destinations").
extension World {
  func refusalOfDestinations(of registration: Registration, from peer: Peer) -> ProtocolError? {
    registration.refusalOfContainers ?? refusalOfTasks(of: registration, from: peer)
      ?? refusalOfChains(of: registration, from: peer)
  }

  /// What is about no element, one worker does for a scene.
  private func refusalOfTasks(of registration: Registration, from peer: Peer) -> ProtocolError? {
    let count = registration.tasks.values.reduce(0) { $0 + $1.count }
    guard count <= Limits.tasksMax else {
      return ProtocolError(.full, "a worker registers at most \(Limits.tasksMax) tasks for destinations, not \(count)")
    }
    for task in Destination.TaskKind.allCases where !task.isOfHost {
      for name in registration.tasks[task] ?? [] {
        let owners = workers.roster.tasks[task]?[name] ?? []
        if let error = refusal(of: "the \(task.words) '\(name)'", among: owners, to: registration, from: peer) {
          return error
        }
      }
    }
    return nil
  }

  private func refusalOfChains(of registration: Registration, from peer: Peer) -> ProtocolError? {
    guard registration.destinations.count <= Limits.destinationsMax else {
      return ProtocolError(.full, "a worker declares at most \(Limits.destinationsMax) destinations")
    }
    let others = workers.roster.destinations.values.joined().filter { $0.owner.name != registration.worker }
    let size = others.reduce(0) { $0 + $1.size } + registration.destinations.values.reduce(0) { $0 + $1.size }
    guard size <= Limits.destinationsSizeMax else {
      return ProtocolError(
        .full,
        "the destinations of all workers would have \(size) steps, cases, finders and factories; at most "
          + "\(Limits.destinationsSizeMax) are kept")
    }
    // Others may declare what is still missing when they register.
    let vocabulary = DestinationVocabulary(
      destinations: settings.destinations.merging(registration.destinations) { configured, _ in configured },
      mayLackDestinations: true)
    let containers = DeclaredContainers(registration.routables.compactMapValues(\.branches))
    for (name, destination) in registration.destinations.sorted(by: { $0.key < $1.key }) {
      guard settings.destinations[name] == nil else {
        return ProtocolError(.nameTaken, "the destination '\(name)' stands in the configuration; name it otherwise")
      }
      let owners = workers.roster.destinations[name, default: []].map(\.owner)
      if let error = refusal(of: "destination '\(name)'", among: owners, to: registration, from: peer) { return error }
      let problem = DestinationCheck.problems(
        of: destination.completed, named: name, among: vocabulary, in: containers
      ).first
      if let problem { return ProtocolError(.malformed, "destination '\(name)': \(problem)") }
    }
    return nil
  }

  private func refusal(
    of what: String, among owners: [Owner], to registration: Registration, from peer: Peer
  ) -> ProtocolError? {
    if let holder = liveHolder(among: owners, besides: registration) {
      return ProtocolError(
        .nameTaken, "\(what) is registered by worker '\(holder)' already; one worker for each in a scene")
    }
    return reservation(of: what, owners, against: registration, from: peer)
  }
}
