// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Waykeeper

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Prints the coordinator, the workers, and the path with its hosts. The same as `way` alone.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let folder = try global.location.resolve()
    let navigator = try global.navigator()
    let status = try await navigator.status()
    let states = try await navigator.snapshot(of: global.scene.map { [$0] } ?? [])
    await navigator.close()
    switch global.format {
    case .json: Output.line(JSONLine.text(status))
    case .text:
      let text = StatusText(status: status, states: states, folder: folder, now: Date())
      for line in text.lines { Output.line(line) }
    }
  }
}
