// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// What the journal has one row for.
enum PastEntry {
  case command(PastCommand)
  case commit(PastCommit)

  var row: UInt64 {
    switch self {
    case .command(let command): command.row
    case .commit(let commit): commit.row
    }
  }
}

/// Commands and commits in the order in which the journal has them.
struct PastEntries {
  private var commands: PastRows<PastCommand>?
  private var commits: PastRows<PastCommit>?
  private let isAscending: Bool
  private var command: PastCommand?
  private var commit: PastCommit?
  private var isBegun = false

  /// - Parameters:
  ///   - commands: What is wanted of the commands; nil for none of them.
  ///   - commits: What is wanted of the commits, in the same order; nil for none of them.
  init(commands: Inspect?, commits: Inspect?, from source: PastSource) {
    self.commands = commands.map { PastRows($0, from: source) }
    self.commits = commits.map { PastRows($0, from: source) }
    isAscending = (commands ?? commits)?.past.isAscending ?? false
  }

  mutating func next() async throws -> PastEntry? {
    if !isBegun {
      isBegun = true
      try await advanceCommands()
      try await advanceCommits()
    }
    let takesCommand =
      switch (command, commit) {
      case (nil, nil), (nil, _?): false
      case (_?, nil): true
      case (let command?, let commit?): (command.row < commit.row) == isAscending
      }
    if takesCommand {
      let entry = command.map { PastEntry.command($0) }
      try await advanceCommands()
      return entry
    }
    let entry = commit.map { PastEntry.commit($0) }
    try await advanceCommits()
    return entry
  }

  private mutating func advanceCommands() async throws { command = try await commands?.next() }

  private mutating func advanceCommits() async throws { commit = try await commits?.next() }
}

extension PastCommand {
  /// When it ended.
  var date: Date { Date(timeIntervalSince1970: Quantity.milliseconds(timeSince1970) / 1000) }

  /// When it was sent, as near as the coordinator knows.
  var sentDate: Date { date.addingTimeInterval(-Quantity.milliseconds(outcome.duration) / 1000) }
}

extension PastCommit {
  /// When it was written.
  var date: Date { Date(timeIntervalSince1970: Quantity.milliseconds(timeSince1970) / 1000) }

  /// The element on top of what shows.
  var tip: Element? { path.tip }
}
