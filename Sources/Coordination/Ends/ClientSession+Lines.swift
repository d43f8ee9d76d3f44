// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel

/// How commands are found: by their ids, and by their scenes.
extension ClientSession {
  /// An id among those of pending commands. The client's own come first, by their numbers; all of them have one long text.
  struct IDKey: Sendable, Comparable {
    let id: CommandID
    let isOwn: Bool

    static func == (a: Self, b: Self) -> Bool { a.id.sequence == b.id.sequence && a.id == b.id }

    static func < (a: Self, b: Self) -> Bool {
      if a.isOwn != b.isOwn { return a.isOwn }
      return a.id.sequence != b.id.sequence ? a.id.sequence < b.id.sequence : !a.isOwn && a.id < b.id
    }
  }

  /// The commands of a scene that are in the way of later ones, in order. All but the first wait, or have come back.
  struct SceneLine: Sendable {
    let scene: SceneName
    var members: Deque<Correlation> = []
  }

  /// The first that is in the way of later commands of the scene.
  func firstInLine(_ scene: SceneName) -> Correlation? { lines.first { $0.scene == scene }?.members.first }

  /// Has a command in its scene's line where it is in the way of later ones, and only there.
  mutating func updateLine(_ index: Int) {
    guard pending[index].isInTheWay else { return leaveLine(pending[index]) }
    let (scene, correlation) = (pending[index].scene, pending[index].correlation)
    let line = lines.firstIndex { $0.scene == scene } ?? lines.count
    if line == lines.count { lines.append(SceneLine(scene: scene)) }
    let place = lines[line].members.position(of: correlation)
    guard place == lines[line].members.count || lines[line].members[place] != correlation else { return }
    lines[line].members.insert(correlation, at: place)
  }

  mutating func leaveLine(_ command: Pending) {
    guard command.keepsOrder, let line = lines.firstIndex(where: { $0.scene == command.scene }) else { return }
    let place = lines[line].members.position(of: command.correlation)
    guard place < lines[line].members.count, lines[line].members[place] == command.correlation else { return }
    lines[line].members.remove(at: place)
    if lines[line].members.isEmpty { lines.remove(at: line) }
  }
}
