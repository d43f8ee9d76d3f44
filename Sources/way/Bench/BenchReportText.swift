// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoadGenerator
import Waykeeper

/// What `way bench` has measured, as people read it.
struct BenchReportText {
  let report: BenchReport
  var palette = Palette.standard

  var lines: [Printed] {
    // Where nothing was committed there are no figures, and the notes say why.
    let table = report.figures(of: .coordinator) == nil ? [] : figures.lines(palette)
    return facts.lines(palette) + [""] + table + notes
  }

  private var total: LoadMeasure { report.total(of: .coordinator) }

  private var facts: Columns {
    var columns = Columns()
    func add(_ name: String, _ words: [String], _ style: Palette.Style = .plain) {
      columns.add([.init(name, .quiet), .init(words.joined(separator: "   "), style)])
    }
    add("coordinator", coordinator)
    add("load", load)
    add("navigations", navigations)
    let other = report.notCommitted + report.unanswered + report.notBegun
    add("outcomes", outcomes, other == 0 ? .good : .bad)
    if report.plan.observers > 0 { add("updates", updates, isSeen ? .plain : .bad) }
    for (name, words) in process { add(name, words) }
    return columns
  }

  private var coordinator: [String] {
    let status = report.status
    let kind = report.isLive ? "live" : "throw-away"
    let journal = status.service.map { $0.journal.durability ?? $0.journal.mode } ?? "none"
    let memory = report.isInMemory ? ", in memory (\(report.stateFileSystem ?? ""))" : ""
    let hosting = status.requiresHosts ? "required" : "optional"
    let pin = report.pin.map { ["all on processor \($0)"] } ?? []
    return ["\(kind), \(status.version)", "journal \(journal)\(memory)", "hosting \(hosting)"] + pin
  }

  private var load: [String] {
    let plan = report.plan
    var words = [
      Self.count(plan.scenes, "scene"), Self.count(plan.clients, "client") + " × \(plan.outstanding) under way",
      plan.asks == 0 ? "nobody is asked" : Self.count(plan.asks, "handler") + " asked",
      Self.count(plan.observers, "observer"), "depth \(plan.depth)",
    ]
    if let rate = plan.rate { words.append("\(Quantity.count(Int64(rate))) a second") }
    if plan.isHosted { words.append("hosted") }
    if plan.containers > 0 { words.append(Self.count(plan.containers, "container")) }
    if plan.contentBytes > 0 { words.append("content \(Quantity.bytes(Int64(plan.contentBytes)))") }
    if plan.idleWorkers > 0 { words.append(Self.count(plan.idleWorkers, "idle worker")) }
    if plan.idleScreens > 0 { words.append(Self.count(plan.idleScreens, "idle screen")) }
    if plan.idleObservers > 0 { words.append(Self.count(plan.idleObservers, "idle observer")) }
    return words
  }

  private var navigations: [String] {
    let time = Duration.nanoseconds(Int64(total.nanoseconds))
    let missing = total.notBegun > 0 ? ["\(Quantity.count(Int64(total.notBegun))) due and not begun"] : []
    return ["\(Quantity.count(Int64(total.ended))) in \(Quantity.elapsed(time))"] + missing + warmUp
  }

  /// What came before the measuring.
  private var warmUp: [String] {
    let (sent, committed) = (total.warmUp.sent, total.warmUp.committed)
    guard sent > 0 else { return [] }
    let all = Quantity.count(Int64(sent))
    return [
      sent == committed
        ? "\(all) before to warm up" : "to warm up before, \(Quantity.count(Int64(committed))) of \(all) committed"
    ]
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
    guard let use = report.use else { return [("process", ["not measured: \(whyUnmeasured)"])] }
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

  private var whyUnmeasured: String {
    if report.hasCoordinatorEnded { return "the coordinator has ended" }
    return total.committed == 0 ? "nothing was committed" : "the system does not tell of it"
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
      let times = Self.cells([figures.p50, figures.p90, figures.p99, figures.max], .plain, Self.time)
      columns.add([.init(subject.words, .quiet)] + times + [.init(Quantity.count(Int64(figures.rate)))])
    }
    for subject in BenchReport.Subject.allCases.dropFirst() {
      guard let mine = report.figures(of: .coordinator), let other = report.figures(of: subject) else { continue }
      let ratio = mine.ratio(to: other)
      let cells = Self.cells([ratio.p50, ratio.p90, ratio.p99, ratio.max, ratio.rate], .strong, Self.ratio)
      columns.add([.init("/ \(subject.words)", .quiet)] + cells)
    }
    return columns
  }

  /// What is not known stays blank.
  private static func cells(
    _ values: [Double?], _ style: Palette.Style, _ text: (Double) -> String
  ) -> [Columns.Cell] {
    values.map { value in Columns.Cell(value.map(text) ?? "", style) }
  }

  private var notes: [Printed] {
    let rounds = report.allFigures(of: .coordinator).count
    let medians = rounds > 1 ? ["medians of \(rounds) rounds, in turn; the longest of all", spread] : []
    return (medians + debug + refused + notBegun + late + givenUp + ended).flatMap { palette.lines($0, .quiet) }
  }

  /// How far the rounds lie apart.
  private var spread: String {
    let spreads = BenchReport.Subject.allCases.compactMap { subject in
      report.spread(of: subject).map { "\(subject.words) \(Self.time($0.low)) to \(Self.time($0.high))" }
    }
    return "p50 of the rounds: " + spreads.joined(separator: ", ")
  }

  private var debug: [String] {
    guard BenchReport.isDebugBuild else { return [] }
    return [
      report.isLive
        ? "this program is a debug build, and slow: a release measures better"
        : "this is a debug build, of this program and of the coordinator: a release takes a fraction of these times"
    ]
  }

  private var refused: [String] {
    guard report.notCommitted > 0 else { return [] }
    return [
      "\(Quantity.count(Int64(report.notCommitted))) ended, but \(report.notCommitted == 1 ? "was" : "were") not committed: times and "
        + "rate are those of the commits, and processor, switches and system calls of all are shared out among these"
    ]
  }

  private var notBegun: [String] {
    guard report.notBegun > 0 else { return [] }
    return [
      "\(Quantity.count(Int64(report.notBegun))) \(report.notBegun == 1 ? "was" : "were") due and did not begin: each counts with the "
        + "time that it was late by the end"
    ]
  }

  private var givenUp: [String] {
    guard report.unanswered > 0, !report.hasCoordinatorEnded else { return [] }
    return ["no outcome came for \(Quantity.elapsed(Load.patience)): the load was given up"]
  }

  private var ended: [String] {
    if report.hasCoordinatorEnded { return ["the coordinator has ended; this was measured until then"] }
    return report.isInterrupted ? ["ended early; this was measured until then"] : []
  }

  /// What is said where navigations began later than they were due, however they ended.
  private var late: [String] {
    guard let rate = report.plan.rate, total.sending > 0 else { return [] }
    // How long the last ones took is none of it.
    let begun = Double(total.sent) / (Double(total.sending) / 1e9)
    guard begun < Double(rate) * Self.inTime else { return [] }
    return [
      "more were due than could begin: \(Quantity.count(Int64(begun))) of \(Quantity.count(Int64(rate))) a second"
    ]
  }

  /// The share of the navigations that are due from which on they are in time.
  private static let inTime = 0.99

  private static func count(_ number: Int, _ what: String) -> String {
    "\(Quantity.count(Int64(number))) \(what)\(number == 1 ? "" : "s")"
  }

  private static func number(_ value: Double) -> String {
    value < 10 ? String(format: "%.2f", value) : Quantity.count(Int64(value.rounded()))
  }

  private static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }

  /// From µs: `212 µs`, `2.1 ms`, `12.5 s`.
  private static func time(_ microseconds: Double) -> String {
    if microseconds < 1000 { return String(format: "%.0f µs", microseconds) }
    return microseconds < 10_000_000
      ? Quantity.ms(microseconds / 1000) : Quantity.elapsed(.microseconds(Int64(microseconds)))
  }
}
