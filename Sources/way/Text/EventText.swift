// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// Events as people read them while they happen, in columns of fixed width: one line each, or more where a terminal has no
/// room. Remembers what it has said, so that the next line can say what is different.
struct EventText {
  var palette = Palette.standard
  /// Minor commits are told too.
  var showsMinor = false

  private var shown: [SceneName: SceneState] = [:]
  private var leftAt: [SceneName: [ElementID: Date]] = [:]
  /// The scenes that lines are about.
  private var scenes: Set<SceneName>
  /// How many elements the path of a past commit had.
  private var counts: [SceneName: Int] = [:]
  private var days: DayMark

  /// - Parameters:
  ///   - scenes: Those that are known to be told of, so that all lines have the same columns.
  ///   - today: A day that nobody needs to be told.
  init(
    palette: Palette = .standard, showsMinor: Bool = false, scenes: Set<SceneName> = [], today: Date = Date()
  ) {
    self.palette = palette
    self.showsMinor = showsMinor
    self.scenes = scenes
    days = DayMark(today: today)
  }

  /// What is told of another epoch.
  static let restart = "the coordinator restarted"

  /// The lines about `event`; none where there is nothing to say.
  mutating func lines(_ event: PathEvent, at now: Date = Date()) -> [Printed] {
    switch event {
    case .state(let state): return lines(state, at: now)
    case .update(let update): return lines(update, at: now)
    case .presence(let change): return lines(change, at: now)
    case .gap(let scene, let from, let to):
      let (what, they) = to == from + 1 ? ("revision \(to) was", "it") : ("revisions \(from + 1) to \(to) were", "they")
      let text = "\(what) missed; what follows shows where \(they) led"
      return lines(EventLine(time: now, sign: "!", style: .bad, word: "gap", scene: scene, cause: text))
    case .epoch:
      // Who shows what is told anew, and how long the coordinator was away says nothing of a screen.
      leftAt = [:]
      return lines(EventLine(time: now, sign: "!", style: .notice, word: "epoch", cause: Self.restart))
    case .disconnected:
      let text = "no coordinator is heard; what is shown may be old"
      return lines(EventLine(time: now, sign: "!", style: .notice, word: "silent", cause: text))
    }
  }

  /// The lines about a past commit, as `way watch --since` tells it.
  mutating func lines(_ commit: PastCommit) -> [Printed] {
    scenes.insert(commit.scene)
    let count = commit.path.elements.count
    defer { counts[commit.scene] = count }
    guard showsMinor || !commit.isMinor else { return [] }
    let (sign, style) = Self.sign(from: counts[commit.scene], to: count, isMinor: commit.isMinor)
    return lines(
      EventLine(
        time: commit.date, sign: sign, style: style, word: "\(commit.revision)", scene: commit.scene,
        path: PathText(commit.path), cause: Self.text(commit.cause)))
  }

  /// Revisions that the journal does not hold, in front of the commit that follows.
  mutating func lines(missing revisions: ClosedRange<Revision>, before commit: PastCommit) -> [Printed] {
    scenes.insert(commit.scene)
    let (first, last) = (revisions.lowerBound, revisions.upperBound)
    let text = first == last ? "revision \(first) is" : "revisions \(first) to \(last) are"
    return lines(
      EventLine(
        time: commit.date, sign: "!", style: .bad, word: "gap", scene: commit.scene, cause: "\(text) not in the journal"
      ))
  }

  /// How a path changed its height; nothing where that is not known.
  private static func sign(from old: Int?, to new: Int, isMinor: Bool) -> (String, Palette.Style) {
    guard let old else { return (" ", .plain) }
    return new > old ? ("+", .good) : new < old ? ("-", .notice) : isMinor ? (" ", .plain) : ("=", .plain)
  }

  /// Says of which scenes lines will tell.
  mutating func expect(scenes: [SceneName]) { self.scenes.formUnion(scenes) }

  /// Scenes have a column as soon as there is more than one: as wide as the longest name needs.
  private mutating func lines(_ line: EventLine) -> [Printed] {
    [days.line(before: line.time, palette)].compactMap(\.self) + line.lines(palette, sceneWidth: sceneWidth)
  }

  private var sceneWidth: Int { scenes.count > 1 ? (scenes.map(\.rawValue.count).max() ?? 0) + 2 : 0 }

  // ── one kind each ──────────────────────────────────────────────────────────────────────────────

  private mutating func lines(_ state: SceneState, at now: Date) -> [Printed] {
    scenes.insert(state.scene)
    let path = PathText(state.path.path)
    guard let before = shown.updateValue(state, forKey: state.scene) else {
      let title = "\(state.scene) \(state.revision)".padded(to: EventLine.sceneColumn + sceneWidth - 2) + "  "
      let route = path.text(in: palette.width.room(behind: title.count))
      return [palette(title, .strong) + (route.isEmpty ? "nothing shows yet" : route)]
    }
    let isSame = before.revision == state.revision && before.elements == state.elements
    // Without a path, as of a scene that the coordinator has lost, only the words say so.
    let note = isSame ? "nothing missed" : path.text.isEmpty ? "nothing shows now" : "this is what shows now"
    return lines(
      EventLine(
        time: now, sign: "=", style: .quiet, word: "\(state.revision)", scene: state.scene, path: path, cause: note))
  }

  private mutating func lines(_ update: Update, at now: Date) -> [Printed] {
    shown[update.scene] = SceneState(after: update)
    scenes.insert(update.scene)
    // What has left the path does not come back: another element of that id, as at the root, is another one.
    leftAt[update.scene] = leftAt[update.scene]?.filter { id, _ in
      update.current.path[id].map { $0.isSame(as: update.previous[id]) } ?? false
    }
    guard showsMinor || !update.isMinor else { return [] }
    let (old, new) = (update.previous.elements.count, update.current.path.elements.count)
    let (sign, style) = Self.sign(from: old, to: new, isMinor: update.isMinor)
    return lines(
      EventLine(
        time: now, sign: sign, style: style, word: "\(update.revision)", scene: update.scene,
        path: PathText(update.current.path), cause: Self.text(update.cause)))
  }

  private mutating func lines(_ change: Presence.Change, at now: Date) -> [Printed] {
    let path = shown[change.scene]?.path
    let names = change.elements.map { id in "\(id)" + (path?[id].map { " \($0.screen.name)" } ?? "") }
    let worker = [change.worker?.rawValue ?? "nobody", change.version].filter { !$0.isEmpty }.joined(separator: " ")
    var note = worker
    switch change.presence {
    case .leaving:
      for id in change.elements { leftAt[change.scene, default: [:]][id] = now }
      note += change.restarting.map { " restarts (at most \(Quantity.span($0)))" } ?? " leaves"
    case .attended:
      let left = change.elements.compactMap { leftAt[change.scene]?.removeValue(forKey: $0) }.min()
      if let left { note += ", shown again in \(Int(now.timeIntervalSince(left) * 1000)) ms" }
    case .unattended, .failed, .quarantined:
      for id in change.elements { leftAt[change.scene, default: [:]][id] = now }
      if let message = change.message { note += ": \(message)" }
    case .notInTree:
      // It shows as before: the tree alone has changed.
      for id in change.elements { leftAt[change.scene]?[id] = nil }
      if let message = change.message { note += ": \(message)" }
    }
    let who = names.joined(separator: ", ").padded(to: 14)
    let subject = "\(who)  \(change.presence.rawValue.padded(to: 12))"
    return lines(EventLine(time: now, word: "presence", scene: change.scene, subject: subject, cause: note))
  }

  // ── pieces ─────────────────────────────────────────────────────────────────────────────────────

  static func text(_ cause: Cause) -> String {
    let own = cause.ownReason
    let why =
      switch cause.kind {
      case .command: cause.verb
      case .start: "start"
      case .appeared: "appeared"
      case .death: "\(own ?? "a worker died"): \(cause.verb)"
      case .redirect: "\(own ?? "redirect"): \(cause.verb)"
      case .tree: "the tree changed: \(cause.verb)"
      case .idle: "\(own ?? "nobody did anything"): \(cause.verb)"
      }
    let note = own == nil ? cause.because : nil
    let origin = cause.origin == .coordinator ? "" : " · \(cause.origin.text)"
    let notes = (cause.skippedGuards ? " · guards skipped" : "") + (note.map { " · \"\($0)\"" } ?? "")
    return why + handled(cause.asked) + passedOver(cause.asked) + origin + notes
  }

  /// The guards without an answer, which let it go: silent, skipped, or dead: ` · guard @2 exhibit: no answer`.
  static func passedOver(_ asked: [Asked]) -> String {
    asked.filter(\.isPassedOverGuard).map { " · guard \($0.who): \($0.answerText)" }.joined()
  }

  /// Whose answer decided: ` · @0 home handled (kiosk)`.
  static func handled(_ asked: [Asked]) -> String {
    let cause = Cause(kind: .command, verb: "", asked: asked)
    guard let by = cause.handledBy else { return "" }
    return " · \(by.isInstaller ? "installer" : by.who) handled"
      + (by.worker.map { " (\($0))" } ?? "")
  }
}

extension Cause {
  /// Why the coordinator did it by itself, in its own words; nil where a client has a note, or nothing is known.
  var ownReason: String? {
    switch kind {
    case .death, .idle, .redirect: because
    case .command, .start, .appeared, .tree: nil
    }
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
