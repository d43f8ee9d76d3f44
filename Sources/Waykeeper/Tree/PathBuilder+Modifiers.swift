// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

extension PathBuilder {
  /// Tells `perform` when a screen that this built is no longer there: dismissed, or exchanged for another. Not told when
  /// the screen beneath it has gone as well.
  public func onDismiss(perform: @escaping @Sendable (AnyScreen) async throws -> Void) -> PathTree {
    PathTree(.onDismiss(.dismiss(perform), of: nil, pathTree.shape))
  }

  /// Tells `perform` when a screen of this type that this built is no longer there.
  public func onDismiss<Dismissed: Screen>(
    perform: @escaping @Sendable (Dismissed) async throws -> Void
  ) -> PathTree {
    let handler = TreeHandler.dismiss { try await perform($0.decoded(Dismissed.self)) }
    return PathTree(.onDismiss(handler, of: Dismissed.name, pathTree.shape))
  }

  /// Tells `perform` when a screen of this type that this built is no longer there.
  public func onDismiss<Dismissed: Screen>(
    of type: Dismissed.Type, perform: @escaping @Sendable () async throws -> Void
  ) -> PathTree {
    PathTree(.onDismiss(.dismiss { _ in try await perform() }, of: Dismissed.name, pathTree.shape))
  }

  /// Tells `perform` when a screen of this name that this built is no longer there.
  public func onDismiss(
    of name: ScreenName, perform: @escaping @Sendable (AnyScreen) async throws -> Void
  ) -> PathTree {
    PathTree(.onDismiss(.dismiss(perform), of: name, pathTree.shape))
  }

  /// Asks `answer` whenever this shall build a screen: `allow` builds it, `declined` does not, `deny` ends the command, and
  /// a redirect parks it until something else is done.
  ///
  /// ```swift
  /// AccountTree().gated { ask in session.isOpen ? .allow : .redirect(.show(["login"])) }
  /// ```
  ///
  /// It is asked about screens that this builds by their name. Where the names are not known beforehand (`Remote`, `Wildcard`,
  /// `IfLet`, the tree that it stands in) it is asked about every screen that comes to it, and what it redirects to would never be
  /// built: then it stands behind that screen, or in `If("name")`. Before nothing, as before an `if` that does not hold, it is asked
  /// about none.
  public func gated(by answer: @escaping @Sendable (OpenAsk) async throws -> Answer) -> PathTree {
    PathTree(.decision(.gate(answer), then: pathTree.shape, otherwise: .empty))
  }

  /// Runs `perform` whenever this is asked to build a screen, before it does or does not. A screen that stays on the path
  /// is not built again.
  public func beforeBuild(perform: @escaping @Sendable () async throws -> Void) -> PathTree {
    let handler = TreeHandler.decide { _ in
      try await perform()
      return true
    }
    return PathTree(.decision(handler, then: pathTree.shape, otherwise: .empty))
  }

  /// Makes the screen that this is about a route of the plan, which ``Driver``s walk on.
  ///
  /// ```swift
  /// Screen(List.self) {
  ///   Screen(Exhibit.self).route("exhibit", requires: ["id"], takes: ["zoom"])
  /// }
  /// .route("list")
  /// ```
  ///
  /// It lies below the nearest route round it; screens between that are no routes are passed over. For one screen, not
  /// for groups. Rules: specification, section "Drive".
  ///
  /// - Parameters:
  ///   - id: Unique among the routes of all workers of a scene; one that repeats an id is refused when it registers.
  ///   - members: Members of a drive's input without which nobody is driven here, unless the screen has them already.
  ///   - others: Members that are taken where they are given (QRoute's dependencies).
  public func route(_ id: RouteID, requires members: [String] = [], takes others: [String] = []) -> PathTree {
    let fault = TreeShape.fault("route '\(id)' belongs to one screen: write it behind its Screen(…)")
    return PathTree(pathTree.shape.routed(RoutePoint(id, requires: members, takes: others)) ?? fault)
  }
}
