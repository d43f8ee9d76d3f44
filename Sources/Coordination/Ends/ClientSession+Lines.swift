// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel

/// How commands are found: by their ids, and by their scenes.
extension ClientSession {
  func index(of id: CommandID) -> Int? {
    guard id.client == client else { return otherIDs[id].flatMap { index(of: $0) } }
    return ownIDs.index(of: id.sequence).flatMap { index(of: ownIDs[$0]) }
  }

  func index(of correlation: Correlation) -> Int? { pending.index(of: correlation) }

  mutating func note(_ id: CommandID, _ correlation: Correlation) {
    if id.client == client { ownIDs.insert(correlation, id.sequence) } else { otherIDs[id] = correlation }
  }

  mutating func forget(_ id: CommandID) {
    guard id.client == client else { return otherIDs[id] = nil }
    if let index = ownIDs.index(of: id.sequence) { ownIDs.remove(at: index) }
  }

  /// The commands of a scene that are on their way to its queue, or in it, in order: those that are accepted; one that is sent, or
  /// some that have come back; those that wait.
  struct SceneLine: Sendable {
    let scene: SceneName
    var members: Deque<Correlation> = []
  }

  /// A line in which nothing is left goes only where there are more lines than this.
  private static let emptyLinesMax = 8

  /// The first command of the scene that is not accepted, if the scene's queue has a place for it: the coordinator gives a client
  /// as many there as are looked at here.
  func nextInLine(_ scene: SceneName) -> Correlation? {
    guard let line = lines.first(where: { $0.scene == scene }) else { return nil }
    return line.members.prefix(Limits.queuePerClientMax).first { correlation in
      index(of: correlation).map { !pending[$0].isAccepted } ?? false
    }
  }

  /// Puts a command into its scene's line, or takes it out, as ``Pending/isInLine`` says.
  mutating func updateLine(_ index: Int) {
    guard pending[index].isInLine else { return leaveLine(pending[index]) }
    let (scene, correlation) = (pending[index].scene, pending[index].correlation)
    let line = lines.firstIndex { $0.scene == scene } ?? lines.count
    if line == lines.count { lines.append(SceneLine(scene: scene)) }
    lines[line].members.insertInOrder(correlation)
  }

  mutating func leaveLine(_ command: Pending) {
    guard command.keepsOrder, let line = lines.firstIndex(where: { $0.scene == command.scene }) else { return }
    lines[line].members.removeInOrder(command.correlation)
    // Most clients navigate in the same few scenes all the time.
    if lines[line].members.isEmpty, lines.count > Self.emptyLinesMax { lines.remove(at: line) }
  }
}
