// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Waykeeper

struct Workers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers", abstract: "Lists the registered workers, their screens, and their times to answer.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let workers = try await navigator.workers()
    await navigator.close()
    switch global.format {
    case .json: for worker in workers { Output.json(JSONLine.text(worker)) }
    case .text: for line in Self.lines(Array(workers), now: Date()) { Output.line(line) }
    }
  }

  static func lines(_ workers: [WorkerStatus], now: Date, palette: Palette = .standard) -> [Printed] {
    guard !workers.isEmpty else {
      return ["no worker is registered; `way worker FILE.yaml` runs one, `way worker --help` says how"]
    }
    var columns = Columns()
    let heads = ["WORKER", "VERSION", "STATE", "PID", "UP", "SCREENS", "SCENES", "ASKS", "P50", "LATE", "DEATHS"]
    columns.add(heads.map { .init($0, .quiet) })
    for worker in workers {
      columns.add([
        .init(worker.name.rawValue, .strong), .init(worker.version.isEmpty ? "-" : worker.version),
        .init(worker.state.rawValue, worker.state == .live ? .good : worker.state == .refused ? .bad : .notice),
        .init(worker.pid.map(String.init) ?? "-"), .init(worker.uptime.map { Quantity.span($0) } ?? "-"),
        .init(words(worker.screens.map(\.rawValue))), .init(worker.scenes.map { words($0.map(\.rawValue)) } ?? "*"),
        .init(Quantity.count(Int64(worker.asks))), .init(worker.medianAnswer.map { Quantity.ms($0) } ?? "-"),
        .init(Quantity.count(Int64(worker.lateAnswers))), .init(deaths(worker, now)),
      ])
    }
    let problems = workers.compactMap { worker in worker.problem.map { "\(worker.name) is refused: \($0)" } }
    return columns.lines(palette) + problems.map { palette($0, .bad) }
  }

  private static func words(_ words: [String]) -> String { words.isEmpty ? "-" : words.joined(separator: " ") }

  private static func deaths(_ worker: WorkerStatus, _ now: Date) -> String {
    guard let ago = worker.lastDeath else { return "\(worker.deaths)" }
    let at = now.addingTimeInterval(-Quantity.milliseconds(ago) / 1000)
    return "\(worker.deaths) (\(Quantity.timeOfDay(at, fraction: false)))"
  }
}
