// SPDX-License-Identifier: Apache-2.0

/// Says which screens may begin a path, or follow another: a ``NavigationTree``, a part of one, or what ``PathBuilders``
/// makes.
///
/// It is asked about one screen at a time and builds it, or does not. The first that builds a screen alone says what may
/// follow it.
public protocol PathBuilder: Sendable {
  /// The tree that it stands for.
  var pathTree: PathTree { get }
}

/// Which screens may follow which, written as a tree.
///
/// ```swift
/// struct KioskTree: NavigationTree {
///   let signedIn: Bool
///   var builder: some PathBuilder {
///     Screen(Home.self) {
///       Screen(Exhibit.self) { Screen(Feedback.self) }
///         .onDismiss(of: Exhibit.self) { print("left") }
///       if signedIn { Remote("settings") } else { Screen(Login.self) }
///     }
///   }
/// }
/// ```
///
/// A worker declares it with ``Declares``. Its shape travels to the coordinator, which decides by it without asking;
/// closures stay in the worker, which is asked. Plain `if`, `switch` and `for` are looked at when the worker registers,
/// and again with ``ScreenWorker/update(parts:)``; what has to be seen at each build is `If` or `IfLet`.
///
/// A tree may contain itself, for screens that can follow themselves. If all values of the type are equal, or it is
/// `Hashable`, that travels as data; otherwise the worker is asked for each level.
public protocol NavigationTree: PathBuilder {
  /// The branches of the tree.
  associatedtype Builder: PathBuilder
  /// Its branches; several are tried in this order.
  @NavigationTreeBuilder var builder: Builder { get }
}

extension NavigationTree {
  /// The tree as a part of another one.
  public var pathTree: PathTree { PathTree(.tree(self)) }
}

/// A part of a navigation tree.
public struct PathTree: PathBuilder {
  let shape: TreeShape

  init(_ shape: TreeShape) { self.shape = shape }

  /// The part itself.
  public var pathTree: PathTree { self }
}

/// Puts the branches of a ``NavigationTree`` together: any number of them, of any types, with the control flow of
/// the language.
@resultBuilder
public enum NavigationTreeBuilder {
  /// A branch.
  public static func buildExpression(_ builder: some PathBuilder) -> PathTree { builder.pathTree }
  /// Branches; the first that builds a screen, in this order, does.
  public static func buildBlock(_ trees: PathTree...) -> PathTree { anyOf(trees) }
  /// `if` without `else`.
  public static func buildOptional(_ tree: PathTree?) -> PathTree { tree ?? PathTree(.empty) }
  /// `if`, `switch`.
  public static func buildEither(first tree: PathTree) -> PathTree { tree }
  /// `else`, `switch`.
  public static func buildEither(second tree: PathTree) -> PathTree { tree }
  /// `for`.
  public static func buildArray(_ trees: [PathTree]) -> PathTree { anyOf(trees) }
  /// `if #available`.
  public static func buildLimitedAvailability(_ tree: PathTree) -> PathTree { tree }

  static func anyOf(_ trees: [PathTree]) -> PathTree {
    trees.count == 1 ? trees[0] : PathTree(.anyOf(trees.map(\.shape)))
  }
}
