// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The specification")
struct SpecificationTests {
  private static let root = GoldenFile.protocols.deletingLastPathComponent()

  private static func texts(below folder: String, ending: [String]) throws -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { name in ending.contains { name.hasSuffix($0) } }.sorted().map {
      ("\(folder)/\($0)", try String(contentsOf: base.appending(path: $0), encoding: .utf8))
    }
  }

  private static let pages = (try? texts(below: "Protocols", ending: [".md"])) ?? []

  @Test("has every section that the code cites")
  func sections() throws {
    let headings = Set(
      Self.pages.flatMap { $0.text.split(separator: "\n") }.filter { $0.hasPrefix("#") }
        .map { String($0.drop { $0 == "#" }.dropFirst()) })
    let sources = try Self.texts(below: "Sources", ending: [".swift"])
    let protos = try Self.texts(below: "Protocols", ending: [".proto", ".md"])
    var count = 0
    for (path, text) in sources + protos {
      let cited = text.matches(of: /(?:[Ss]ections?|state machines?)(?:\s|\/|and)*"([^"\n]+)"/).map(\.output.1)
      for title in cited {
        count += 1
        if !headings.contains(String(title)) { Issue.record("\(path) cites section \(title)") }
      }
    }
    #expect(count > 50)
  }

  @Test("links to headings that are there")
  func links() {
    let anchors = Dictionary(
      uniqueKeysWithValues: Self.pages.map { page in
        (Self.name(page.path), Set(Self.headings(page.text).map(Self.anchor)))
      })
    var count = 0
    for (path, text) in Self.pages {
      for match in text.matches(of: /\]\(([a-z]+\.md)?(?:#([^)]+))?\)/) {
        let page = match.output.1.map(String.init) ?? Self.name(path)
        guard match.output.1 != nil || match.output.2 != nil else { continue }
        count += 1
        guard let known = anchors[page] else {
          Issue.record("\(path) links to \(page)")
          continue
        }
        if let anchor = match.output.2, !known.contains(String(anchor)) {
          Issue.record("\(path) links to \(page)#\(anchor)")
        }
      }
    }
    #expect(count > 50)
  }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  private static func headings(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("#!") }
      .map { String($0.drop { $0 == "#" }.dropFirst()) }
  }

  /// The anchor of a heading, as the usual renderers of Markdown make it.
  private static func anchor(_ heading: String) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
      .replacing(" ", with: "-")
  }

  @Test("shows its examples as they are", arguments: ["observer", "client", "worker"])
  func programs(name: String) throws {
    let page = try #require(Self.pages.first { $0.path.hasSuffix("Protocols/README.md") }?.text)
    let program = try String(
      contentsOf: GoldenFile.protocols.appending(path: "examples/\(name).py"), encoding: .utf8)
    #expect(page.contains("### \(name).py\n\n```python\n\(program)```\n"))
  }

  @Test("shows golden messages as they are")
  func examples() throws {
    let wire = try #require(Self.pages.first { $0.path.hasSuffix("wire.md") }?.text)
    for name in ["command-go", "answer-deny", "ping", "keepalive"] {
      for ending in ["hex", "json"] {
        let file = try String(contentsOf: GoldenFile.folder.appending(path: "\(name).\(ending)"), encoding: .utf8)
        #expect(wire.contains("\n\(file)```"), "\(name).\(ending)")
      }
    }
  }
}
