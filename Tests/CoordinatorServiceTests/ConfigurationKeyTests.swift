// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Logging
import RouteJournal
import Testing

@testable import CoordinatorService

@Suite("Each key of a configuration")
struct ConfigurationKeyTests {
  private static func read(
    _ yaml: String, _ flags: Configuration.Flags = Configuration.Flags()
  ) throws -> Configuration {
    try Configuration(
      sources: [.init(file: "waykeeperd.yaml", text: yaml)], flags: flags,
      environment: .init(variables: ["HOME": "/home/kiosk"], uid: 1000, currentFolder: "/"))
  }

  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// A value that is not the one built in, and what a reload says of it; nil where it needs a restart.
  private static func change(of key: Configuration.Key) -> (yaml: String, told: String?) {
    switch key {
    case .runtimeFolder: ("/run/other", nil)
    case .stateFolder: ("/var/other", nil)
    case .journal: ("none", nil)
    case .durability: ("full", nil)
    case .journalFailure: ("refuse", "journal-failure continue → refuse")
    case .retention:
      (
        "{ commits: 7 }",
        "retention 100000 commits   age 90d   size 64MiB → 7 commits   age 90d   size 64MiB"
      )
    case .hosting: ("optional", nil)
    case .deadlines: ("{ parked: 3m }", "deadlines.parked 2m → 3m")
    case .crashLoop: ("off", "crash-loop 5 deaths within 1m → off")
    case .treeChange: ("trim", "tree-change keep → trim")
    case .logLevel: ("debug", "log-level info → debug")
    case .groups: ("{ control: staff }", nil)
    case .scenes: ("{ main: { start: home } }", nil)
    case .links: (#"{ patterns: [{ url: "list", path: "home/list" }] }"#, "links 0 → 1")
    case .endpoints: (#"{ control: { tcp: "127.0.0.1:5770", insecure: true } }"#, nil)
    case .metrics: ("socket", nil)
    case .destinations: ("{ shop: [{ make: shop, action: present }] }", "destinations 0 → 1")
    case .everyDestination: ("{ interceptors: [login] }", "every-destination")
    }
  }

  @Test("is taken over by a reload, or told to need a restart, and no other is", arguments: Configuration.Key.allCases)
  func reload(key: Configuration.Key) throws {
    let before = try Self.read("")
    let (yaml, told) = Self.change(of: key)
    let wanted = try Self.read("\(key.rawValue): \(yaml)")
    let (next, changes) = before.reloaded(wanted)
    #expect(changes.taken == (told.map { [$0] } ?? []))
    #expect(changes.left == (told == nil ? [key.rawValue] : []))
    #expect((next == wanted) == (told != nil))
    #expect(wanted.reloaded(wanted).changes == Configuration.Changes())
  }

  @Test(
    "stands in the example, on the page of the configuration and in the summary", arguments: Configuration.Key.allCases)
  func told(key: Configuration.Key) throws {
    let example = try Self.text("Deploy/waykeeperd.yaml").split(separator: "\n")
    #expect(example.contains { $0.hasPrefix("\(key.rawValue):") || $0.hasPrefix("#\(key.rawValue):") })
    let page = try Self.text("Protocols/reference.md")
    let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Configuration\n") })
    let whole = section.replacing("\n", with: " ")
    #expect(whole.contains("`\(key.rawValue)`"))
    let (before, after) = try (Self.read(""), Self.read("\(key.rawValue): \(Self.change(of: key).yaml)"))
    #expect(before.summary != after.summary)
  }

  /// What gives each flag a value that is not the one built in.
  private static let typed: [String: @Sendable (inout Configuration.Flags) -> Void] = [
    "runtimeFolder": { $0.runtimeFolder = "/run/other" },
    "stateFolder": { $0.stateFolder = "/var/other" },
    "journal": { $0.journal = Configuration.JournalKind.none },
    "durability": { $0.durability = .full },
    "journalFailure": { $0.journalFailure = .refuse },
    "hosting": { $0.hosting = .optional },
    "deadlines": { $0.deadlines[.parked] = 180_000 },
    "treeChange": { $0.treeChange = .trim },
    "metrics": { $0.metrics = .socket },
    "logLevel": { $0.logLevel = .debug },
  ]

  @Test("that is a flag as well is taken from the command line")
  func flags() throws {
    let names = Mirror(reflecting: Configuration.Flags()).children.compactMap(\.label)
    #expect(names.sorted() == Self.typed.keys.sorted())
    let before = try Self.read("")
    for (name, give) in Self.typed {
      var flags = Configuration.Flags()
      give(&flags)
      #expect(try Self.read("", flags) != before, "\(name)")
    }
  }

  @Test("that a reload takes over is named where a reload is explained")
  func reloadable() throws {
    let keys = Configuration.Key.allCases.filter { Self.change(of: $0).told != nil }.map(\.rawValue).sorted()
    for (path, from, to) in [
      ("Protocols/reference.md", "else\n`deadlines`", " hold from then on"),
      ("Deploy/README.md", "is enough for ", "."),
      ("Deploy/waykeeperd.yaml", "takes over ", "\n#\n"),
    ] {
      let text = try Self.text(path)
      let start = try #require(text.range(of: from), "\(path)")
      let list = text[start.lowerBound...]
      let end = try #require(list.range(of: to), "\(path)")
      let words = list[..<end.lowerBound].matches(of: /[a-z]+(-[a-z]+)*/).map { String($0.output.0) }
      let all = Set(Configuration.Key.allCases.map(\.rawValue))
      #expect(words.filter(all.contains).sorted() == keys, "\(path)")
    }
  }
}
