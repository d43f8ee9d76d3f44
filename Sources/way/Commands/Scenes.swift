// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Scenes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes", abstract: "Lists the scenes with their routes.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let report = try await navigator.inspect(Inspect(.scenes, scene: global.scene))
    await navigator.close()
    switch global.format {
    case .json: for object in report.objects { Output.line(object.json) }
    case .text: for line in Self.lines(report.objects) { Output.line(line) }
    }
  }

  private static func lines(_ objects: [JSONValue]) -> [String] {
    guard !objects.isEmpty else { return ["no scene has begun; `way start NAME` or `way replace PATH` begins one"] }
    var columns = Columns()
    columns.add(["SCENE", "REV", "UNCHANGED FOR", "WAITING", "PARKED", "PATH"].map { .init($0, .quiet) })
    for object in objects {
      columns.add([
        .init(object.text("scene"), .strong), .init("\(object.number("revision") ?? 0)"),
        .init(Quantity.span(ms: object.number("idleMs") ?? 0)), .init("\(object.number("waiting") ?? 0)"),
        .init("\(object.number("parked") ?? 0)"), .init(object.text("path").replacing("/", with: " / ")),
      ])
    }
    return columns.lines(.standard)
  }
}
