// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing

@testable import way

@Suite("Commands in documents") struct DocumentedCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(
    "Every command that a document tells to type exists",
    arguments: [
      "README.md", "CONTRIBUTING.md", "Deploy/README.md", "Protocols/README.md", "Protocols/route.md",
      "Protocols/behaviour.md", "Protocols/wire.md", "Protocols/reference.md",
    ])
  func documents(_ file: String) throws {
    let known = Set(Way.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"])
    let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
    for match in text.matches(of: /(?:^|`|\/)way ([a-z][a-z-]*)/.anchorsMatchLineEndings()) {
      let command = String(match.output.1)
      #expect(known.contains(command), "\(file) says 'way \(command)'")
    }
  }
}
