// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import Testing
import WaykeeperTesting

@testable import Waykeeper

@Suite("Link parsers")
struct LinkParserTests {
  /// A parser for links whose first component is `name`; says when it is asked.
  func parser(_ name: String, _ asked: SentNames = SentNames()) -> LinkParser {
    LinkParser { link in
      asked.add(name)
      return link.components.first == name ? [Page(title: name)] : nil
    }
  }

  final class SentNames: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  func path(_ parser: LinkParser, _ url: String) async throws -> String? {
    try await parser.path(for: DeepLink(parsing: url)).map { $0.map(\.screen.text).joined(separator: "/") }
  }

  @Test("The first parser that answers wins; later ones are not asked")
  func anyOf() async throws {
    let asked = SentNames()
    let all = LinkParser.anyOf(parser("a", asked), .anyOf(parser("b", asked), parser("b", asked)), parser("c", asked))
    #expect(try await path(all, "app://b") == "page?title=b")
    #expect(asked.all == ["a", "b"])
    #expect(try await path(all, "app://x") == nil)
  }

  @Test("A path put before another parser's is not there where that has none")
  func prepending() async throws {
    let module = LinkParser.prepending(path: [Home(), Detail(detailID: "x")], to: parser("a"))
    #expect(try await path(module, "app://a") == "home/detail?detailID=x/page?title=a")
    #expect(try await path(module, "app://b") == nil)
    let nothing = LinkParser.prepending(path: [Home()], to: LinkParser { _ in [] })
    #expect(try await path(nothing, "app://b") == "home")
  }

  @Test("Empty is no link's, an empty path is an answer")
  func empty() async throws {
    #expect(try await path(.empty, "app://a") == nil)
    #expect(try await path(LinkParser { _ in [] }, "app://a") == "")
  }

  @Test("A pattern needs no code")
  func pattern() async throws {
    let parser = try LinkParser.pattern("detail/{id}[/settings]?{tab=info}", to: "home/detail?detailID={id}&tab={tab}")
    #expect(try await path(parser, "app://detail/vase?tab=map") == "home/detail?detailID=vase&tab=map")
    #expect(try await path(parser, "app://detail/vase/settings") == "home/detail?detailID=vase&tab=info")
    #expect(try await path(parser, "app://list") == nil)
    #expect(throws: DeepLink.PatternError.self) { try LinkParser.pattern("detail/{id", to: "home") }
  }

  @Test("The example of Composable Navigator's documentation")
  func documented() async throws {
    let homeSettings = DeeplinkParser { link in
      link.components == ["home", "settings"] ? [Home(), SettingsScreen()] : nil
    }
    let details = DeeplinkParser { link in
      guard link.components == ["detail"], let id = link["id"] else { return nil }
      return [Home(), Detail(detailID: id)]
    }
    let detailSettings = DeeplinkParser { link in
      guard link.components == ["detail", "settings"], let id = link["id"] else { return nil }
      return [Home(), Detail(detailID: id), SettingsScreen()]
    }
    let exampleApp: DeeplinkParser = .anyOf(homeSettings, details, detailSettings)
    #expect(try await path(exampleApp, "example://home/settings") == "home/sheet:settings")
    #expect(try await path(exampleApp, "EXAMPLE://detail?id=a%2520b") == #"home/detail?detailID=a%2520b"#)
    #expect(
      try await path(exampleApp, "example://detail/settings?id=1&id=x") == "home/detail?detailID=x/sheet:settings")
    #expect(try await path(exampleApp, "example://detail?id") == nil)
    let flagged = try DeepLink(parsing: "example://detail?id&kids")
    #expect(flagged.has("kids") && flagged["kids"] == nil && !flagged.has("x"))
  }

  // MARK: worker parts

  func table(@WorkerBuilder _ parts: () -> WorkerParts) throws -> PartTable {
    try PartTable(parts(), of: "kiosk")
  }

  @Test("A worker's patterns and parsers are one reading, in their order")
  func reading() async throws {
    let table = try table {
      Matches(schemes: ["Museum"], ["a/{id:int}": "home/page?title={id}", "a": "home"])
      Parses(schemes: ["museum"], parser("b"))
      Parses(schemes: ["museum"]) { link in link.components == ["b", "c"] ? nil : [Home()] }
    }
    let reading = try #require(table.links.reading)
    #expect(reading.schemes == ["museum"])
    #expect(reading.patterns.map(\.url) == ["a/{id:int}", "a"])
    #expect(reading.parses)
    #expect(try await table.links.answer("museum://b") == .path([PathItem(try Page(title: "b").anyScreen)]))
    #expect(try await table.links.answer("museum://x") == .path([PathItem(AnyScreen("home"))]))
    let silent = try self.table { Parses(.empty) }
    #expect(try await silent.links.answer("museum://b") == .declined)
    #expect(try self.table { InstallsRoot("home") }.links.reading == nil)
  }

  @Test("What cannot be registered is told")
  func refused() {
    let cases: [(String, WorkerParts)] = [
      (
        "the worker's links are for different schemes; name the same ones, or write them into the patterns",
        WorkerParts {
          Matches(schemes: ["museum"], ["a": "home"])
          Parses(.empty)
        }
      ),
      ("'no scheme' is not \(LinkReading.schemeRule)", WorkerParts { Parses(schemes: ["no scheme"], .empty) }),
    ]
    for (message, parts) in cases {
      #expect { try PartTable(parts, of: "kiosk") } throws: { ($0 as? NavigatorError)?.message == message }
    }
    #expect {
      try PartTable(WorkerParts { Matches(["a/{x": "home"]) }, of: "kiosk")
    } throws: { ($0 as? NavigatorError)?.message.hasPrefix("the link 'a/{x' to home: ") == true }
    #expect {
      let twice = WorkerParts {
        Declares("settings", PathBuilders.screen(SettingsScreen.self))
        Declares("settings") { PathBuilders.empty }
      }
      _ = try PartTable(twice, of: "kiosk")
    } throws: {
      ($0 as? NavigatorError)?.message
        == "the navigation tree: the part 'settings' is declared twice; make them one with AnyOf"
    }
  }

  @Test("A mock records the links that it was told to open, and a stub fails")
  func doubles() async throws {
    let sent = SentCommands()
    try await Navigator.mock(recording: sent).open("museum://exhibit/7")
    #expect(sent.verbs == [.open("museum://exhibit/7")])
    let complaints = SentNames()
    let stub = Navigator.stub { complaints.add($0) }
    let error = await #expect(throws: NavigatorError.self) { try await stub.open("museum://exhibit/7") }
    #expect(error?.code == .notMocked && complaints.all.first?.contains("museum://exhibit/7") == true)
  }
}
