// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Scenes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes", abstract: "Lists the scenes with their routes.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let scenes = try await navigator.scenes(global.scene).told(as: "scenes")
    if let scene = global.scene, scenes.isEmpty { throw try await SceneFailure.unknown(scene, navigator) }
    switch global.format {
    case .json: for scene in scenes { Output.json(JSONLine.text(scene)) }
    case .text: for line in Self.lines(Array(scenes)) { Output.line(line) }
    }
  }

  static func lines(_ scenes: [SceneStatus], palette: Palette = .standard) -> [Printed] {
    guard !scenes.isEmpty else {
      return palette.lines("no scene has begun; `way start NAME` or `way replace PATH` begins one")
    }
    var columns = Columns()
    columns.add(["SCENE", "REV", "UNCHANGED FOR", "WAITING", "PARKED", "PATH"].map { .init($0, .quiet) })
    for scene in scenes {
      columns.add([
        .init(scene.scene.rawValue, .strong), .init("\(scene.revision)"),
        .init(scene.unchangedFor.map { Quantity.span($0) } ?? "-"), .init("\(scene.waiting)"),
        .init("\(scene.parked)"), .init(PathText(scene.path)),
      ])
    }
    return columns.lines(palette)
  }
}
