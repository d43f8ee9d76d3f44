// SPDX-License-Identifier: Apache-2.0

import CoordinatorService
import Foundation
import RouteJournal
import TestSupport
import Testing

@Suite("A configuration that is wrong is refused, with every place and what was meant")
struct ConfigurationErrorTests {
  private func problems(_ yaml: String, variables: [String: String] = ["HOME": "/h"]) -> [String] {
    do throws(ConfigurationError) {
      _ = try Configuration(
        sources: [.init(file: "w.yaml", text: yaml)],
        environment: .init(variables: variables, uid: 1000, currentFolder: "/"))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test(
    "one mistake, one line",
    arguments: [
      ("jornal: none", "w.yaml:1:1: unknown key 'jornal' (did you mean 'journal'?)"),
      ("\nruntime_dir: /r", "w.yaml:2:1: unknown key 'runtime_dir' (did you mean 'runtime-dir'?)"),
      (
        "zzz: 1",
        "w.yaml:1:1: unknown key 'zzz'; known are runtime-dir, state-dir, journal, durability, journal-failure, "
          + "retention, hosting, deadlines, crash-loop, tree-change, log-level, groups, scenes, links, endpoints, metrics, "
          + "destinations, every-destination"
      ),
      ("scenes:\n  main:\n    restor: never", "w.yaml:3:5: unknown scene key 'restor' (did you mean 'restore'?)"),
      ("crash-loop: of", "w.yaml:1:13: 'of' is neither off nor a mapping with deaths and within"),
      ("crash-loop: { deaths: 1 }", "w.yaml:1:23: '1' is no number of deaths: 2 to 100"),
      ("crash-loop: { withn: 1m }", "w.yaml:1:15: unknown crash-loop key 'withn' (did you mean 'within'?)"),
      ("deadlines: { aks: 1s }", "w.yaml:1:14: unknown deadline 'aks' (did you mean 'ask'?)"),
      ("retention: { agee: 1d }", "w.yaml:1:14: unknown retention key 'agee' (did you mean 'age'?)"),
      ("durability: ful", "w.yaml:1:13: 'ful' is no durability (did you mean 'full'?)"),
      (
        "metrics: 0.0.0.0:9477",
        "w.yaml:1:10: '0.0.0.0:9477' is not socket, or a port of this machine: 127.0.0.1:9477"
      ),
      ("metrics: 9477", "w.yaml:1:10: '9477' is not socket, or a port of this machine: 127.0.0.1:9477"),
      ("hosting: 7", "w.yaml:1:10: '7' is no hosting: one of required, optional"),
      ("hosting:", "w.yaml:1:9: hosting: one of required, optional is expected here"),
      ("hosting: [required]", "w.yaml:1:10: hosting: one of required, optional is expected here"),
      (
        "log-level: verbose",
        "w.yaml:1:12: 'verbose' is no log-level: one of trace, debug, info, notice, warning, error, critical"
      ),
      ("deadlines: { ask: 500 }", "w.yaml:1:19: '500' is not a time such as 500ms, 3s, 10m, 12h or 90d"),
      ("deadlines: { ask: 0ms }", "w.yaml:1:19: 0ms is out of range: 1ms to 1d"),
      ("deadlines: { ask: 2d }", "w.yaml:1:19: 2d is out of range: 1ms to 1d"),
      ("deadlines: 3s", "w.yaml:1:12: a mapping is expected here, 'deadline: value' on lines of their own"),
      ("retention: { size: 64MB }", "w.yaml:1:20: '64MB' is not a size such as 512KiB, 64MiB or 1GiB"),
      ("retention: { commits: many }", "w.yaml:1:23: 'many' is no number of commits: 1 to 100000000"),
      ("retention: { commits: 0 }", "w.yaml:1:23: '0' is no number of commits: 1 to 100000000"),
      (
        "runtime-dir: run", "w.yaml:1:14: 'run' must begin with '/': a daemon has no folder of its own to start from"
      ),
      (
        "scenes: { 7th: {} }",
        "w.yaml:1:11: '7th' is no name of a scene: a letter, then up to 63 of letters, digits, - _ ."
      ),
      (
        "scenes: { main: { restore: nevr } }",
        "w.yaml:1:28: 'nevr' is not always, never or a time such as 500ms, 3s, 10m, 12h or 90d (did you mean 'never'?)"
      ),
      (
        "journal: none\njournal: sqlite",
        "w.yaml:1:1: 'journal' is given twice in this mapping; the other one stands below"
      ),
      (
        "endpoints: { control: [{ curve: /k }] }",
        "w.yaml:1:24: an endpoint is written { tcp: \"HOST:PORT\", insecure: true }"
      ),
      (
        "endpoints: { control: [{ tcp: \"127.0.0.1:0\" }] }",
        "w.yaml:1:31: '127.0.0.1:0' is not HOST:PORT, a port from 1 to 65535 and an IPv6 address in brackets"
      ),
      ("groups: { control: \"\" }", "w.yaml:1:20: the name of a group is empty"),
      (
        "endpoints: { control: [{ tcp: \"127.0.0.1:5770\" }] }",
        "w.yaml:1:24: every program that reaches 127.0.0.1:5770 may steer every scene, whatever its user and groups; "
          + "if that is meant, write { tcp: \"127.0.0.1:5770\", insecure: true }"
      ),
      (
        "endpoints: { screens: [{ tcp: \"[::1]:5770\", insecure: false }] }",
        "w.yaml:1:24: every program that reaches [::1]:5770 may steer, and register workers, whatever its user and "
          + "groups; if that is meant, write { tcp: \"[::1]:5770\", insecure: true }"
      ),
      (
        "endpoints: { updates: [{ tcp: \"127.0.0.1:1\", insecure: yess }] }",
        "w.yaml:1:56: 'yess' is no truth value: one of true, false"
      ),
      (
        "endpoints: { control: [{ tcp: \"127.1:5770\", insecure: true }] }",
        "w.yaml:1:31: '127.1' can be reached from other machines, which needs CURVE, and that is not in this version: "
          + "bind 127.0.0.1 and forward it by ssh"
      ),
      (
        "endpoints: { control: [{ tcp: \"0.0.0.0:5770\" }] }",
        "w.yaml:1:31: '0.0.0.0' can be reached from other machines, which needs CURVE, and that is not in this version: "
          + "bind 127.0.0.1 and forward it by ssh"
      ),
      (
        "endpoints: { control: [{ tcp: \"localhost:1\", curve: /k }] }",
        "w.yaml:1:53: CURVE is not in this version: only addresses of this machine can be bound, without a key"
      ),
      (
        "links: { schemes: [Museum!] }",
        "w.yaml:1:20: 'Museum!' is not a scheme: a letter, then letters, digits, + - ."
      ),
      (
        "links: { patterns: [{ url: a }] }",
        "w.yaml:1:21: a pattern is written { url: TEXT, path: PATH } or { url: TEXT, destination: NAME }"
      ),
      ("tree-change: cut", "w.yaml:1:14: 'cut' is no tree-change: one of keep, trim"),
    ] as [(String, String)])
  func oneMistake(yaml: String, line: String) {
    #expect(problems(yaml) == [line])
  }

  @Test("a wrong path is pointed at where it goes wrong")
  func wrongPath() throws {
    let found = problems("scenes:\n  main:\n    start: home//list")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("w.yaml:3:17: no path: ") == true, "\(found)")
  }

  @Test(
    "an empty path is refused where a scene would have none",
    arguments: [
      ("start: \"\"", 12), ("start: '  '", 12), ("back-at-root: \"\"", 19),
      ("idle: { after: 2m, replace: \"\" }", 33),
    ])
  func emptyPath(key: String, column: Int) {
    #expect(
      problems("scenes:\n  main:\n    \(key)") == [
        "w.yaml:3:\(column): an empty path leads nowhere; name a screen, such as home, or leave the key out"
      ])
  }

  @Test(
    "a wrong pattern is told, with its place",
    arguments: [("a{b", "home"), ("{a:date}", "home"), ("a/{id}", "home?id={other}"), ("a", "home//list")])
  func wrongPattern(url: String, path: String) throws {
    let found = problems("links:\n  patterns:\n    - { url: \"\(url)\", path: \"\(path)\" }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("w.yaml:3:7: no pattern: ") == true, "\(found)")
  }

  @Test(
    "a key is a word that stands once, and what is no YAML says what to do",
    arguments: [
      (
        "scenes: { on: {}, \"on\": {} }",
        "w.yaml:1:19: 'on' is given twice in this mapping; the other one stands above"
      ),
      ("scenes: { 1: {}, '1': {} }", "w.yaml:1:18: '1' is given twice in this mapping; the other one stands above"),
      ("scenes: { [a]: {} }", "w.yaml:1:11: a key is a word, and no list or mapping"),
      (
        "a: 1\n\tb: 2",
        "w.yaml:2:1: no YAML: found a tab character that violates indentation; lines are indented by spaces"
      ),
      (
        "\tjournal: none",
        "w.yaml:1:1: no YAML: found character that cannot start any token; lines are indented by spaces, never by a tab, "
          + "and a text that begins with @ or ` stands in quotes"
      ),
      ("journal: no\u{7}ne", "w.yaml:1:12: no YAML: control characters are not allowed"),
      ("\n\njournal: \u{0}", "w.yaml:3:10: no YAML: control characters are not allowed"),
      (
        "journal: none\n---\njournal: none",
        "w.yaml:2:1: no YAML: but found another document; a file has one, so take the line '---' away and what stands behind it"
      ),
    ])
  func keysAndDocuments(yaml: String, problem: String) { #expect(problems(yaml).first == problem) }

  @Test("aliases do no harm where a comment or a URL looks as if one were a key")
  func harmlessAliases() {
    let yaml = """
      # why ? see below
      scenes: { main: &usual { start: home }, sign: *usual }
      links: { patterns: [{ url: "museum:?{q}", path: "home?q={q}" } ] }
      """
    #expect(problems(yaml) == [])
  }

  @Test("text that is no YAML says where", arguments: ["scenes: {", "a: b: c", "\tjournal: none", "a: 1\n- b"])
  func noYAML(text: String) {
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.contains("no YAML: ") == true, "\(found)")
    #expect(found.first?.hasPrefix("w.yaml:") == true)
  }

  @Test("two documents in one file are too many")
  func twoDocuments() {
    #expect(problems("journal: none\n---\nhosting: required").count == 1)
  }

  @Test("everything is told at once, in the order of the text")
  func everything() {
    let found = problems(
      """
      jornal: none
      durability: ful
      scenes:
        main: { restor: never, start: "//" }
      deadlines: { ask: fast, gard: 1s }
      """)
    #expect(found.map { $0.split(separator: ":")[1] } == ["1", "2", "4", "4", "5", "5"])
  }

  @Test("a runtime folder whose sockets could not be bound is refused")
  func longRuntimeFolder() {
    let folder = "/" + String(repeating: "r", count: 94)
    #expect(problems("runtime-dir: \(folder.dropLast())").isEmpty)
    let found = problems("runtime-dir: \(folder)")
    #expect(found.count == 1)
    #expect(found.first?.contains("is too long: the path of a socket in it would have 108 bytes") == true, "\(found)")
  }

  @Test("one place for two sockets is refused")
  func placeTwice() {
    func endpoints(_ port: Int) -> String {
      """
      endpoints:
        control: [{ tcp: "127.0.0.1:5770", insecure: true }]
        updates: [{ tcp: "127.0.0.1:\(port)", insecure: true }]
      """
    }
    #expect(problems(endpoints(5771)).isEmpty)
    #expect(
      problems(endpoints(5770)) == [
        "w.yaml:3:13: tcp://127.0.0.1:5770 is listed twice (w.yaml:2 too); one socket listens at a place"
      ])
    #expect(problems(endpoints(5771) + "\nmetrics: 127.0.0.1:5772").isEmpty)
    #expect(
      problems(endpoints(5771) + "\nmetrics: 127.0.0.1:5771") == [
        "w.yaml:4:10: 127.0.0.1:5771 is one of the endpoints too (w.yaml:3); one socket listens at a place"
      ])
  }

  @Test("one place for two sockets is told with both files, and of the metrics' port only where the last word names it")
  func placeOfTwoFiles() {
    func problems(_ texts: [String], metrics: String? = nil) -> [String] {
      var flags = Configuration.Flags()
      flags.metrics = metrics.flatMap { Configuration.MetricsAddress($0) }
      do throws(ConfigurationError) {
        _ = try Configuration(
          sources: texts.enumerated().map { .init(file: "\($0).yaml", text: $1) }, flags: flags,
          environment: .init(variables: ["HOME": "/h"], uid: 1000, currentFolder: "/"))
        return []
      } catch {
        return error.problems.map(\.description)
      }
    }
    let control = "endpoints: { control: [{ tcp: \"127.0.0.1:5770\", insecure: true }] }"
    let updates = "endpoints: { updates: [{ tcp: \"127.0.0.1:5770\", insecure: true }] }"
    let metrics = "metrics: 127.0.0.1:5770"
    #expect(
      problems([control, "journal: none\n\(updates)"]) == [
        "1.yaml:2:24: tcp://127.0.0.1:5770 is listed twice (0.yaml:1 too); one socket listens at a place"
      ])
    #expect(
      problems([metrics, control]) == [
        "0.yaml:1:10: 127.0.0.1:5770 is one of the endpoints too (1.yaml:1); one socket listens at a place"
      ])
    #expect(problems([metrics, control, "metrics: socket"]).isEmpty)
    #expect(problems([metrics, control], metrics: "socket").isEmpty)
    #expect(
      problems([control], metrics: "127.0.0.1:5770") == [
        "metrics: 127.0.0.1:5770 is one of the endpoints too; one socket listens at a place"
      ])
  }

  @Test("a journal needs a state folder")
  func noStateFolder() {
    #expect(
      problems("", variables: [:]) == [
        "no state folder: give --state-dir, set $WAYKEEPER_STATE_DIR or $HOME, or use --journal none"
      ])
  }
}

@Suite("Files are found")
struct ConfigurationFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(_ files: [String]) throws(ConfigurationError) -> Configuration {
    try Configuration.load(files: files, environment: .init(variables: ["HOME": "/h"], uid: 1, currentFolder: "/"))
  }

  @Test("a folder stands for its main file and its parts in order of name")
  func folderOfFiles() throws {
    try folder.write("hosting: optional", "waykeeperd.yaml")
    try folder.write("durability: full", "conf.d/20.yaml")
    try folder.write("durability: normal", "conf.d/10.yaml")
    try folder.write("durability: nonsense", "conf.d/30.yaml.off")
    // An editor locks a file by a link beside it.
    symlink("root@host.1234:1", folder.file("conf.d/.#20.yaml"))
    let read = try load([folder.path])
    #expect(read.hosting == .optional)
    #expect(read.durability == .full)
    #expect(
      read.files == ["waykeeperd.yaml", "conf.d/10.yaml", "conf.d/20.yaml"].map { folder.file($0) })
    #expect(try load([folder.file("conf.d/10.yaml")]).durability == .normal)
  }

  @Test("a part that is there and cannot be read is told, and not left out")
  func unreadable() throws {
    try folder.write("hosting: optional", "waykeeperd.yaml")
    try folder.write("", "conf.d")
    let noFolder = try #require(throws: ConfigurationError.self) { try load([folder.path]) }
    #expect(noFolder.problems.map(\.description).first?.hasPrefix("\(folder.path)/conf.d: cannot read it: ") == true)
    try FileManager.default.removeItem(atPath: folder.file("conf.d"))
    try folder.write("hosting: optional", "conf.d/10.yaml")
    try FileManager.default.removeItem(atPath: folder.file("waykeeperd.yaml"))
    symlink("nowhere", folder.file("waykeeperd.yaml"))
    let dangling = try #require(throws: ConfigurationError.self) { try load([folder.path]) }
    #expect(
      dangling.problems.map(\.description) == ["\(folder.path)/waykeeperd.yaml: cannot read it: no such file"])
  }

  @Test("a file that is missing or no text is told with its name")
  func missing() throws {
    let missing = folder.file("none.yaml")
    let noText = folder.file("latin.yaml")
    try folder.write(Data([0x6A, 0xFF, 0xFE, 0x00]), "latin.yaml")
    let error = try #require(throws: ConfigurationError.self) { try load([missing, noText, folder.path]) }
    #expect(
      error.problems.map(\.description) == [
        "\(missing): cannot read it: no such file", "\(noText): cannot read it: it is not UTF-8 text",
        "\(folder.path)/waykeeperd.yaml: cannot read it: no such file",
      ])
  }
}
