// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Declares a part of the navigation tree: which screens may begin a path, or the part behind a name.
///
/// ```swift
/// Declares(KioskTree())                  // may begin a path
/// Declares("settings", SettingsTree())   // the part behind Remote("settings"), in every process
/// ```
///
/// As soon as one worker of a scene declares what may begin a path, the scene has a tree: every verb's path is built by it,
/// element by element, and a path that it does not build is `rejected(notInTree)`. ``ScreenWorker/update(parts:)`` declares anew.
public struct Declares: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Declares what may begin a path.
  public init(_ tree: some PathBuilder) { parts = WorkerParts(trees: [(nil, tree.pathTree.shape)]) }

  /// Declares what may begin a path: the first branch that builds it counts. The words of the block are trees, and those of
  /// ``PathBuilders``; `Screen` and the other short ones stand in a ``NavigationTree`` alone.
  ///
  /// ```swift
  /// Declares {
  ///   KioskTree()
  ///   PathBuilders.screen("help")
  /// }
  /// ```
  public init(@NavigationTreeBuilder tree: () -> PathTree) { self.init(tree()) }

  /// Declares the part of this name. A scene has one of each name.
  public init(_ part: PartName, _ tree: some PathBuilder) {
    parts = WorkerParts(trees: [(part, tree.pathTree.shape)])
  }

  /// Declares the part of this name, by trees and the words of ``PathBuilders``. A scene has one of each name.
  ///
  /// ```swift
  /// Declares("settings") {
  ///   SettingsTree()
  ///   PathBuilders.screen("network", nesting: { PathBuilders.screen("password") })
  /// }
  /// ```
  public init(_ part: PartName, @NavigationTreeBuilder tree: () -> PathTree) { self.init(part, tree()) }
}
