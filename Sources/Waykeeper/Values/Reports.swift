// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Reports of one kind, in the order in which the coordinator lists them.
public struct Reports<Value: Sendable>: RandomAccessCollection, Sendable {
  private let values: [Value]
  /// Whether a limit left some out: the one that was asked for, or the size of a message.
  public let hasMore: Bool

  /// These reports.
  public init(_ values: [Value], hasMore: Bool = false) { (self.values, self.hasMore) = (values, hasMore) }

  /// The position of the first report.
  public var startIndex: Int { values.startIndex }
  /// The position after the last report.
  public var endIndex: Int { values.endIndex }

  /// The report at `position`.
  public subscript(position: Int) -> Value { values[position] }
}

/// The navigation tree of a scene, in parts.
public struct SceneTree: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// Its parts, those that begin paths first.
  public var parts: [TreeNode.PartReport] = []
  /// Parts that it leads to and that no worker declares.
  public var missing: [PartName] = []

  /// The report of the missing parts; nil where none is missing.
  package var missingReport: MissingParts? { missing.isEmpty ? nil : MissingParts(scene: scene, parts: missing) }

  /// A tree without parts.
  public init(_ scene: SceneName) { self.scene = scene }
}
