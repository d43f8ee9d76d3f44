// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// KEEPALIVE: where each idle scene is, so that a lost last update is found too; and whether workers came or went.
package struct Keepalive: Hashable, Sendable {
  /// Where a scene is.
  package struct Position: Hashable, Sendable {
    /// The scene.
    package var scene: SceneName
    /// Its revision.
    package var revision: Revision
    /// Its presence number.
    package var presenceNumber: UInt64

    /// A position.
    package init(scene: SceneName, revision: Revision, presenceNumber: UInt64) {
      self.scene = scene
      self.revision = revision
      self.presenceNumber = presenceNumber
    }
  }

  /// The epoch.
  package var epoch: Epoch
  /// The scenes, sorted by name.
  package var positions: [Position]

  /// Counts the sessions of workers that have begun or ended in this epoch.
  package var workerChanges: UInt64

  /// A keepalive.
  package init(epoch: Epoch, positions: [Position], workerChanges: UInt64 = 0) {
    self.epoch = epoch
    self.positions = positions
    self.workerChanges = workerChanges
  }
}
