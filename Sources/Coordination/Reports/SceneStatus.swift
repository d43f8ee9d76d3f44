// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a coordinator reports of a scene: INSPECT `scenes`.
public struct SceneStatus: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// Its revision.
  public var revision: Revision
  /// The last revision that changed more than which elements have appeared.
  public var majorRevision: Revision
  /// Its path in path syntax; the content of sensitive screens is redacted. A long one is cut: it ends with `/…`.
  public var path: String
  /// Commands that wait for their turn.
  public var waiting: Int
  /// Commands that a gate has parked.
  public var parked: Int
  /// Their ids, oldest first; a status of many scenes names the first of them.
  public var parkedCommands: [CommandID] = []
  /// The command that runs, if one does.
  public var running: CommandID?
  /// What that command is, and whom it asks; nil where none runs, and from a coordinator that does not tell.
  public var underWay: UnderWay?
  /// Those that do not run: they wait, or a gate has parked them; oldest first, as many as are told.
  public var held: [Held] = []
  /// How long ago the last commit was; nil where there was none since the start.
  public var unchangedFor: Duration?
  /// What becomes of it when nobody does anything; nil: nothing.
  public var idle: Idle?
  /// The screens that it is locked to; nil: every screen may stand in it.
  public var lock: Lock?

  /// A scene.
  public init(
    _ scene: SceneName, revision: Revision, majorRevision: Revision, path: String, waiting: Int = 0, parked: Int = 0,
    running: CommandID? = nil, unchangedFor: Duration? = nil
  ) {
    (self.scene, self.revision, self.majorRevision, self.path) = (scene, revision, majorRevision, path)
    (self.waiting, self.parked, self.running, self.unchangedFor) = (waiting, parked, running, unchangedFor)
  }
}
