// SPDX-License-Identifier: Apache-2.0

import Coordination
import Waykeeper

/// What `way history` tells, entry by entry, oldest first.
struct HistoryQuery {
  private let wanted: History
  private let source: PastSource
  private let scene: SceneName?

  init(_ wanted: History, from source: PastSource) {
    (self.wanted, self.source, scene) = (wanted, source, wanted.past.global.scene)
  }

  /// Calls `body` with each entry, until it has heard enough.
  ///
  /// - Returns: The life of the element that was asked for.
  func forEach(_ body: (PastEntry) async throws -> Bool) async throws -> ElementPast? {
    let life = try await life()
    guard let limit = wanted.limit else {
      var entries = entries(life, isAscending: true)
      while let entry = try await next(&entries, life), try await body(entry) {}
      return life
    }
    var entries = entries(life, isAscending: false)
    var newest: [PastEntry] = []
    while newest.count < limit, let entry = try await next(&entries, life) { newest.append(entry) }
    for entry in newest.reversed() { guard try await body(entry) else { break } }
    return life
  }

  private func entries(_ life: ElementPast?, isAscending: Bool) -> PastEntries {
    var commands = Inspect(.history, scene: life?.scene ?? scene, limit: wanted.limit ?? Self.pageMax)
    if isAscending { commands.past.after = life?.known ?? 0 }
    if let life, !isAscending { (commands.past.after, commands.past.before) = (life.known, UInt64(Int64.max)) }
    wanted.since?.begin(&commands)
    wanted.until?.end(&commands)
    var commits = commands
    commits.subject = .commits
    (commands.past.wantsFailed, commits.past.wantsMinor) = (wanted.failed, true)
    return PastEntries(commands: commands, commits: wanted.all && !wanted.failed ? commits : nil, from: source)
  }

  /// Objects of a page; the coordinator has limits of its own.
  private static let pageMax = 1000

  private func next(_ entries: inout PastEntries, _ life: ElementPast?) async throws -> PastEntry? {
    while let entry = try await entries.next() {
      switch entry {
      case .command(let command):
        guard wanted.all || wanted.failed || !command.wasDryRun, life?.isTouched(by: command) ?? true else { continue }
        return .command(try await source.completed(command))
      case .commit(let commit):
        // Its command tells of the others.
        guard commit.cause.command == nil, life?.isTouched(by: commit) ?? true else { continue }
        return entry
      }
    }
    return nil
  }

  private func life() async throws -> ElementPast? {
    guard let id = wanted.element else { return nil }
    let search = ExplanationSearch(source: source, scene: scene ?? "main")
    // Where other things than changes are wanted, or none of the newest, any number of changes may lie before them.
    let isNewest = !wanted.failed && wanted.until == nil
    return try await ElementPast(of: id, until: isNewest ? wanted.limit ?? .max : .max, by: search)
  }
}

extension PastCommand {
  /// Whether it was never to change anything.
  var wasDryRun: Bool { isDryRun || outcome.reason == UnchangedReason.dryRun.rawValue }
}
