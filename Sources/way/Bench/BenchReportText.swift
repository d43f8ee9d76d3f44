// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoadGenerator
import Waykeeper

/// What `way bench` has measured, as people read it.
struct BenchReportText {
  let report: BenchReport
  var palette = Palette.standard

  var lines: [Printed] { facts.lines(palette) + [""] + figures.lines(palette) + notes }

  private var total: LoadMeasure { report.total(of: .coordinator) }

  private var facts: Columns {
    var columns = Columns()
    func add(_ name: String, _ words: [String], _ style: Palette.Style = .plain) {
      columns.add([.init(name, .quiet), .init(words.joined(separator: "   "), style)])
    }
    add("coordinator", coordinator)
    add("load", load)
    add("navigations", navigations)
    let other = report.notCommitted + report.unanswered
    add("outcomes", outcomes, other == 0 ? .good : .bad)
    if report.plan.observers > 0 { add("updates", updates, isSeen ? .plain : .bad) }
    for (name, words) in process { add(name, words) }
    return columns
  }

  private var coordinator: [String] {
    let status = report.status
    let kind = report.isLive ? "live" : "throw-away"
    let journal = status.service.map { $0.journal.durability ?? $0.journal.mode } ?? "none"
    let hosting = status.requiresHosts ? "required" : "optional"
    let pin = report.pin.map { ["all on processor \($0)"] } ?? []
    return ["\(kind), \(status.version)", "journal \(journal)", "hosting \(hosting)"] + pin
  }

  private var load: [String] {
    let plan = report.plan
    var words = [
      Self.count(plan.scenes, "scene"), Self.count(plan.clients, "client") + " × \(plan.outstanding) under way",
      plan.asks == 0 ? "nobody is asked" : Self.count(plan.asks, "handler") + " asked",
      Self.count(plan.observers, "observer"), "depth \(plan.depth)",
    ]
    if let rate = plan.rate { words.append("\(Quantity.count(Int64(rate))) a second") }
    if plan.containers > 0 { words.append(Self.count(plan.containers, "container")) }
    if plan.contentBytes > 0 { words.append("content \(Quantity.bytes(Int64(plan.contentBytes)))") }
    if plan.idleWorkers > 0 { words.append(Self.count(plan.idleWorkers, "idle worker")) }
    if plan.idleScreens > 0 { words.append(Self.count(plan.idleScreens, "idle screen")) }
    if plan.idleObservers > 0 { words.append(Self.count(plan.idleObservers, "idle observer")) }
    return words
  }

  private var navigations: [String] {
    let time = Duration.nanoseconds(Int64(total.nanoseconds))
    let warmUp = total.warmUp.sent > 0 ? ["\(Quantity.count(Int64(total.warmUp.sent))) before to warm up"] : []
    return ["\(Quantity.count(Int64(total.ended))) in \(Quantity.elapsed(time))"] + warmUp
  }

  private var outcomes: [String] {
    let kinds = total.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let words = kinds.map { "\($0.key) \(Quantity.count(Int64($0.value)))" }
    let missing = report.unanswered > 0 ? ["without outcome \(Quantity.count(Int64(report.unanswered)))"] : []
    return words.isEmpty && missing.isEmpty ? ["none"] : words + missing
  }

  private var isSeen: Bool { report.seen.updates == report.seen.expected }

  private var updates: [String] {
    let (seen, expected) = (report.seen.updates, report.seen.expected)
    return ["\(Quantity.count(Int64(seen))) of \(Quantity.count(Int64(expected))) seen by the observers"]
  }

  /// What the coordinator's process has used.
  private var process: [(String, [String])] {
    guard let use = report.use else { return [("process", ["not measured: the system does not tell of it"])] }
    let rows = [
      (
        "processor", ["\(Self.number(use.cpuMicroseconds)) µs a navigation", "\(Self.number(use.cpuPercent)) % of one"]
      ),
      ("switches", ["\(Self.number(use.contextSwitches)) a navigation"]),
      (
        "memory",
        [Quantity.bytes(use.residentBytes), "at most \(Quantity.bytes(use.residentBytesMax))"]
          + (report.residentBytes.map { ["\(Quantity.bytes($0.before)) before the load"] } ?? [])
      ),
    ]
    return rows + [("system calls", systemCalls)]
  }

  private static let namesMax = 5

  private var systemCalls: [String] {
    switch report.systemCalls {
    case .notCounted(let why): return ["not counted: \(why)"]
    case .counted(let all, let byName):
      let names = byName.prefix(Self.namesMax).map { "\($0.name) \(Self.number($0.perNavigation))" }
      return ["\(Self.number(all)) a navigation"] + names
    }
  }

  private var figures: Columns {
    var columns = Columns()
    columns.gap = 3
    columns.add(["", "p50", "p90", "p99", "longest", "a second"].map { .init($0, .quiet) })
    for subject in BenchReport.Subject.allCases {
      guard let figures = report.figures(of: subject) else { continue }
      let times = [figures.p50, figures.p90, figures.p99, figures.max].map { Columns.Cell(Self.time($0)) }
      columns.add([.init(subject.rawValue, .quiet)] + times + [.init(Quantity.count(Int64(figures.rate)))])
    }
    for subject in [BenchReport.Subject.floor, .relay] {
      guard let mine = report.figures(of: .coordinator), let other = report.figures(of: subject) else { continue }
      let ratio = mine.ratio(to: other)
      let cells = [ratio.p50, ratio.p90, ratio.p99, ratio.max, ratio.rate].map { Columns.Cell(Self.ratio($0), .strong) }
      columns.add([.init("/ \(subject.rawValue)", .quiet)] + cells)
    }
    return columns
  }

  private var notes: [Printed] {
    let rounds = report.allFigures(of: .coordinator).count
    let medians = rounds > 1 ? ["medians of \(rounds) rounds, in turn; the longest of all"] : []
    let interrupted = report.isInterrupted ? ["ended early; this was measured until then"] : []
    return (medians + late + interrupted).flatMap { palette.lines($0, .quiet) }
  }

  /// What is said where navigations began later than they were due.
  private var late: [String] {
    guard let rate = report.plan.rate, let figures = report.figures(of: .coordinator) else { return [] }
    guard figures.rate < Double(rate) * Self.inTime else { return [] }
    return [
      "more were due than could begin: \(Quantity.count(Int64(figures.rate))) of \(Quantity.count(Int64(rate))) a second"
    ]
  }

  /// The share of the navigations that are due from which on they are in time.
  private static let inTime = 0.99

  private static func count(_ number: Int, _ what: String) -> String {
    "\(Quantity.count(Int64(number))) \(what)\(number == 1 ? "" : "s")"
  }

  private static func number(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.0f", value) }

  private static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }

  /// From µs: `212 µs`, `2.1 ms`.
  private static func time(_ microseconds: Double) -> String {
    microseconds < 1000 ? String(format: "%.0f µs", microseconds) : Quantity.ms(microseconds / 1000)
  }
}
