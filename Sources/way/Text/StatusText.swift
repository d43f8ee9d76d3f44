// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// What a coordinator reports of itself, as people read it.
struct StatusText {
  /// The report, and the routes.
  let status: CoordinatorStatus
  let states: [SceneState]
  /// Where its sockets are.
  let folder: String
  let now: Date
  /// The only scene to tell of; nil for all.
  var scene: SceneName?
  var palette = Palette.standard

  var lines: [Printed] {
    let shares = SharesText(status: status, palette: palette).lines.map { Printed($0) }
    let parts: [[Printed]] = [head, problem, [""], scenes, [""], people, shares, lately, garbage, sockets]
    return Array(parts.joined())
  }

  private var head: [Printed] {
    let parts: [Printed] = [
      palette("Waykeeper \(status.version)", .strong),
      "up \(Quantity.span(status.uptime))",
      "start \(status.starts)", "\(folder)", journal,
    ]
    return palette.width.flowed(parts, separator: "   ", hanging: 2)
  }

  private var journal: Printed {
    guard let journal = status.service?.journal, journal.mode != "none" else { return "journal none" }
    if !status.isDurable { return palette("journal failing: nothing is durable", .bad) }
    var parts: [Printed] = ["journal \(journal.durability ?? "")"]
    if let gaps = journal.gaps, gaps > 0 { parts.append(palette("\(gaps) gap\(gaps == 1 ? "" : "s")", .notice)) }
    if let commits = journal.commits {
      parts.append("\(Quantity.count(Int64(clamping: commits))) commit\(commits == 1 ? "" : "s")")
    }
    if let bytes = journal.bytes { parts.append("\(Quantity.bytes(bytes))") }
    return parts.joined(separator: ", ")
  }

  /// What is wrong with the journal, or was at the start.
  private var problem: [Printed] {
    guard let problem = status.service?.journal.problem else { return [] }
    return palette.lines("  " + problem, .bad, hanging: 4)
  }

  // ── who is there ───────────────────────────────────────────────────────────────────────────────

  /// Names that are listed one by one; of more only their number is told, and `way workers` lists them.
  private static let namesMax = 8

  /// Workers that are named where they are not connected.
  private static let troubledMax = 3

  private var people: [Printed] {
    let workers = status.workers
    var names = workers.prefix(Self.namesMax).map(\.name.rawValue)
    if workers.count > names.count { names.append("\(workers.count - names.count) more") }
    let words: KeyValuePairs<WorkerStatus.State, String> = [
      .live: "connected", .leaving: "leaving", .suspect: "silent", .gone: "gone", .quarantined: "quarantined",
    ]
    let states = words.compactMap { state, word -> String? in
      let names = workers.filter { $0.state == state }.map(\.name.rawValue)
      guard !names.isEmpty || state == .live else { return nil }
      // Of many it is said which; a single worker is named in front.
      let isNamed = state != .live && workers.count > 1 && names.count <= Self.troubledMax
      return "\(names.count) \(word)" + (isNamed ? " (\(names.joined(separator: ", ")))" : "")
    }
    let listed = workers.isEmpty ? "none; `way worker FILE.yaml` runs one" : names.joined(separator: " · ")
    let line = "workers   " + listed
    let summary = states.joined(separator: ", ")
    // Apart where there is room, else as near as they can be.
    let whole = [line.padded(to: 50), line].map { "\($0)   \(summary)" }.first { palette.width.fits($0.count) }
    let apart = [line, String(repeating: " ", count: Self.label) + summary]
    let lines = workers.isEmpty ? [line] : whole.map { [$0] } ?? apart
    return (lines + [watching]).flatMap { palette.lines($0, hanging: Self.label) }
  }

  /// The columns of `workers` and `watching`.
  private static let label = 10

  private var watching: String {
    let observers = status.service?.observers ?? []
    guard !observers.isEmpty else { return "watching  nobody" }
    let count = "watching  \(observers.count) observer\(observers.count == 1 ? "" : "s"): "
    guard observers.count > Self.namesMax else {
      return count + observers.map { "\($0.command) (pid \($0.pid))" }.joined(separator: ", ")
    }
    let programs = Dictionary(grouping: observers) { $0.command }.mapValues(\.count)
    return count + programs.keys.sorted().map { "\(programs[$0] ?? 0) × \($0)" }.joined(separator: ", ")
  }
}
