// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RouteModel
import UnixSignals
import Waykeeper

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Tells every change as it happens, until interrupted.",
    discussion: """
      Without --scene all scenes are watched. `+` the path grew, `-` it shrank, `=` same height, `!` look here. As JSON a \
      line is an object with one member, which says what it is: state, update, presence, gap, epoch, disconnected.
      """)

  @Option(help: ArgumentHelp("First tell the commits above this revision, from the journal.", valueName: "rev"))
  var since: UInt64?

  @Option(help: ArgumentHelp("End after so many updates.", valueName: "n"))
  var count: Int?

  @Flag(help: "Also commits that only say that a screen has appeared.")
  var all = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count wants at least 1") }
  }

  func run() async throws {
    // Somebody has to be there now; what ends later is waited for.
    _ = try global.location.resolve(.updates)
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    if let scene = global.scene { await tellIfUnknown(scene) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await follow() }
      group.addTask { for await _ in signals { return } }
      try await group.next()
      group.cancelAll()
    }
  }

  /// A scene that is not there yet is waited for; a mistyped one would be waited for in silence. Who may only watch cannot
  /// ask, and is told nothing.
  private func tellIfUnknown(_ scene: SceneName) async {
    guard let navigator = try? global.navigator(), let scenes = try? await navigator.snapshot().map(\.scene.rawValue)
    else { return }
    await navigator.close()
    guard !scenes.contains(scene.rawValue) else { return }
    let hint = Spelling.hint(scene.rawValue, among: scenes)
    let list = scenes.isEmpty ? "none yet" : scenes.joined(separator: " ")
    Output.error("way: no scene '\(scene)' yet, waiting for it\(hint) (scenes: \(list))")
  }

  private func follow() async throws {
    var events = PathObserver(scene: global.scene, at: global.location).makeAsyncIterator()
    var next = await events.next()
    // Watched already, so that nothing is lost between the past and now; what both know is told once.
    let past = since == nil ? [:] : try await tellPast()
    var text = EventText(showsMinor: all)
    var updates = 0
    while let event = next {
      if case .update(let update) = event, update.revision <= past[update.scene] ?? 0 {
        next = await events.next()
        continue
      }
      switch global.format {
      case .json: if all || !event.isMinor { Output.json(JSONLine.text(event)) }
      case .text:
        // The terminal may have been resized meanwhile.
        if text.palette.width != .unlimited { text.palette = .standard }
        for line in text.lines(event) { Output.line(line) }
      }
      if case .update(let update) = event, all || !update.isMinor { updates += 1 }
      if let count, updates >= count { return }
      guard Output.isTaken else { return }
      next = await events.next()
    }
  }

  /// Tells the commits above `since`; returns the newest of each scene.
  private func tellPast() async throws -> [SceneName: UInt64] {
    var newest: [SceneName: UInt64] = [:]
    let navigator = try global.navigator()
    let past = try await navigator.history(of: global.scene, since: since)
    await navigator.close()
    let commits = past.reversed().filter { $0.outcome.kind == .committed }
    let text = EventText(scenes: Set(commits.map(\.outcome.scene)))
    for command in commits {
      let outcome = command.outcome
      newest[outcome.scene] = max(newest[outcome.scene] ?? 0, outcome.revision)
      switch global.format {
      case .json: Output.json(JSONLine.text(command))
      case .text:
        let at = Date(timeIntervalSince1970: Quantity.milliseconds(command.timeSince1970) / 1000)
        let origin = " · " + command.origin.name
        for line in text.past(outcome, verb: command.verb, origin: origin, at: at) { Output.line(line) }
      }
    }
    return newest
  }
}

extension PathEvent {
  /// A commit that only says that something has appeared.
  var isMinor: Bool {
    if case .update(let update) = self { update.isMinor } else { false }
  }
}
