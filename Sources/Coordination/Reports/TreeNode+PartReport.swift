// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension TreeNode {
  /// A part of the navigation tree, as its worker declares it: INSPECT `tree`.
  public struct PartReport: Hashable, Sendable {
    /// The scene whose tree it is a part of.
    public var scene: SceneName
    /// Its name; nil for one that begins paths.
    public var part: PartName?
    /// The worker that declares it.
    public var worker: WorkerName
    /// Whether that worker is connected.
    public var isLive: Bool
    /// What is declared.
    public var tree: TreeNode

    /// A part.
    public init(scene: SceneName, part: PartName?, worker: WorkerName, isLive: Bool, tree: TreeNode) {
      (self.scene, self.part, self.worker, self.isLive, self.tree) = (scene, part, worker, isLive, tree)
    }
  }
}

/// Parts that a scene's tree leads to and that no worker declares: INSPECT `tree`.
package struct MissingParts: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName
  /// Their names.
  package var parts: [PartName]

  /// These parts are missing.
  package init(scene: SceneName, parts: [PartName]) { (self.scene, self.parts) = (scene, parts) }
}
