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
}
