// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Glibc
import RouteModel
import UnixSignals
import Waykeeper

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Tells every change as it happens, until interrupted.",
    discussion: """
      Without --scene all scenes are watched. `+` the path grew, `-` it shrank, `=` same height, `!` look here. As JSON a \
      line is an object with one member, which says what it is: past (a commit of the journal), state, update, presence, \
      gap, epoch, disconnected. For --since a number is a revision, and everything else is \(MomentText.form).
      """)

  @Option(
    help: ArgumentHelp(
      "First tell the commits above this revision, or since this time, from the journal.", valueName: "rev|time"),
    transform: Parse.bound)
  var since: PastBound?

  @Option(help: ArgumentHelp("End after so many updates, those of the past counted.", valueName: "n"))
  var count: Int?

  @Flag(help: "End after the past; only with --since.")
  var noFollow = false

  @Flag(help: "Also commits that only say that a screen has appeared.")
  var all = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count wants at least 1") }
    if noFollow, since == nil { throw ValidationError("--no-follow wants --since: it ends after the past") }
  }

  func run() async throws {
    guard !noFollow else {
      var text = EventText(showsMinor: all)
      let past = try await tellPast(in: &text, upTo: count)
      guard past.count == 0 else { return }
      if let scene = global.scene {
        let source = PastSource.coordinator(try global.navigator())
        if let failure = try await ExplanationSearch(source: source, scene: scene).unknown() { throw failure }
      }
      Output.error("way: the journal holds no such commit")
      return
    }
    // Somebody has to be there now; what ends later is waited for.
    _ = try global.location.resolve(.updates)
    SignalTrap.endAnyway(by: [SIGINT, SIGTERM])
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    try await withThrowingTaskGroup(of: IsEnd.self) { group in
      group.addTask {
        try await follow()
        return true
      }
      group.addTask {
        for await _ in signals { break }
        return true
      }
      if let scene = global.scene {
        // Beside the others: a coordinator that does not answer holds up neither.
        group.addTask {
          await tellIfUnknown(scene)
          return false
        }
      }
      while let isEnd = try await group.next(), !isEnd {}
      group.cancelAll()
    }
  }

  /// Whether the command ends with the end of a task.
  private typealias IsEnd = Bool

  /// A scene that is not there yet is waited for; a mistyped one would be waited for in silence. Who may only watch cannot
  /// ask, and is told nothing.
  private func tellIfUnknown(_ scene: SceneName) async {
    guard let navigator = try? global.navigator() else { return }
    let others = await SceneFailure.others(than: scene, navigator)
    await navigator.close()
    if let others { Output.error("way: no scene '\(scene)' yet, waiting for it\(others)") }
  }

  private func follow() async throws {
    var events = PathObserver(scene: global.scene, at: global.location).makeAsyncIterator()
    // Watched first, so that nothing is lost between the past and now; what both know is told once. Of a scene that only the journal
    // knows there is nothing to wait for.
    let first = try await isPast() ? nil : await events.next()
    var text = EventText(showsMinor: all)
    let past = try await tellPast(in: &text, upTo: count)
    var updates = past.count
    if let count, updates >= count { return }
    var next = first
    if next == nil { next = await events.next() }
    while let event = next {
      if !past.has(event) {
        tell(event, in: &text)
        if case .update(let update) = event, all || !update.isMinor { updates += 1 }
        if let count, updates >= count { return }
        guard Output.isTaken else { return }
      }
      next = await events.next()
    }
  }

  /// Whether the past of a scene is wanted that does not stand now.
  private func isPast() async throws -> Bool {
    guard since != nil, let scene = global.scene else { return false }
    let navigator = try global.navigator()
    let isThere = try await !navigator.scenes(scene).isEmpty
    await navigator.close()
    return !isThere
  }

  /// What was told of the past.
  private struct Past {
    /// The newest commit of each scene. Where the journal was taken away, revisions begin anew, in a later epoch.
    private var newest: [SceneName: (epoch: Epoch, revision: Revision)] = [:]
    var count = 0

    /// Whether a commit was told, or one behind it.
    func has(_ scene: SceneName, _ epoch: Epoch, _ revision: Revision) -> Bool {
      newest[scene].map { (epoch, revision) <= $0 } ?? false
    }

    /// Whether an event is a commit that was told, or one behind it.
    func has(_ event: PathEvent) -> Bool {
      guard case .update(let update) = event else { return false }
      return has(update.scene, update.epoch, update.revision)
    }

    /// The revisions between the last commit of its scene and this one: they could not be written.
    func missing(before commit: PastCommit) -> ClosedRange<Revision>? {
      guard let last = newest[commit.scene]?.revision, last + 1 < commit.revision else { return nil }
      return last + 1...commit.revision - 1
    }

    mutating func note(_ commit: PastCommit) {
      if !has(commit.scene, commit.epoch, commit.revision) { newest[commit.scene] = (commit.epoch, commit.revision) }
    }
  }

  /// Tells the commits since `since`, up to so many.
  private func tellPast(in text: inout EventText, upTo limit: Int?) async throws -> Past {
    var past = Past()
    guard let since else { return past }
    var question = Inspect(.commits, scene: global.scene, limit: 1000)
    question.past.after = 0
    since.begin(&question)
    let navigator = try global.navigator()
    let source = PastSource.coordinator(navigator)
    text.expect(scenes: try await source.scenes(global.scene))
    var commits = PastRows<PastCommit>(question, from: source)
    while past.count < limit ?? .max, Output.isTaken, let commit = try await commits.next() {
      if let missing = past.missing(before: commit) { tell(missing, before: commit, in: &text) }
      past.note(commit)
      let lines = text.lines(commit)
      guard all || !commit.isMinor else { continue }
      past.count += 1
      switch global.format {
      case .json: Output.json(JSONLine.text(commit, as: "past"))
      case .text: for line in lines { Output.line(line) }
      }
    }
    if Output.isTaken, let behind = await source.present().behind { Output.error("way: \(behind.text)") }
    await navigator.close()
    return past
  }
}

extension Watch {
  /// Tells what happens now.
  private func tell(_ event: PathEvent, in text: inout EventText) {
    switch global.format {
    case .json: if all || !event.isMinor { Output.json(JSONLine.text(event)) }
    case .text:
      // The terminal may have been resized meanwhile.
      if text.palette.width != .unlimited { text.palette = .standard }
      for line in text.lines(event) { Output.line(line) }
    }
  }

  /// Tells revisions that the journal does not hold.
  private func tell(_ missing: ClosedRange<Revision>, before commit: PastCommit, in text: inout EventText) {
    switch global.format {
    case .json:
      Output.json(JSONLine.text(.gap(commit.scene, from: missing.lowerBound - 1, to: missing.upperBound)))
    case .text: for line in text.lines(missing: missing, before: commit) { Output.line(line) }
    }
  }
}

extension PathEvent {
  /// A commit that only says that something has appeared.
  var isMinor: Bool {
    if case .update(let update) = self { update.isMinor } else { false }
  }
}
