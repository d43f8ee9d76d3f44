// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// What the coordinator wants done. The shell keeps this order on each socket, and none between sockets: workers come first, then
/// observers, then clients. Everything that a turn wants written is in one transaction before anything of that turn leaves.
package enum Action: Hashable, Sendable {
  /// Write this into the transaction of the turn.
  case record(JournalRecord)
  /// Answer a peer.
  case reply(Message, to: Peer)
  /// Send to the session on a connection.
  case send(Message, to: Connection)
  /// Tell the observers of a scene.
  case publish(Message, scene: SceneName)
  /// Tell the observers of one channel of a scene.
  case publishState(SceneState, on: Channel)
  /// Tell all observers.
  case publishKeepalive(Keepalive)
  /// Answer INSPECT status: this report, with the figures of the shell (observers, journal file, folders) added.
  indirect case replyStatus(CoordinatorStatus, to: Peer)
  /// Answer INSPECT history from the journal.
  indirect case replyHistory(Inspect, to: Peer)
  /// A session begins on a connection: messages to it are written as the peer writes, and the end of the process of the
  /// peer is told.
  case sessionBegan(Connection, Peer)
  /// The session on a connection is over.
  case sessionEnded(Connection)
  /// Tell people, in the log.
  indirect case tell(Notice)
}
