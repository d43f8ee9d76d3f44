// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How much of a scene and of a worker the status tells, so that it fits into one frame however many there are; the reports of
/// scenes and of workers tell the rest, but for commands that do not run.
enum StatusShare {
  /// A path, in octets.
  static let pathMax = 512
  /// The version of a worker, in octets.
  static let versionMax = 128
  /// Names of screens of all workers together, of which each may tell one; and as many of the rules of all scenes.
  static let screensMax = 4096
  /// A verb or a request of what is under way, in octets, and those of all scenes together, of which each may tell its part.
  static let (underWayMax, underWayTotal) = (128, 16_384)
  /// Ids of parked commands of all scenes together, of which each may tell one.
  static let parkedMax = 1024
  /// Commands that do not run: of each scene, and those of all scenes together, of which each may tell one.
  static let (heldMax, heldTotal) = (16, 256)

  /// Of how many commands that do not run a scene tells among so many.
  static func held(among count: Int) -> Int { min(heldMax, max(1, heldTotal / max(1, count))) }

  static func shortened(_ scene: SceneStatus, among count: Int) -> SceneStatus {
    var scene = scene
    let namesMax = screensMax / max(1, count)
    scene.parkedCommands = Array(scene.parkedCommands.prefix(max(1, parkedMax / max(1, count))))
    if var underWay = scene.underWay {
      let bytesMax = min(underWayMax, underWayTotal / max(1, count))
      underWay.verb = underWay.verb.shortened(bytesMax: bytesMax, countsEllipsis: false)
      if let request = underWay.asking?.request {
        underWay.asking?.request = request.shortened(bytesMax: bytesMax, countsEllipsis: false)
      }
      scene.underWay = underWay
    }
    if let idle = scene.idle { scene.idle?.unless = Array(idle.unless.prefix(namesMax)) }
    if let lock = scene.lock { scene.lock?.allow = Array(lock.allow.prefix(namesMax)) }
    return scene
  }

  static func shortened(_ worker: WorkerStatus, among count: Int) -> WorkerStatus {
    var worker = worker
    let share = max(1, screensMax / max(1, count))
    worker.version = worker.version.shortened(bytesMax: versionMax, countsEllipsis: false)
    worker.screens = Array(worker.screens.prefix(share))
    worker.roots = Array(worker.roots.prefix(share))
    return worker
  }
}
