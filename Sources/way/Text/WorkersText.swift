// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// The registered workers, as people read them: a table, or on a terminal that is too narrow for it several lines each.
struct WorkersText {
  private let workers: [WorkerStatus]
  private let scene: SceneName?
  private let now: Date
  private let palette: Palette

  /// - Parameter scene: The one that these workers serve, where not all of them are wanted.
  init(_ workers: [WorkerStatus], of scene: SceneName? = nil, now: Date, palette: Palette = .standard) {
    self.workers = workers
    self.scene = scene
    self.now = now
    self.palette = palette
  }

  /// What `way workers` prints.
  var lines: [Printed] {
    guard !workers.isEmpty else {
      if let scene { return palette.lines("no worker serves scene '\(scene)'; `way workers` lists all") }
      return palette.lines("no worker is registered; `way worker FILE.yaml` runs one, `way worker --help` says how")
    }
    let table = table
    return (palette.width.fits(table.naturalWidth) ? table.lines(palette) : narrow) + problems
  }

  /// Why processes were refused, and workers are quarantined. Who holds a name, and whether it is live, was so at the refusal: both
  /// processes may have ended since.
  private var problems: [Printed] {
    workers.flatMap { worker -> [Printed] in
      guard let problem = worker.problem else { return [] }
      return palette.lines(worker.state == .quarantined ? problem : "\(worker.name) was refused: \(problem)", .bad)
    }
  }

  private var table: Columns {
    var columns = Columns()
    let heads = Self.heads + ["SCREENS", "SCENES", "ASKS", "P50", "MISSED", "LATE", "DEATHS"]
    columns.add(heads.map { .init($0, .quiet) })
    for worker in workers {
      columns.add(
        cells(worker) + [screens(worker), scenes(worker)].map { .init($0) } + figures(worker).map { .init($0.1) })
    }
    return columns
  }

  /// Who it is in a table; what it shows and how it answers beneath that.
  private var narrow: [Printed] {
    var columns = Columns()
    columns.add(Self.heads.map { .init($0, .quiet) })
    for worker in workers { columns.add(cells(worker)) }
    let groups = columns.lineGroups(palette)
    return groups[0]
      + zip(workers, groups.dropFirst()).flatMap { worker, lines in
        let figures = figures(worker).map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let details = [("screens", screens(worker)), ("scenes", scenes(worker)), ("answers", figures)]
        return lines + details.flatMap { palette.lines("  " + $0.0.padded(to: 9) + $0.1, hanging: 11) }
      }
  }

  private static let heads = ["WORKER", "VERSION", "STATE", "PID", "UP"]

  private func cells(_ worker: WorkerStatus) -> [Columns.Cell] {
    [
      .init(worker.name.rawValue, .strong), .init(worker.version.isEmpty ? "-" : worker.version),
      .init(worker.state.rawValue, Self.style(of: worker.state)),
      .init(worker.pid.map(String.init) ?? "-"), .init(worker.uptime.map { Quantity.span($0) } ?? "-"),
    ]
  }

  private static func style(of state: WorkerStatus.State) -> Palette.Style {
    switch state {
    case .live: .good
    case .refused, .quarantined: .bad
    case .suspect, .leaving, .gone: .notice
    }
  }

  private func screens(_ worker: WorkerStatus) -> String { Self.words(worker.screens.map(\.rawValue)) }

  private func scenes(_ worker: WorkerStatus) -> String { worker.scenes.map { Self.words($0.map(\.rawValue)) } ?? "*" }

  private static func words(_ words: [String]) -> String { words.isEmpty ? "-" : words.joined(separator: " ") }

  /// How it answers, each figure with its name.
  private func figures(_ worker: WorkerStatus) -> [(String, String)] {
    [
      ("asks", Quantity.count(Int64(worker.asks))), ("p50", worker.medianAnswer.map { Quantity.ms($0) } ?? "-"),
      ("missed", Quantity.count(Int64(worker.unanswered))), ("late", Quantity.count(Int64(worker.lateAnswers))),
      ("deaths", deaths(worker)),
    ]
  }

  private func deaths(_ worker: WorkerStatus) -> String {
    guard let ago = worker.lastDeath else { return "\(worker.deaths)" }
    let at = now.addingTimeInterval(-Quantity.milliseconds(ago) / 1000)
    return "\(worker.deaths) (\(Quantity.timeOfDay(at, fraction: false)))"
  }
}
