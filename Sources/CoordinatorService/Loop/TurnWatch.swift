// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging

/// Measures turns, and remembers of each the message that took longest: a long turn keeps everybody waiting, and the log
/// says whose message it was.
struct TurnWatch {
  /// A longer turn is told, in µs.
  static let limitMicroseconds: Int64 = 250_000
  /// Shorter work is not remembered, in µs.
  private static let worthMicroseconds: Int64 = 1000

  private(set) var began: Int64 = 0
  private var longest: Work?

  private struct Work {
    var kind: String
    var microseconds: Int64
    var peer: ReceivedPeer
  }

  /// A turn begins.
  mutating func begin(at now: Int64) {
    began = now
    longest = nil
  }

  /// A message of a peer, or an answer to it, took so long. What is told of it is asked for where it took longest.
  mutating func note(
    _ kind: @autoclosure () -> String, of peer: @autoclosure () -> ReceivedPeer, microseconds: Int64
  ) {
    guard microseconds >= Self.worthMicroseconds, microseconds > longest?.microseconds ?? 0 else { return }
    longest = Work(kind: kind(), microseconds: microseconds, peer: peer())
  }

  /// What is to be told of the turn at its end, if it took long.
  func report(at now: Int64) -> Logger.Metadata? {
    guard now - began >= Self.limitMicroseconds else { return nil }
    var metadata: Logger.Metadata = ["turn.ms": "\((now - began) / 1000)"]
    guard let longest else { return metadata }
    metadata["message.kind"] = "\(longest.kind)"
    metadata["message.ms"] = "\(longest.microseconds / 1000)"
    metadata["peer.pid"] = "\(longest.peer.pid)"
    metadata["peer.uid"] = "\(longest.peer.uid.map(String.init) ?? "unknown")"
    metadata["peer.program"] = "\(longest.peer.program)"
    return metadata
  }
}

/// The process that sent a message, as the kernel tells it.
struct ReceivedPeer {
  var pid: Int32
  var uid: UInt32?
  var program: String

  init(pid: Int32, uid: UInt32?, program: String) { (self.pid, self.uid, self.program) = (pid, uid, program) }

  /// A peer of the core, or nobody known.
  init(_ peer: Peer?) { self.init(pid: peer?.pid ?? 0, uid: peer?.uid, program: peer?.command ?? "") }
}
