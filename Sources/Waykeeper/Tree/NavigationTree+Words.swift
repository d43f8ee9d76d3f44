// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The words of a tree; ``PathBuilders`` has the same under longer names.
extension NavigationTree {
  /// Builds the screens of a type, whatever their content; `nesting` holds the screens that may follow.
  public func Screen<S: Screen>(
    _ type: S.Type, onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false,
    @NavigationTreeBuilder nesting: () -> PathTree
  ) -> PathTree {
    PathBuilders.screen(type, onAppear: onAppear, isVirtual: isVirtual, nesting: nesting)
  }

  /// Builds the screens of a type, whatever their content; nothing may follow.
  public func Screen<S: Screen>(
    _ type: S.Type, onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false
  ) -> PathTree {
    PathBuilders.screen(type, onAppear: onAppear, isVirtual: isVirtual)
  }

  /// Builds the screens of a name, whatever their content; `nesting` holds the screens that may follow.
  public func Screen(
    _ name: ScreenName, onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false,
    @NavigationTreeBuilder nesting: () -> PathTree
  ) -> PathTree {
    PathBuilders.screen(name, onAppear: onAppear, isVirtual: isVirtual, nesting: nesting)
  }

  /// Builds the screens of a name, whatever their content; nothing may follow.
  public func Screen(
    _ name: ScreenName, onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false
  ) -> PathTree {
    PathBuilders.screen(name, onAppear: onAppear, isVirtual: isVirtual)
  }

  /// Builds those screens of a type whose content `content` agrees to; `nesting` holds the screens that may follow.
  ///
  /// ```swift
  /// Screen { (exhibit: Exhibit) in await catalogue.has(exhibit.id) } nesting: { Screen(Feedback.self) }
  /// ```
  public func Screen<S: Screen>(
    content: @escaping @Sendable (S) async throws -> Bool,
    onAppear: (@Sendable (Bool) async throws -> Void)? = nil, isVirtual: Bool = false,
    @NavigationTreeBuilder nesting: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathBuilders.screen(content: content, onAppear: onAppear, isVirtual: isVirtual, nesting: nesting)
  }

  /// Builds a screen by the first of these that builds it; for groups that a function or a modifier is about.
  public func AnyOf(@NavigationTreeBuilder _ builders: () -> PathTree) -> PathTree { builders() }

  /// Builds by `then` while the condition holds, which is asked for at each build, and by `else` otherwise.
  public func If(
    _ condition: @escaping @Sendable () async throws -> Bool,
    @NavigationTreeBuilder then: () -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathBuilders.if(condition, then: then, else: `else`)
  }

  /// Builds screens of a type as `screen` makes of their content, and all others by `else`.
  ///
  /// ```swift
  /// If { (exhibit: Exhibit) in
  ///   if exhibit.id > 0 { Screen(Exhibit.self) }
  /// } else: {
  ///   Screen(Login.self)
  /// }
  /// ```
  public func If<S: Screen>(
    @NavigationTreeBuilder screen: @escaping @Sendable (S) async throws -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathBuilders.if(screen: screen, else: `else`)
  }

  /// For screens of a name `then`, and nothing else; for all others `else`. Nobody is asked.
  public func If(
    _ name: ScreenName, @NavigationTreeBuilder then: () -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathBuilders.if(name, then: then, else: `else`)
  }

  /// Builds by `then` with an optional value, such as one of a store, asked for at each build, and by `else` while there is none.
  ///
  /// ```swift
  /// IfLet { await session.user } then: { user in Screen(Profile.self) } else: { Screen(Login.self) }
  /// ```
  public func IfLet<Value: Sendable>(
    _ value: @escaping @Sendable () async throws -> Value?,
    @NavigationTreeBuilder then: @escaping @Sendable (Value) async throws -> PathTree,
    @NavigationTreeBuilder else: () -> PathTree = { PathBuilders.empty }
  ) -> PathTree {
    PathBuilders.if(let: value, then: then, else: `else`)
  }

  /// Builds any screen as if it were `screen`, which takes its place on the path. Has to be the last of several.
  public func Wildcard(screen: some ScreenConvertible, pathBuilder: some PathBuilder) -> PathTree {
    PathBuilders.wildcard(screen: screen, pathBuilder: pathBuilder)
  }

  /// Builds any screen as if it were `screen`, which takes its place on the path. Has to be the last of several.
  public func Wildcard(
    screen: some ScreenConvertible, @NavigationTreeBuilder pathBuilder: () -> PathTree
  ) -> PathTree {
    PathBuilders.wildcard(screen: screen, pathBuilder: pathBuilder())
  }

  /// The part of this name, which any worker may declare, this one too.
  public func Remote(_ part: PartName) -> PathTree { PathBuilders.remote(part) }

  /// Builds nothing.
  public func Empty() -> PathTree { PathBuilders.empty }
}
