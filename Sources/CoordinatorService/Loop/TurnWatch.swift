// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import WireProtocol

/// Measures turns, and remembers of each the message that took longest: a long turn keeps everybody waiting, and the log
/// says whose message it was.
struct TurnWatch {
  /// A longer turn is told, in µs.
  static let limitMicroseconds: Int64 = 250_000
  /// Shorter work is not remembered, in µs.
  static let worthMicroseconds: Int64 = 1000

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

  /// A message of a peer, or an answer to it, took so long.
  mutating func note(_ kind: String, of peer: ReceivedPeer, microseconds: Int64) {
    guard microseconds > longest?.microseconds ?? 0 else { return }
    longest = Work(kind: kind, microseconds: microseconds, peer: peer)
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

extension Header {
  /// The word for the kind of a message with this header.
  var word: String { Message.Kind(rawValue: kind).map { "\($0)" } ?? "kind \(kind)" }
}

/// The process that sent a message, as the kernel tells it.
struct ReceivedPeer {
  var pid: Int32
  var uid: UInt32?
  var program: String
}
