// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// A revision of a scene, as the journal has it: INSPECT `commits`.
package struct PastCommit: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName
  /// The revision it made.
  package var revision: Revision
  /// The newest revision that is not minor.
  package var majorRevision: Revision
  /// Whether it changes nothing but `hasAppeared`, and which elements begin a sub-tree.
  package var isMinor: Bool
  /// The epoch of the commit.
  package var epoch: Epoch
  /// The route; content of sensitive screens redacted.
  package var path: Path
  /// Why.
  package var cause: Cause
  /// When it was written, on the wall clock: the time since 1970-01-01 00:00 UTC.
  package var timeSince1970: Duration
  /// Its row: a later one has a higher number, of commands and commits alike.
  package var row: UInt64

  /// A revision that was written then.
  package init(
    scene: SceneName, revision: Revision, majorRevision: Revision, isMinor: Bool = false, epoch: Epoch, path: Path,
    cause: Cause, timeSince1970: Duration, row: UInt64
  ) {
    (self.scene, self.revision, self.majorRevision, self.isMinor) = (scene, revision, majorRevision, isMinor)
    (self.epoch, self.path, self.cause) = (epoch, path, cause)
    (self.timeSince1970, self.row) = (timeSince1970, row)
  }
}
