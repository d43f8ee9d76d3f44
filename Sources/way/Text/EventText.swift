// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// Events as people read them while they happen: one line each, in columns of fixed width. Remembers what it has said,
/// so that the next line can say what is different.
struct EventText {
  var palette = Palette.standard
  /// Minor commits are told too.
  var showsMinor = false

  private var shown: [SceneName: SceneState] = [:]
  private var leftAt: [SceneName: [ElementID: Date]] = [:]

  init(palette: Palette = .standard, showsMinor: Bool = false) {
    self.palette = palette
    self.showsMinor = showsMinor
  }

  /// The line about `event`; nil where there is nothing to say.
  mutating func line(_ event: PathEvent, at now: Date = Date()) -> Printed? {
    switch event {
    case .state(let state): return line(state, at: now)
    case .update(let update): return line(update, at: now)
    case .presence(let change): return line(change, at: now)
    case .gap(let scene, let from, let to):
      let text = "\(prefix(scene))revisions \(from + 1) to \(to) were missed; what follows shows where they led"
      return line(now, "!", .bad, "gap", [text])
    case .epoch: return line(now, "!", .notice, "epoch", ["the coordinator restarted"])
    case .disconnected: return line(now, "!", .notice, "silent", ["no coordinator is heard; what is shown may be old"])
    }
  }

  /// The line about a past command, as `watch --since` tells it.
  func past(_ outcome: Outcome, verb: String, origin: String, at: Date) -> Printed {
    line(
      at, " ", .plain, "\(outcome.revision)",
      [path(outcome.scene, outcome.path), [verb, handled(outcome.asked), origin].joined()])
  }

  // ── one kind each ──────────────────────────────────────────────────────────────────────────────

  private mutating func line(_ state: SceneState, at now: Date) -> Printed {
    let before = shown.updateValue(state, forKey: state.scene)
    let route = state.path.text(separator: " / ")
    guard let before else {
      return palette("\(state.scene) \(state.revision)".padded(to: Self.pathColumn), .strong)
        + (route.isEmpty ? "nothing shows yet" : route)
    }
    let isSame = before.revision == state.revision && before.elements == state.elements
    return line(
      now, "=", .quiet, "\(state.revision)",
      [path(state.scene, state.path), isSame ? "nothing missed" : "this is what shows now"])
  }

  private mutating func line(_ update: Update, at now: Date) -> Printed? {
    let state = SceneState(
      scene: update.scene, epoch: update.epoch, revision: update.revision,
      presenceNumber: update.presenceNumber, path: update.current)
    shown[update.scene] = state
    guard showsMinor || !update.isMinor else { return nil }
    let (old, new) = (update.previous.elements.count, update.current.path.elements.count)
    let (sign, style): (String, Palette.Style) =
      new > old ? ("+", .good) : new < old ? ("-", .notice) : update.isMinor ? (" ", .plain) : ("=", .plain)
    return line(
      now, sign, style, "\(update.revision)", [path(update.scene, update.current), text(update.cause)])
  }

  private mutating func line(_ change: PresenceChange, at now: Date) -> Printed {
    let elements = shown[change.scene]?.elements ?? []
    let names = change.elements.map { id in
      "\(id)" + (elements.first { $0.id == id }.map { " \($0.screen.name)" } ?? "")
    }
    let worker = [change.worker?.rawValue ?? "nobody", change.version].filter { !$0.isEmpty }.joined(separator: " ")
    var note = worker
    switch change.presence {
    case .leaving:
      for id in change.elements { leftAt[change.scene, default: [:]][id] = now }
      note += change.restarting.map { " restarts (at most \(Quantity.span($0)))" } ?? " leaves"
    case .attended:
      let left = change.elements.compactMap { leftAt[change.scene]?.removeValue(forKey: $0) }.min()
      if let left { note += ", shown again in \(Int(now.timeIntervalSince(left) * 1000)) ms" }
    case .unattended, .failed, .quarantined, .notInTree:
      for id in change.elements { leftAt[change.scene, default: [:]][id] = now }
      if let message = change.message { note += ": \(message)" }
    }
    let who = (prefix(change.scene) + names.joined(separator: ", ")).padded(to: 14)
    return line(now, " ", .plain, "presence", ["\(who)  \(change.presence.rawValue.padded(to: 12))  \(note)"])
  }

  // ── pieces ─────────────────────────────────────────────────────────────────────────────────────

  /// Where the path stands: after the time, the sign and the revision.
  private static let pathColumn = 28
  /// How wide a path is, at least.
  private static let pathWidth = 44

  private func line(
    _ now: Date, _ sign: String, _ style: Palette.Style, _ word: String, _ rest: [String]
  ) -> Printed {
    let head = palette(Quantity.timeOfDay(now), .quiet) + "  " + palette(sign, style) + "  "
    let body = word.padded(to: Self.pathColumn - 19) + "  "
    let cells = rest.dropLast().map { $0.padded(to: Self.pathWidth) } + rest.suffix(1)
    return (head + body + cells.joined(separator: "  ")).trimmedRight
  }

  private func path(_ scene: SceneName, _ path: PlacedPath) -> String { prefix(scene) + path.text(separator: " / ") }

  /// The scene, as soon as there is more than one.
  private func prefix(_ scene: SceneName) -> String { shown.count > 1 ? "\(scene)  " : "" }

  private func text(_ cause: Cause) -> String {
    let why =
      switch cause.kind {
      case .command: cause.verb
      case .start: "start"
      case .appeared: "appeared"
      case .death: "a worker died: \(cause.verb)"
      case .redirect: "redirect: \(cause.verb)"
      case .tree: "the tree changed: \(cause.verb)"
      }
    let origin = cause.origin == .coordinator ? "" : " · \(cause.origin.text)"
    let notes = (cause.skippedGuards ? " · guards skipped" : "") + (cause.because.map { " · \"\($0)\"" } ?? "")
    return why + handled(cause.asked) + origin + notes
  }

  private func handled(_ asked: [Asked]) -> String {
    let cause = Cause(kind: .command, verb: "", asked: asked)
    guard let by = cause.handledBy else { return "" }
    return " · \(by.element.map { "\($0) \(by.screen)" } ?? "installer") handled"
      + (by.worker.map { " (\($0))" } ?? "")
  }
}

extension Origin {
  /// `way (pid 4411, uid kiosk)`
  var text: String {
    var seen: [String] = []
    if pid > 0 { seen.append("pid \(pid)") }
    if let uid, uid != getuid() {
      seen.append("uid \(getpwuid(uid).map { String(cString: $0.pointee.pw_name) } ?? "\(uid)")")
    }
    return name + (seen.isEmpty ? "" : " (\(seen.joined(separator: ", ")))")
  }
}
