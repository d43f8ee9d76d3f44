// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// What the tour shows, and says of it.
struct DemoTour: Sendable {
  let stage: DemoStage
  private var palette: Palette { .standard }

  init(stage: DemoStage) { self.stage = stage }

  func run() async throws {
    say("A museum guide: three programs show its screens, one coordinator keeps the route.")
    try await stage.startCoordinator()
    try await stage.startWorker("kiosk", DemoFiles.kiosk)
    try await stage.startWorker("exhibits", DemoFiles.exhibits)
    try await stage.startWorker("help", DemoFiles.help)
    note("waykeeperd is pid \(stage.pid(of: "waykeeperd")); workers: kiosk, exhibits, help, each a process")
    let marker = palette("      │ watch  ", .quiet)
    let room = palette.width.room(behind: marker.width)
    try stage.watch { line in
      let parts = TerminalWidth.folded(line, first: room, rest: room - 2)
      for (index, part) in parts.enumerated() { Output.line(marker + (index == 0 ? "" : "  ") + part) }
    }
    try await verbs()
    try await destinations()
    try await refusals()
    try await crashes()
    step("And this is what `way` shows now.")
    try await type([])
  }

  private func verbs() async throws {
    step("Begin. Nobody shows anything yet, so the installer of 'home' is asked.")
    try await type(["start", "home"])
    step("Show the list. The topmost screen is asked first; home handles it and pushes.")
    try await type(["show", "list"])
    try await type(["show", "exhibit", "--context", #"{"id":7}"#])
    step("A chain: exhibit is asked for the map and declines, then list, then home, which handles it.")
    try await type(["show", "map"])
    try await type(["back"])
    step("Help comes as a sheet: a layer of its own, on top of everything.")
    try await type(["show", "help"])
    try await type(["hide", "help"])
  }

  private func destinations() async throws {
    step(
      "A destination: to exhibit 7, wherever one is. Beneath the map it is found; else it would be made, with its list."
    )
    try await type(["show", "map"])
    let words = ["route", "exhibit", "--context", #"{"id":7}"#]
    try await type(words + ["--dry-run"])
    try await type(words)
  }

  private func refusals() async throws {
    step("A guard: somebody has typed notes into exhibit 7. Back asks it before anything is visible, and it says no.")
    try await type(["back"])
    step("Who means it skips the guard. The journal will say so.")
    try await type(["back", "--skip-guards"])
  }

  private func crashes() async throws {
    step("A crash: exhibits is asked to show the hall, thinks about it, and is killed with -9 meanwhile.")
    try await type(["go", "exhibit?id=9", "--on", "list"])
    let before = try await asks(of: "exhibits")
    async let answer = stage.way(["show", "hall", "--deadline", "20s"])
    try await stage.wait(for: "exhibits to be asked") { navigator in
      guard try await Self.asks(of: "exhibits", navigator) > before else { throw DemoStage.NotYet() }
    }
    command(["show", "hall"])
    note("kill -9 \(stage.pid(of: "exhibits"))")
    await stage.kill("exhibits", SIGKILL)
    show(try await answer)
    note("the next one was asked at once; the outcome says who died")
    try await stage.startWorker("exhibits", DemoFiles.exhibits)

    step(
      "A worse crash: the coordinator itself, killed with -9. It comes back with the route; workers and watcher reconnect."
    )
    note("kill -9 \(stage.pid(of: "waykeeperd"))")
    await stage.kill("waykeeperd", SIGKILL)
    try await stage.startCoordinator()
    try await stage.wait(for: "the workers to be back") { navigator in
      for worker in ["kiosk", "exhibits", "help"] {
        guard try await DemoStage.status(of: worker, navigator)?.state == .live else {
          throw DemoStage.NotYet()
        }
      }
    }
    try await stage.wait(for: "the watcher to be back") { _ in
      guard stage.isRestartTold else { throw DemoStage.NotYet() }
    }
    try await type(["path"])
  }

  private func asks(of worker: String) async throws -> Int {
    let navigator = try Navigator.connect(.runtimeFolder(stage.runtimeFolder), name: "way-demo")
    let asks = try await Self.asks(of: worker, navigator)
    await navigator.close()
    return asks
  }

  private static func asks(of worker: String, _ navigator: Navigator) async throws -> Int {
    try await DemoStage.status(of: worker, navigator)?.asks ?? 0
  }

  func sayGoodbye() {
    Output.line("")
    say("That was it: everything is ended, \(stage.folder) is removed.")
    say("Play yourself: `way demo --keep`. A screen of your own: `way worker --help`.")
  }

  /// Leaves everything running, with a script that ends it.
  func sayHowToPlay() async throws {
    let pids = stage.running.filter { $0 != "watch" }.map { String(stage.pid(of: $0)) }
    let script = "\(stage.folder)/end"
    try "#!/bin/sh\nkill \(pids.joined(separator: " "))\nrm -rf '\(stage.folder)'\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    await stage.kill("watch", SIGTERM)
    Output.line("")
    say("Everything still runs. To play with it:")
    Output.lines(
      """

        export WAYKEEPER_RUNTIME_DIR=\(stage.runtimeFolder)
        way watch                      in another terminal
        way show exhibit --context '{"id":12}'
        way show help
        way back
        \(script)       ends it all
      """)
  }

  // ── how it speaks ────────────────────────────────────────────────────────────────────────────────

  private func say(_ text: String) { tell(text, hanging: 0) { palette($0, .strong) } }

  private func step(_ text: String) {
    Output.line("")
    say(text)
  }

  private func note(_ text: String) { tell("  # \(text)", hanging: 4) { palette($0, .quiet) } }

  /// A text in lines that the terminal has room for.
  private func tell(_ text: String, hanging: Int, _ style: (String) -> Printed) {
    for line in palette.width.folded(text, hanging: hanging) { Output.line(style(line)) }
  }

  private func command(_ arguments: [String]) {
    let words = arguments.map { $0.contains(where: "{}\" ".contains) ? "'\($0)'" : $0 }
    tell("  $ " + (["way"] + words).joined(separator: " "), hanging: 6) { Printed($0) }
  }

  private func show(_ output: String) {
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      tell(line.isEmpty ? "" : "  \(line)", hanging: 12) { Printed($0) }
    }
  }

  private func type(_ arguments: [String]) async throws {
    try Task.checkCancellation()
    command(arguments)
    show(try await stage.way(arguments))
  }
}
