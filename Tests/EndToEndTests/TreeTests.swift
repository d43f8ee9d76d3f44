// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// Three processes, each with a part of the tree; one of them is asked.
  @Suite("The tree across processes") struct TreeTests {
    static let kiosk = """
      worker: kiosk
      tree:
        screen: home
        nesting:
          - { screen: list, nesting: { remote: exhibits } }
          - { remote: settings }
          - { remote: help }
          - { screen: section, virtual: true, nesting: list }
      screens: { home: {}, list: {} }
      """

    static let exhibits = """
      worker: exhibits
      parts:
        exhibits:
          - onDismiss: exhibit-left
            of: exhibit
            tree: { screen: exhibit, onAppear: exhibit-shown, nesting: { remote: exhibits } }
          - { dynamic: { after: 10ms, then: allow }, then: exhibit-map }
          - { dynamic: declined, then: secret }
      screens: { exhibit: {}, exhibit-map: {}, secret: {} }
      """

    static let settings = """
      worker: settings
      parts: { settings: { screen: settings, nesting: about } }
      screens: { settings: {}, about: {} }
      """

    private static func workers(_ stage: Stage) async throws -> [Program] {
      var programs: [Program] = []
      for (name, yaml) in [("kiosk", kiosk), ("exhibits", exhibits), ("settings", settings)] {
        programs.append(try await stage.startWorker(name, yaml))
      }
      return programs
    }

    @Test("Each process builds its part; what nobody builds is refused, with what would be allowed there")
    func parts() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        #expect(try await stage.outcome("replace", "home/list/exhibit?id=1/exhibit?id=2").isAsAsked)
        #expect(try await stage.outcome("replace", "home/settings/about").isAsAsked)
        let asked = try await stage.outcome("replace", "home/list/exhibit-map")
        #expect(asked.isAsAsked)
        #expect(asked.asked.map(\.request) == ["build"] && asked.asked.first?.worker == "exhibits")
        let refused = try await stage.outcome("go", "about", "--on", "home")
        #expect(refused.kind == .rejected(.notInTree))
        #expect(refused.stop?.index == 1 && refused.stop?.allowed == ["list", "settings", "section"])
        #expect(try await stage.outcome("replace", "home/list/secret").kind == .rejected(.notInTree))
        #expect(try await stage.outcome("replace", "list").stop?.index == 0)
        #expect(try await stage.path == "home/list/exhibit-map")
      }
    }

    @Test("A part that nobody declares is named, and its paths work when it comes")
    func missing() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        let refused = try await stage.outcome("replace", "home/help")
        #expect(refused.kind == .rejected(.notInTree) && refused.stop?.missing == ["help"])
        let drawn = try await stage.way("tree")
        #expect(
          drawn.code == 0 && drawn.output.contains { $0.contains("→ help") && $0.contains("missing") }, "\(drawn.all)")
        _ = try await stage.startWorker("help", "worker: help\nparts: { help: help }\nscreens: { help: {} }")
        #expect(try await stage.outcome("replace", "home/help").isAsAsked)
        let objects = try await stage.way("tree", "--format", "json").output.map { try JSONValue(json: $0) }
        #expect(objects.compactMap { $0["worker"] } == ["kiosk", "exhibits", "help", "settings"].map(JSONValue.string))
        #expect(objects.allSatisfy { $0["missing"] == nil })
      }
    }

    @Test("A screen that only a tree names can be virtual: no process needs to show it")
    func virtual() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        #expect(try await stage.outcome("replace", "home/section/list", "--until", "appeared").isAsAsked)
        let resolved = try await stage.way("resolve", "home", "section")
        #expect(resolved.code == 0 && resolved.output.contains { $0.contains("section") && $0.contains("kiosk") })
      }
    }

    @Test("A dry run says who would build and show each element, and changes nothing")
    func resolve() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        let dry = try await stage.outcome("resolve", "home/list", "exhibit-map")
        #expect(dry.kind == .unchanged(.dryRun))
        #expect(
          dry.steps.map(\.worker) == ["kiosk", "kiosk", "exhibits"] && dry.steps.map(\.host) == dry.steps.map(\.worker))
        #expect(dry.steps.map(\.wasAsked) == [false, false, true] && dry.steps.last?.part == "exhibits")
        let stopped = try await stage.way("resolve", "home/about")
        #expect(stopped.code == 3 && stopped.output.joined().contains("allowed there: list settings section"))
        #expect(try await stage.path == "")
      }
    }

    @Test("The worker that owns a screen hears when it appears and when it is dismissed")
    func events() async throws {
      try await Stage.run { stage in
        let workers = try await Self.workers(stage)
        _ = try await stage.way("replace", "home/list/exhibit?id=1", "--until", "appeared")
        let appeared = try await workers[1].output.next("the appearing") { $0.contains(#""key":"exhibit-shown""#) }
        #expect(try JSONValue(json: appeared).at("treeEvent", "initial") == .bool(true))
        _ = try await stage.way("back")
        let left = try await workers[1].output.next("the dismissal") { $0.contains(#""key":"exhibit-left""#) }
        #expect(try JSONValue(json: left).at("treeEvent", "event") == .string("dismissed"))
        #expect(left.contains(#""screen":"exhibit""#) && left.contains(#""content":{"id":1}"#), "\(left)")
      }
    }

    /// The worker files of the README, in order.
    private static func readmeFiles() throws -> [String] {
      let file = URL(filePath: #filePath).appending(path: "../../../README.md").standardized
      return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```yaml\n").dropFirst()
        .map { $0.components(separatedBy: "```")[0] }
    }

    @Test("The README's example works as it is typed")
    func readme() async throws {
      let blocks = try Self.readmeFiles()
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", blocks.prefix(2).joined())
        for word in ["tree", "resolve museum://exhibit/7", "open museum://exhibit/7"] {
          let end = try await stage.start("way", word.components(separatedBy: " ")).end()
          #expect(end.code == 0, "\(end.all)")
        }
        #expect(try await stage.path == "home/list/exhibit?id=7")
        let refused = try await stage.outcome("go", "list", "--on", "list")
        #expect(refused.stop?.allowed == ["exhibit"])
        #expect(try await stage.outcome("drive-sub", "home").path.path.description == "home/list/exhibit?id=7/home")
        let driven = try await stage.outcome("drive-to", "exhibit", "--input", #"{"id":8}"#)
        #expect(driven.path.path.description == "home/list/exhibit?id=7/home/list/exhibit?id=8")
      }
    }

    @Test("The README's destination works as it is typed")
    func readmeDestination() async throws {
      let blocks = try Self.readmeFiles()
      try await Stage.run { stage in
        for (index, name) in ["museum", "shop"].enumerated() {
          _ = try await stage.startWorker(name, blocks[index + 2])
        }
        let seven = ["--context", #"{"id":7}"#]
        for words in [["replace", "hall"], ["route", "product", "--dry-run"] + seven, ["route", "product"] + seven] {
          let end = try await stage.start("way", ["--scene", "gallery"] + words).end()
          #expect(end.code == 0, "\(end.all)")
        }
        #expect(
          try await stage.way("--scene", "gallery", "path").output == ["main{floor=hall,*shop=shelves/product?id=7}"])
        #expect(try await stage.way("--scene", "gallery", "select", "floor", "--in", "main").code == 0)
        #expect(try await stage.way("--scene", "gallery", "destinations").output.count == 1)
      }
    }

    @Test("When the process that is asked is dead the outcome says so, and going back always works")
    func dead() async throws {
      try await Stage.run { stage in
        let workers = try await Self.workers(stage)
        #expect(try await stage.outcome("replace", "home/list/exhibit-map").isAsAsked)
        workers[1].signal(SIGKILL)
        _ = try await workers[1].end()
        let failed = try await stage.outcome("replace", "home/list/exhibit-map/secret")
        #expect(!failed.isAsAsked)
        #expect(try await stage.outcome("go-back", "home").isAsAsked)
        let again = try await stage.outcome("replace", "home/list/exhibit-map")
        #expect(again.word == "failed" && again.asked.first?.worker == "exhibits", "\(again)")
      }
    }
  }
}
