// SPDX-License-Identifier: Apache-2.0

/// One change of a plan, the subject of one chain of asks.
enum Change: Hashable, Sendable {
  /// Back: asks the tip, if its routable registered for that.
  case back
  /// A new root: asks the installer.
  case install(ScreenName)
  /// A show: asks all elements that answer requests, topmost first, then the installer.
  case show(ScreenName)
  /// A hide: asks the element itself, then those beneath it.
  case hide(ElementID, ScreenName)
  /// An exchange: asks one element to exchange all that follows it. If it declines, the other changes take its place.
  indirect case exchange(by: ElementID, from: ScreenName, to: ScreenName, otherwise: [Change])
  /// A step of a walk: asks the element at which the walk has arrived.
  indirect case step(Walk.Leg)

  /// The consequence of a change that no routable handled.
  enum Declined: Hashable, Sendable {
    /// The plan ends.
    case unhandled(Request)
    /// These changes take its place.
    case changes([Change])
    /// The topmost element goes.
    case goBack
  }

  var whenDeclined: Declined {
    switch self {
    case .back: .goBack
    case .install(let name): .unhandled(.install(name))
    case .show(let name): .unhandled(.show(name))
    case .hide(_, let name): .unhandled(.hide(name))
    case .exchange(_, _, _, let otherwise): .changes(otherwise)
    case .step(let leg): .unhandled(leg.step.request)
    }
  }

  /// The asks of the change, in order; nil if the change is no longer due. Elements whose registration cannot match are
  /// left out.
  func chain(on draft: Route, in registry: some Registry) -> [PlanAsk]? {
    switch self {
    case .back:
      guard let tip = draft.tip else { return [] }
      return Self.asks(.back, of: [tip], in: registry)
    case .install(let name):
      return [PlanAsk(request: .install(name), subject: .installer)]
    case .show(let name):
      var asks = Self.asks(.show(name), of: draft.activePath[...], in: registry)
      asks.append(PlanAsk(request: .install(name), subject: .installer))
      return asks
    case .hide(let id, let name):
      // An earlier change may have taken the element away, or put another screen in it: then nothing is left to hide.
      let path = draft.activePath
      guard let index = path.firstIndex(where: { $0.id == id && $0.screen.name == name }) else { return nil }
      return Self.asks(.hide(name), of: path[...index], in: registry)
    case .exchange(let id, let old, let new, _):
      return Self.asks(.change(from: old, to: new), of: draft.element(id).map { [$0] } ?? [], in: registry)
    case .step: preconditionFailure("who takes a step is known when the one before it was taken")
    }
  }

  /// The asks of those of these elements whose registration can match the request, topmost first. A registration that can
  /// match show, hide or change answers requests, so that nothing else has to be looked up.
  private static func asks(
    _ request: Request, of elements: ArraySlice<Element>, in registry: some Registry
  ) -> [PlanAsk] {
    var asks: [PlanAsk] = []
    // Most chains are one element and the installer.
    asks.reserveCapacity(2)
    // Neighbours on a long path often show the same screen, so the last answer of the registry is kept.
    var known: (screen: ScreenName, mayHandle: Bool)?
    for index in elements.indices.reversed() {
      let screen = elements[index].screen.name
      if known?.screen != screen { known = (screen, registry.mayHandle(request, screen: screen)) }
      if known?.mayHandle == true { asks.append(PlanAsk(request: request, subject: .element(elements[index].id))) }
    }
    return asks
  }
}

extension Change {
  /// The changes of a hide or navigate on a route.
  static func all(for verb: Verb, on route: Route, in registry: some Registry) -> Result<[Change], Refusal> {
    switch verb {
    case .hide(let name, let isAtomic): hiding(name, isAtomic: isAtomic, on: route, in: registry)
    case .navigate(let names):
      all(from: route.answeringElements(in: registry), to: names, isAtomic: false)
    case .navigator, .batch, .back, .start, .show, .open, .drive, .route:
      preconditionFailure("\(verb) has no differences")
    }
  }

  /// The target is the last of its name on the active path. Where its name answers requests, it is the last of its name on the
  /// line too; else it is not asked itself.
  private static func hiding(
    _ name: ScreenName, isAtomic: Bool, on route: Route, in registry: some Registry
  ) -> Result<[Change], Refusal> {
    // By index: a look at an element would copy it.
    let path = route.activePath
    guard let target = path.indices.last(where: { path[$0].screen.name == name }) else {
      return .failure(.unchanged(.targetNotFound))
    }
    func isOnLine(_ index: Int) -> Bool { registry.answersRequests(path[index].screen.name) }
    let isFirst = target == 0 || isOnLine(target) && !(0..<target).contains(where: isOnLine)
    guard !isFirst else {
      return .failure(.rejected(.rootCannotBeHidden, message: "'\(name)' is the first screen; nothing would be left"))
    }
    let above = isAtomic ? [] : (target + 1..<path.count).reversed().filter(isOnLine)
    return .success((above + [target]).map { .hide(path[$0].id, path[$0].screen.name) })
  }

  private static func all(from line: [Element], to names: [ScreenName], isAtomic: Bool) -> Result<[Change], Refusal> {
    NameChange.all(from: line.map(\.screen.name), to: names, isAtomic: isAtomic).map { changes in
      changes.map { change in
        switch change {
        case .show(let name): .show(name)
        case .root(let name): .install(name)
        case .hide(let index): hide(line, index)
        case .exchange(let index, let new):
          .exchange(
            by: line[index].id, from: line[index + 1].screen.name, to: names[index + 1],
            otherwise: line.indices.suffix(from: index + 1).reversed().map { hide(line, $0) }
              + new.map { .show($0) })
        }
      }
    }
  }

  private static func hide(_ line: [Element], _ index: Int) -> Change {
    .hide(line[index].id, line[index].screen.name)
  }
}
