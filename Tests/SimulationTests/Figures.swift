// SPDX-License-Identifier: Apache-2.0

import Testing

/// What runs were about: without commits, kills and losses a run proves nothing.
struct Figures: CustomStringConvertible {
  var seeds = 0
  var commands = 0
  var commits = 0
  var asks = 0
  var coordinatorKills = 0
  var workerKills = 0
  var quarantines = 0
  var sent = 0
  var lost = 0
  var copied = 0
  /// By how commands ended.
  var endings: [String: Int] = [:]

  static func += (a: inout Figures, b: Figures) {
    a.seeds += b.seeds
    a.commands += b.commands
    a.commits += b.commits
    a.asks += b.asks
    a.coordinatorKills += b.coordinatorKills
    a.workerKills += b.workerKills
    a.quarantines += b.quarantines
    a.sent += b.sent
    a.lost += b.lost
    a.copied += b.copied
    a.endings.merge(b.endings, uniquingKeysWith: +)
  }

  /// Each seed has so much of everything on the average, at the least.
  func expectSubstance() {
    let counts = [
      "commands": commands, "commits": commits, "asks": asks, "lost messages": lost, "copied messages": copied,
      "coordinator crashes": coordinatorKills, "worker kills": workerKills,
    ]
    for (what, count) in counts { #expect(count >= seeds, "\(count) \(what) in \(seeds) seeds") }
    #expect(quarantines >= seeds / 10, "\(quarantines) quarantines")
    let words = [
      "committed", "unchanged", "vetoed", "unhandled", "rejected", "conflict", "superseded", "timedOut", "cancelled",
      "failed",
    ]
    for word in words { #expect(endings[word, default: 0] >= seeds / 10, "\(word): \(endings[word, default: 0])") }
  }

  var description: String {
    """
    \(seeds) seeds, \(commands) commands, \(commits) commits, \(asks) asks, \(coordinatorKills) coordinator crashes, \
    \(workerKills) worker kills, \(quarantines) quarantines, \(sent) messages of which \(lost) lost and \(copied) copied
    outcomes: \(endings.keys.sorted().map { "\($0) \(endings[$0] ?? 0)" }.joined(separator: ", "))
    """
  }
}
