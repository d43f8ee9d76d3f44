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
      "Protocols/trees.md", "Protocols/links.md", "Protocols/drive.md",
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

  /// The lines of the blocks between ``` and ```, or ```WORD and ```, of the README.
  private static func blocks(_ word: String = "") throws -> [String] {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    var lines: [String] = []
    var language: String?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        language = language == nil ? String(line.dropFirst(3)) : nil
      } else if language == word {
        lines.append(line)
      }
    }
    return lines
  }

  /// The words of a command line, as a shell reads them: single quotes, and comments at the end.
  private static func words(_ line: String) -> [String] {
    line.matches(of: /(?:^| )#.*|'([^']*)'|[^ ']+/)
      .filter { !$0.output.0.drop { $0 == " " }.hasPrefix("#") }
      .map { String($0.output.1 ?? $0.output.0) }
  }

  @Test("Every command line of the README is one that way understands")
  func commandLines() throws {
    let lines = try Self.blocks().filter { $0.hasPrefix("way ") }
    #expect(lines.count > 10)
    for line in lines {
      let invocation = Invocation(Array(Self.words(line).dropFirst()), commands: Way.names)
      guard case .command(let arguments) = invocation else {
        Issue.record("'\(line)' is \(invocation)")
        continue
      }
      #expect(throws: Never.self, "\(line)") { try Way.parseAsRoot(arguments) }
    }
  }

  @Test("The README's worker file is one")
  func workerFile() throws {
    let lines = try Self.blocks("yaml").prefix { $0 != "worker: museum" }
    let file = try WorkerFile(lines.joined(separator: "\n"), file: "README.md")
    #expect(file.screens.map { "\($0.name)" } == ["home", "list", "exhibit"])
    #expect(file.declaration.parts.keys.map { "\($0)" } == ["exhibits"])
    #expect(
      file.summary(Palette(isColoured: false)).contains {
        $0.text.contains("museum://exhibit/{id:int} → home/list/exhibit?id={id}")
      })
  }
}
