// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteJournal
import RouteModel
import Testing

@testable import CoordinatorService

/// The configuration that one file makes.
private func configuration(
  _ yaml: String, flags: Configuration.Flags = .init(), variables: [String: String] = ["HOME": "/home/kiosk"]
) throws(ConfigurationError) -> Configuration {
  try Configuration(
    sources: [Configuration.Source(file: "waykeeperd.yaml", text: yaml)], flags: flags,
    environment: Configuration.Environment(variables: variables, uid: 1000, currentFolder: "/home/kiosk/work"))
}

@Suite("A configuration is understood")
struct ConfigurationTests {
  @Test("nothing at all is the built-in configuration", arguments: ["", "# only a comment\n", "---\n"])
  func builtIn(yaml: String) throws {
    let built = try configuration(yaml)
    #expect(built.journal == .sqlite)
    #expect(built.durability == .normal)
    #expect(built.journalFailure == .continue)
    #expect(built.hosting == .required)
    #expect(built.retention == Retention(commits: 100_000, ageMs: 7_776_000_000, bytes: 67_108_864))
    #expect(built.settings == Settings())
    #expect(built.logLevel == .info)
    #expect(built.groups.control == "waykeeper-control")
    // Who names groups counts on them, also on those that there would be anyway.
    #expect(try !configuration("runtime-dir: /tmp/x").wantsGroups)
    #expect(try configuration("{ runtime-dir: /tmp/x, groups: { control: waykeeper-control } }").wantsGroups)
  }

  @Test("every key has its place")
  func everyKey() throws {
    let read = try configuration(
      """
      runtime-dir: /run/waykeeper
      state-dir: /var/lib/waykeeper
      journal: sqlite
      durability: full
      journal-failure: refuse
      retention: { commits: 500, age: 2d, size: 1GiB }
      hosting: optional
      deadlines: { ask: 1s, guard: 2s, transition: 4s, host-wait: 5ms, start-host-wait: 6s, working-max: 7s, parked: 1m,
        after-death: 0ms, restart-grace: 3s, host-return: 1m }
      crash-loop: { deaths: 3, within: 30s }
      tree-change: trim
      log-level: debug
      groups: { control: a, screens: b, watch: c }
      scenes:
        main: { start: home/list, restore: never, back-at-root: "attract?slide=1" }
        cluster: { start: speed, restore: 10m, back-at-root: stay }
        spare:
      links:
        schemes: [Museum, kiosk, MUSEUM]
        patterns:
          - { url: "exhibit/{id:int}", path: "home/list/exhibit?id={id}" }
          - { url: "search?{q}&{page:int=1}", path: "home/search?q={q}&page={page}" }
      endpoints:
        control: [{ tcp: "127.0.0.1:5770", insecure: true }]
        screens: [{ tcp: "127.0.0.1:5771", insecure: true }]
        updates: { tcp: "[::1]:5772", insecure: true }
      """)
    #expect(read.runtimeFolder.path == "/run/waykeeper")
    #expect(read.stateFolder.path == "/var/lib/waykeeper")
    #expect(read.durability == .full)
    #expect(read.journalFailure == .refuse)
    #expect(read.retention == Retention(commits: 500, ageMs: 172_800_000, bytes: 1 << 30))
    #expect(read.logLevel == .debug)
    #expect([read.groups.control, read.groups.screens, read.groups.watch] == ["a", "b", "c"])
    #expect(read.endpoints.control == [.init(host: "127.0.0.1", port: 5770)])
    #expect(read.endpoints.screens == [.init(host: "127.0.0.1", port: 5771)])
    #expect(read.endpoints.updates == [.init(host: "[::1]", port: 5772)])

    var settings = Settings()
    settings.requiresHosts = false
    settings.askMs = 1000
    settings.guardMs = 2000
    settings.transitionMs = 4000
    settings.hostWaitMs = 5
    settings.startHostWaitMs = 6000
    settings.workingMaxMs = 7000
    settings.parkedMs = 60_000
    settings.afterDeathMs = 0
    settings.restartGraceMs = 3000
    settings.hostReturnMs = 60_000
    settings.crashLoop?.deaths = 3
    settings.crashLoop?.withinMs = 30_000
    settings.scenes = [
      "main": .init(
        start: [PathItem(AnyScreen("home")), PathItem(AnyScreen("list"))], restore: .never,
        backAtRoot: [PathItem(AnyScreen("attract", content: .object([("slide", .integer(1))])))]),
      "cluster": .init(start: [PathItem(AnyScreen("speed"))], restore: .within(ms: 600_000)), "spare": .init(),
    ]
    settings.treeChange = .trim
    settings.links = LinkReading(
      schemes: ["museum", "kiosk"],
      patterns: [
        try LinkPattern(url: "exhibit/{id:int}", path: "home/list/exhibit?id={id}"),
        try LinkPattern(url: "search?{q}&{page:int=1}", path: "home/search?q={q}&page={page}"),
      ])
    #expect(read.settings == settings)
  }

  @Test("keys of later features have their place too")
  func laterKeys() throws {
    let read = try configuration(
      """
      destinations: { shop: [{ make: shop, action: present }] }
      every-destination: { interceptors: [login], contextTasks: [who], postTasks: [seen], whileMoving: wait }
      metrics: 127.0.0.1:9477
      """)
    let shop = Destination([.screen(.init(make: .screen("shop", .asSought), action: .present()))])
    #expect(read.settings.destinations == ["shop": shop])
    #expect(
      read.settings.destinationHooks
        == DestinationHooks(
          interceptors: ["login"], contextTasks: [.asked("who")], postTasks: ["seen"], whileMoving: .wait))
    #expect(read.metrics == .tcp(.init(host: "127.0.0.1", port: 9477)))
  }

  @Test("a word stays a word: YAML's booleans do not sneak in", arguments: ["off", "no", "false", "on", "yes", "y"])
  func noBooleans(word: String) throws {
    let read = try configuration("groups: { control: \(word) }\nscenes: { \(word): { start: \(word) } }")
    #expect(read.groups.control == word)
    #expect(
      read.settings.scenes == [
        SceneName(stringLiteral: word): .init(start: [PathItem(AnyScreen(.init(stringLiteral: word)))])
      ])
    let error = #expect(throws: ConfigurationError.self) { try configuration("journal: \(word)") }
    #expect(error?.problems.map(\.message) == ["'\(word)' is no journal: one of sqlite, none"])
  }

  @Test("without a journal nothing is durable and no state folder is needed")
  func noJournal() throws {
    let read = try configuration("journal: none", variables: [:])
    #expect(!read.coordinatorSettings.isJournalled)
    #expect(read.stateFolder.path.isEmpty)
  }

  @Test("a flag wins over the file")
  func flagsWin() throws {
    var flags = Configuration.Flags()
    flags.runtimeFolder = "/tmp/trial"
    flags.stateFolder = "state"
    flags.journal = Configuration.JournalKind.none
    flags.durability = .normal
    flags.journalFailure = .continue
    flags.hosting = .required
    flags.deadlines = [.ask: 7, .hostWait: 8]
    flags.logLevel = .trace
    let read = try configuration(
      """
      runtime-dir: /run/waykeeper
      state-dir: /var/lib/waykeeper
      journal: sqlite
      durability: full
      journal-failure: refuse
      hosting: optional
      log-level: error
      deadlines: { ask: 1s, guard: 2s }
      """, flags: flags)
    #expect(read.runtimeFolder == .init(path: "/tmp/trial", source: "--runtime-dir"))
    #expect(read.stateFolder == .init(path: "/home/kiosk/work/state", source: "--state-dir"))
    #expect(read.journal == .none)
    #expect(read.durability == .normal)
    #expect(read.journalFailure == .continue)
    #expect(read.hosting == .required)
    #expect(read.settings.askMs == 7)
    #expect(read.settings.guardMs == 2000)
    #expect(read.settings.hostWaitMs == 8)
    #expect(read.logLevel == .trace)
  }

  @Test("a later file adds to an earlier one, member by member, and wins where both speak")
  func filesAddUp() throws {
    let read = try Configuration(
      sources: [
        .init(
          file: "waykeeperd.yaml",
          text: "durability: full\nscenes: { main: { start: home, restore: never } }\nlinks: { schemes: [museum] }"),
        .init(file: "conf.d/10.yaml", text: "links: { patterns: [{ url: a, path: home }] }\nhosting: optional"),
        .init(
          file: "conf.d/20.yaml",
          text: "hosting: required\nscenes: { main: { restore: always }, cluster: {} }\n"
            + "links: { patterns: [{ url: b, path: home }] }"),
      ], environment: .init(variables: ["HOME": "/h"], uid: 1, currentFolder: "/"))
    #expect(read.files == ["waykeeperd.yaml", "conf.d/10.yaml", "conf.d/20.yaml"])
    #expect(read.durability == .full)
    #expect(read.hosting == .required)
    #expect(read.settings.scenes.keys.sorted() == ["cluster", "main"])
    #expect(read.settings.scenes["main"] == .init(start: [PathItem(AnyScreen("home"))], restore: .always))
    #expect(read.settings.links.patterns.map(\.url) == ["a", "b"])
  }

  @Test(
    "the runtime folder is the first that is named",
    arguments: [
      (["WAYKEEPER_RUNTIME_DIR": "/a", "RUNTIME_DIRECTORY": "/b", "XDG_RUNTIME_DIR": "/c"], "/a", false),
      (["WAYKEEPER_RUNTIME_DIR": "", "RUNTIME_DIRECTORY": "/b:/bb", "XDG_RUNTIME_DIR": "/c"], "/b", false),
      (["XDG_RUNTIME_DIR": "/c", "TMPDIR": "/d"], "/c/waykeeper", false), (["TMPDIR": "/d"], "/d/waykeeper-1000", true),
      ([:], "/tmp/waykeeper-1000", true),
    ] as [([String: String], String, Bool)])
  func runtimeFolder(variables: [String: String], path: String, isTemporary: Bool) throws {
    let read = try configuration("journal: none", variables: variables)
    #expect(read.runtimeFolder.path == path)
    #expect(read.runtimeFolder.isTemporary == isTemporary)
  }

  @Test(
    "the state folder is the first that is named",
    arguments: [
      (["WAYKEEPER_STATE_DIR": "/a", "STATE_DIRECTORY": "/b", "XDG_STATE_HOME": "/c", "HOME": "/d"], "/a"),
      (["STATE_DIRECTORY": "/b", "XDG_STATE_HOME": "/c"], "/b"),
      (["XDG_STATE_HOME": "/c", "HOME": "/d"], "/c/waykeeper"),
      (["HOME": "/d"], "/d/.local/state/waykeeper"),
    ] as [([String: String], String)])
  func stateFolder(variables: [String: String], path: String) throws {
    #expect(try configuration("", variables: variables).stateFolder.path == path)
  }

  @Test("what the files name stands between our own variable and what systemd or the desktop gives")
  func filesAndVariables() throws {
    let yaml = "runtime-dir: /file\nstate-dir: /file"
    let given = ["RUNTIME_DIRECTORY": "/b", "STATE_DIRECTORY": "/b", "XDG_RUNTIME_DIR": "/c", "HOME": "/d"]
    let read = try configuration(yaml, variables: given)
    #expect([read.runtimeFolder.path, read.stateFolder.path] == ["/file", "/file"])
    let own = ["WAYKEEPER_RUNTIME_DIR": "/own", "WAYKEEPER_STATE_DIR": "/own"]
    let overridden = try configuration(yaml, variables: own)
    #expect([overridden.runtimeFolder.path, overridden.stateFolder.path] == ["/own", "/own"])
  }

  @Test("the summary says everything that was understood, and what it says of paths can be typed")
  func summary() throws {
    let text = try configuration(
      """
      runtime-dir: /run/waykeeper
      durability: full
      scenes: { main: { start: "home/exhibit?id=7", restore: 10m }, cluster: { restore: never } }
      links: { schemes: [museum], patterns: [{ url: "exhibit/{id}", path: "home/exhibit?id={id}" }] }
      every-destination: { interceptors: [login, "age"], whileMoving: abort }
      endpoints: { control: { tcp: "127.0.0.1:5770", insecure: true } }
      """
    ).summary
    for line in [
      "files        waykeeperd.yaml", "runtime-dir  /run/waykeeper  (waykeeperd.yaml)",
      "state-dir    /home/kiosk/.local/state/waykeeper  ($HOME)",
      "journal      sqlite   durability full   on failure continue",
      "retention    100000 commits   age 90d   size 64MiB", "deadlines    ask              500ms",
      "             start-host-wait  10s", "scenes       cluster   restore never   back-at-root stay",
      "             main      start home/exhibit?id=7   restore 10m   back-at-root stay",
      "tree-change  keep", "links        museum://exhibit/{id}   → home/exhibit?id={id}",
      "every-destination", "             interceptors   login age", "             whileMoving    abort",
      "insecure     tcp://127.0.0.1:5770: every program that reaches it may steer every scene",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(text)")
    }
  }

  @Test("the summary says which link can never be read, for its scheme is not among those that are")
  func unreadScheme() throws {
    let text = try configuration(
      """
      links:
        schemes: [museum]
        patterns: [{ url: a, path: home }, { url: "Museum://b", path: home }, { url: "app://c", path: home }]
      """
    ).summary
    for line in [
      "links        museum://a   → home", "             Museum://b   → home",
      "             app://c      → home   never read: 'app' is not among the schemes",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(text)")
    }
  }
}
