// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Reading a link, and waiting for the workers that could (specification, section "Links").
extension Transition {
  /// Begins to read the link.
  mutating func read(_ url: String, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard let link = try? DeepLink(parsing: url) else {
      return .end(.ended(Ending(.rejected(.invalid), message: "this is no URL")))
    }
    errand.leadsTo = nil
    var search = LinkSearch(link)
    search.add(world.settings.links)
    for slot in world.workers.inOrder where world.workers[slot].serves(stage.name) {
      guard let links = world.workers[slot].registration.links else { continue }
      search.add(links, of: world.workers[slot].owner)
    }
    return readOn(search, on: stage, in: world, &turn)
  }

  /// Goes on to the next reader.
  mutating func readOn(_ search: LinkSearch, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    var search = search
    while let reader = search.next() {
      switch reader {
      case .patterns(let patterns):
        guard let end = patterns.lazy.compactMap({ $0.end(for: search.link) }).first else { continue }
        return lead(to: end, on: stage, in: world, &turn)
      case .worker(let owner):
        let inquiry = Inquiry(
          .parse(search.link.text), about: AnyScreen("link"), to: owner, showing: base.root)
        switch sendAsk(inquiry, on: stage, in: world, &turn) {
        case .sent:
          state = .reading(search)
          return .wait
        case .absent: search.lacksReader = true
        case .silent: continue
        case .exhausted: return .end(.ended(Self.exhausted))
        }
      }
    }
    let message = search.message(in: stage.name)
    let until = search.lacksReader ? errand.deadline : world.coldUntil(hasReaders: search.hasReaders)
    return putAside(until: until, or: Ending(.unhandled, message: message), in: world)
  }

  /// Goes on with the answer of a reader.
  mutating func follow(
    _ answer: LinkAnswer, in search: LinkSearch, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    switch answer {
    case .path(let path): lead(to: .path(path), on: stage, in: world, &turn)
    case .declined: readOn(search, on: stage, in: world, &turn)
    }
  }

  /// The link leads there.
  private mutating func lead(to end: LinkEnd, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    errand.leadsTo = end
    let plan =
      switch end {
      case .path(let path):
        Plan(.navigator(.replace(path: path, in: nil)), on: base, context: errand.context, ids: ids)
      case .destination(let name, let context): Plan(.route(.named(name)), on: base, context: context, ids: ids)
      }
    return begin(plan, on: stage, in: world, &turn)
  }

  /// A link waits for workers outside the queue, or ends so.
  func putAside(until: Instant, or ending: Ending, in world: World) -> Move {
    let until = min(until, errand.deadline)
    guard until > world.time, !errand.isDryRun else { return .end(.ended(ending)) }
    return .end(.putAside(ending, until: until))
  }
}
