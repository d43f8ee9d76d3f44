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
    let report = try await navigator.inspect(Inspect(.workers))
    await navigator.close()
    switch global.format {
    case .json: for object in report.objects { Output.line(object.json) }
    case .text: for line in Self.lines(report.objects, now: Date()) { Output.line(line) }
    }
  }

  static func lines(_ objects: [JSONValue], now: Date, palette: Palette = .standard) -> [String] {
    guard !objects.isEmpty else {
      return ["no worker is registered; `way worker FILE.yaml` runs one, `way worker --help` says how"]
    }
    var columns = Columns()
    let heads = ["WORKER", "VERSION", "STATE", "PID", "UP", "SCREENS", "SCENES", "ASKS", "P50", "LATE", "DEATHS"]
    columns.add(heads.map { .init($0, .quiet) })
    for object in objects {
      let state = object.text("state")
      let isLive = state == "live"
      columns.add([
        .init(object.text("worker"), .strong), .init(object.text("version").isEmpty ? "-" : object.text("version")),
        .init(state, isLive ? .good : .notice),
        .init(object.number("pid").map(String.init) ?? "-"),
        .init(object.number("upMs").map { Quantity.span(ms: $0) } ?? "-"), .init(words(object, "screens")),
        .init(words(object, "scenes")), .init(Quantity.count(object.number("asks") ?? 0)), .init(p50(object)),
        .init(Quantity.count(object.number("late") ?? 0)), .init(deaths(object, now)),
      ])
    }
    return columns.lines(palette)
  }

  private static func words(_ object: JSONValue, _ key: String) -> String {
    guard case .array(let items)? = object[key] else { return object.text(key).isEmpty ? "-" : object.text(key) }
    let words = items.map { item in if case .string(let text) = item { text } else { item.json } }
    return words.isEmpty ? "-" : words.joined(separator: " ")
  }

  private static func p50(_ object: JSONValue) -> String {
    switch object["p50Ms"] {
    case .integer(let ms)?: Quantity.ms(Double(ms))
    case .double(let ms)?: Quantity.ms(ms)
    case .null?, .bool?, .string?, .array?, .members?, nil: "-"
    }
  }

  private static func deaths(_ object: JSONValue, _ now: Date) -> String {
    let deaths = "\(object.number("deaths") ?? 0)"
    guard let ago = object.number("lastDeathMs") else { return deaths }
    let at = now.addingTimeInterval(-Double(ago) / 1000)
    return "\(deaths) (\(Quantity.timeOfDay(at, fraction: false)))"
  }
}
