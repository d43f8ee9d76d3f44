// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Locks keep out what they do not allow, and nobody is taken for absent who is there.
extension Checker {
  /// In a locked scene each element is allowed, or lies above the way out.
  func checkLock(_ commit: CommitRecord, _ name: String) -> String? {
    guard let lock = settings.scenes[commit.scene]?.lock else { return nil }
    return intruder(in: commit.route.root, lock).map { "\(name) brings \($0), which the lock keeps out" }
  }

  private func intruder(in path: Path, _ lock: Settings.Lock) -> ScreenName? {
    let guarded = path.elements.prefix { $0.screen.name != lock.out }
    if let element = guarded.first(where: { !lock.allow.contains($0.screen.name) }) { return element.screen.name }
    return guarded.lazy.flatMap { $0.branches?.branches ?? [] }.compactMap { intruder(in: $0.path, lock) }.first
  }

  /// A path that came because nobody did anything: no command and no sign of life had come to the coordinator for so long.
  func checkIdle(_ commit: CommitRecord, at now: Int64) -> String? {
    guard commit.cause.kind == .idle else { return nil }
    let name = "commit \(commit.scene) \(commit.revision), because nobody did anything,"
    guard let idle = settings.scenes[commit.scene]?.idle else { return "\(name) without such a rule" }
    let since = now - idle.afterMs * 1000
    if let active = activity[commit.scene], active > since { return "\(name) comes too soon after a sign of life" }
    let sent = commands.first { _, dossier in
      guard let command = dossier.first, command.scene == commit.scene, command.within == nil, !command.isDryRun,
        let arrivedAt = dossier.arrivedAt, let decidedAt = dossier.decidedAt
      else { return false }
      return arrivedAt > since && decidedAt >= arrivedAt
    }
    return sent.map { "\(name) comes too soon after \($0.key.short)" }
  }
}
