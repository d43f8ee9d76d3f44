// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The building blocks of trees, for functions outside of a ``NavigationTree``. Inside one each has a shorter word.
///
/// ```swift
/// func detail(_ store: DetailStore) -> some PathBuilder {
///   PathBuilders.screen(Detail.self, onAppear: { isInitial in await store.appeared(isInitial) })
/// }
/// ```
public enum PathBuilders {
  /// Builds the screens of a type, whatever their content.
  ///
  /// - Parameters:
  ///   - type: The type of the screens.
  ///   - onAppear: Told when an element that this built has appeared; true: for the first time.
  ///   - isVirtual: Whether no process shows the screen, and none needs to.
  ///   - nesting: The screens that may follow.
  public static func screen<S: Screen>(
    _ type: S.Type, onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false,
    @NavigationTreeBuilder nesting: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    screen(S.name, onAppear: onAppear, isVirtual: isVirtual, nesting: nesting)
  }

  /// Builds the screens of a name, whatever their content.
  public static func screen(
    _ name: ScreenName, onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false,
    @NavigationTreeBuilder nesting: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathTree(
      .screen(
        name, nesting: nesting().shape, onAppear: onAppear.map(TreeHandler.appear), isVirtual: isVirtual))
  }

  /// Builds those screens of a type whose content `content` agrees to. The worker is asked for each.
  public static func screen<S: Screen>(
    content: @escaping @Sendable (S) async throws -> Bool,
    onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false,
    @NavigationTreeBuilder nesting: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    let screen = screen(S.self, onAppear: onAppear, isVirtual: isVirtual, nesting: nesting)
    let handler = TreeHandler.decide { try await content($0.decoded(S.self)) }
    return PathTree(
      .conditional(
        on: S.name, then: .decision(handler, then: screen.shape, otherwise: .empty), otherwise: .empty))
  }

  /// Builds a screen by the first of these that builds it.
  public static func anyOf(_ builders: any PathBuilder...) -> PathTree {
    NavigationTreeBuilder.anyOf(builders.map(\.pathTree))
  }

  /// What `then` builds while the condition holds, and `else` otherwise. The worker is asked at each build; what the side
  /// that is chosen does not build, is not built.
  public static func `if`(
    _ condition: @escaping @Sendable () async throws -> Bool,
    @NavigationTreeBuilder then: () -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathTree(
      .decision(.decide { _ in try await condition() }, then: then().shape, otherwise: `else`().shape))
  }

  /// Builds by `then`, with the value if there is one, and by `else` otherwise. The worker is asked at each build.
  public static func `if`<Value: Sendable>(
    `let` value: @escaping @Sendable () async throws -> Value?,
    @NavigationTreeBuilder then: @escaping @Sendable (Value) async throws -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    let otherwise = `else`().shape
    return PathTree(
      .expansion { _ in
        guard let value = try await value() else { return otherwise }
        return try await then(value).shape
      })
  }

  /// For screens of a type what `screen` makes of them, where the worker is asked at each build, and nothing else; for all
  /// others `else`.
  public static func `if`<S: Screen>(
    @NavigationTreeBuilder screen: @escaping @Sendable (S) async throws -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathTree(
      .conditional(
        on: S.name, then: .expansion { try await screen($0.decoded(S.self)).shape }, otherwise: `else`().shape))
  }

  /// For screens of a name `then`, and nothing else; for all others `else`. Nobody is asked.
  public static func `if`(
    _ name: ScreenName, @NavigationTreeBuilder then: () -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathTree(.conditional(on: name, then: then().shape, otherwise: `else`().shape))
  }

  /// Builds any screen as if it were `screen`, which takes its place on the path. Has to be the last of several.
  public static func wildcard(screen: some ScreenConvertible, pathBuilder: some PathBuilder) -> PathTree {
    do {
      return PathTree(.wildcard(try screen.anyScreen, pathBuilder.pathTree.shape))
    } catch {
      return PathTree(.fault("a wildcard's screen: \(error)"))
    }
  }

  /// The part of this name, which any worker may declare, this one too.
  public static func remote(_ part: PartName) -> PathTree { PathTree(.remote(part)) }

  /// Builds nothing.
  public static var empty: PathTree { PathTree(.empty) }
}

extension AnyScreen {
  /// This screen as a type that its name fits.
  func decoded<S: Screen>(_ type: S.Type) throws(ContentError) -> S {
    try ContentCoder.decode(S.self, from: content, of: name)
  }
}
