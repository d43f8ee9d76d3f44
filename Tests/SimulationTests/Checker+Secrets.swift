// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import WireProtocol

/// Sensitive content is told to the workers that are asked and to the one that shows the screen, and to nobody else.
extension Checker {
  /// Frames leave the coordinator; `process` is nil where they are published.
  mutating func leaves(_ frames: [[UInt8]], _ message: Message, to process: ProcessID?) {
    guard isSecret, Secret.stands(in: frames) else { return }
    switch message {
    case .ask: return
    case .workerState, .treeEvent:
      if process.flatMap({ registrations[$0] })?.routables[Secret.screen]?.hosts == true { return }
    default: break
    }
    violate("a secret leaves in \(message.kind) to \(process.map { "process \($0)" } ?? "all"): \(Say.text(message))")
  }

  /// What the journal gets, as text.
  mutating func keepsNoSecret(_ record: JournalRecord) {
    guard isSecret else { return }
    let texts: [String] =
      switch record {
      case .commit(let commit):
        [
          writtenText { StoredJSON.append(commit.route, to: &$0) },
          writtenText { StoredJSON.append(commit.cause, to: &$0) },
        ]
      case .decided(let decided): Self.texts(of: decided)
      case .open(let open): Self.texts(of: open.decided)
      default: []
      }
    expect(!texts.contains { $0.contains(Secret.mark) }, "a secret is written: \(texts)")
  }

  private static func texts(of decided: DecidedRecord) -> [String] {
    [
      writtenText { StoredJSON.append(decided.outcome, to: &$0) },
      writtenText { StoredJSON.append(decided.origin, to: &$0) },
      decided.verb, decided.because ?? "",
    ]
  }
}
