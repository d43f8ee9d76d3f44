// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing

@testable import way

@Suite("Commands in documents") struct DocumentedCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every page of Markdown, from the root of the repository. Products of builds are left out.
  private static func pages() throws -> [String] {
    let names = try #require(FileManager.default.enumerator(atPath: root.path))
    var pages: [String] = []
    while let name = names.nextObject() as? String {
      if name.split(separator: "/").last?.hasPrefix(".") == true { names.skipDescendants() }
      if name.hasSuffix(".md") { pages.append(name) }
    }
    return pages
  }

  @Test("Every command that a document tells to type exists")
  func documents() throws {
    let pages = try Self.pages()
    var count = 0
    for page in pages {
      let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
      for match in text.matches(of: /(?:^|`|\/)way ([a-z][a-z-]*)/.anchorsMatchLineEndings()) {
        let command = String(match.output.1)
        count += 1
        #expect((Way.names + ["help"]).contains(command), "\(page) says 'way \(command)'")
      }
    }
    #expect(count > 100)
    for page in ["README.md", "Protocols/performance.md", "Sources/Waykeeper/Waykeeper.docc/FirstScreen.md"] {
      #expect(pages.contains(page))
    }
  }

  @Test("Every command is in the help, where commands stand")
  func help() throws {
    let sections = HelpText.top.components(separatedBy: "\n\n").dropFirst(2)
    var words: Set<Substring> = []
    for section in sections {
      // What a command does stands behind it, in a column of its own.
      let width = section.hasPrefix("MORE VERBS") ? section.count : 34
      for line in section.split(separator: "\n").dropFirst() {
        words.formUnion(line.prefix(width).split { $0 == " " || $0 == "," })
      }
    }
    #expect(!words.contains("until"), "the second column is read")
    for name in Way.names { #expect(words.contains(Substring(name)), "\(name)") }
  }

  @Test("Every verb is in `way help verbs`, where verbs stand")
  func verbs() throws {
    var words: Set<Substring> = []
    for line in HelpText.verbs.split(separator: "\n") where line.hasPrefix("  ") {
      // Where a second one stands beside the first it has options; what is told of one has none.
      for (place, cell) in line.split(separator: /[ ]{2,}/).enumerated() where place == 0 || cell.contains(" --") {
        words.insert(cell.prefix { $0 != " " })
      }
    }
    let verbs = Way.configuration.subcommands.filter { $0 is any VerbCommand.Type }
    #expect(verbs.count > 20)
    for name in verbs.compactMap({ $0.configuration.commandName }) + ["route"] {
      #expect(words.contains(Substring(name)), "\(name)")
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
