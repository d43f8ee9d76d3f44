// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// What a coordinator reports of itself, as people read it.
struct StatusText {
  /// The report, and the routes.
  let status: JSONValue
  let states: [SceneState]
  /// Where its sockets are.
  let folder: String
  let now: Date
  var palette = Palette.standard

  var lines: [String] {
    [head, ""] + scenes + [""] + people + lately + garbage
  }

  private var head: String {
    let parts = [
      palette("Waykeeper \(status.text("version"))", .strong),
      "up \(Quantity.span(ms: status.number("uptimeMs") ?? 0))",
      "start \(status.number("starts") ?? 0)", folder, journal,
    ]
    return parts.joined(separator: "   ")
  }

  private var journal: String {
    guard let journal = status["journal"], journal.text("mode") != "none" else { return "journal none" }
    if status["durable"] == .bool(false) { return palette("journal failing: nothing is durable", .bad) }
    var parts = ["journal \(journal.text("durability"))"]
    if let commits = journal.number("commits") { parts.append("\(Quantity.count(commits)) commits") }
    if let bytes = journal.number("bytes") { parts.append(Quantity.bytes(bytes)) }
    return parts.joined(separator: ", ")
  }

  // ── what shows ─────────────────────────────────────────────────────────────────────────────────

  private var scenes: [String] {
    guard !states.isEmpty else { return ["nothing shows yet; `way start NAME` or `way replace PATH` begins a scene"] }
    let name = (states.map(\.scene.rawValue.count).max() ?? 0) + 3
    return states.flatMap { scene($0, name: name, revision: "rev \($0.revision)".padded(to: 10)) }
  }

  private func scene(_ state: SceneState, name: Int, revision: String) -> [String] {
    let elements = state.path.path.elements
    let title = palette(state.scene.rawValue.padded(to: name), .strong) + revision + "   "
    let head = title + (elements.isEmpty ? "nothing shows" : state.path.path.text(separator: " / "))
    var columns = Columns()
    columns.indent = String(repeating: " ", count: name + 11)
    columns.gap = 3
    for element in elements {
      let isTip = element.id == elements.last?.id
      columns.add([
        .init("\(isTip ? "●" : " ") \(element.id) \(element.screen.name)", isTip ? .good : .plain),
        host(state.path.hosts[element.id]), .init(isTip ? note(state, element) : ""),
      ])
    }
    return [head] + columns.lines(palette)
  }

  private func host(_ host: Waykeeper.Host?) -> Columns.Cell {
    guard let host, let worker = host.worker else {
      return .init(host?.presence == .notInTree ? "nobody hosts it, notInTree" : "nobody hosts it", .bad)
    }
    let version = status.list("workers").first { $0.text("worker") == worker.rawValue }?.text("version") ?? ""
    let text = version.isEmpty ? worker.rawValue : "\(worker) \(version)"
    switch host.presence {
    case .attended: return .init(text)
    case .leaving, .unattended: return .init("\(text), \(host.presence.rawValue)", .notice)
    case .failed, .quarantined, .notInTree: return .init("\(text), \(host.presence.rawValue)", .bad)
    }
  }

  private func note(_ state: SceneState, _ element: Element) -> String {
    let scene = status.list("scenes").first { $0.text("scene") == state.scene.rawValue }
    let span = Quantity.span(ms: scene?.number("idleMs") ?? 0)
    return element.hasAppeared ? "visible for \(span)" : "has not appeared for \(span)"
  }

  // ── who is there ───────────────────────────────────────────────────────────────────────────────

  /// Names that are listed one by one; of more only their number is told, and `way workers` lists them.
  private static let namesMax = 8

  private var people: [String] {
    let workers = status.list("workers")
    var names = workers.prefix(Self.namesMax).map { $0.text("worker") }
    if workers.count > names.count { names.append("\(workers.count - names.count) more") }
    let counts = ["live": "connected", "leaving": "leaving", "suspect": "silent", "gone": "gone"]
    let states = ["live", "leaving", "suspect", "gone"].compactMap { state -> String? in
      let count = workers.count { $0.text("state") == state }
      return count > 0 || state == "live" ? "\(count) \(counts[state] ?? state)" : nil
    }
    let listed = names.joined(separator: " · ")
    let workerLine = "workers   " + (workers.isEmpty ? "none; `way worker FILE.yaml` runs one" : listed)
    let summary = workers.isEmpty ? "" : "   " + states.joined(separator: ", ")
    return [workerLine.padded(to: workers.isEmpty ? 0 : 50) + summary, watching]
  }

  private var watching: String {
    let observers = status.list("observers")
    guard !observers.isEmpty else { return "watching  nobody" }
    let count = "watching  \(observers.count) observer\(observers.count == 1 ? "" : "s"): "
    guard observers.count > Self.namesMax else {
      return count + observers.map { "\($0.text("command")) (pid \($0.number("pid") ?? 0))" }.joined(separator: ", ")
    }
    let programs = Dictionary(grouping: observers) { $0.text("command") }.mapValues(\.count)
    return count + programs.keys.sorted().map { "\(programs[$0] ?? 0) × \($0)" }.joined(separator: ", ")
  }

  // ── what went wrong ────────────────────────────────────────────────────────────────────────────

  private var lately: [String] {
    let entries = status.list("lately")
    guard !entries.isEmpty else { return [] }
    var columns = Columns()
    columns.indent = "  "
    for entry in entries {
      let at = now.addingTimeInterval(-Double(entry.number("agoMs") ?? 0) / 1000)
      let asked = entry.list("asked").compactMap { if case .string(let text) = $0 { text } else { nil } }
      // Who was asked says most where nobody handled it; else the words of whoever said no.
      let isUnhandled = entry.text("outcome") == "unhandled" || entry.text("message").isEmpty
      let why = isUnhandled && !asked.isEmpty ? "asked \(asked.joined(separator: ", "))" : entry.text("message")
      let reason = entry.text("reason").isEmpty ? "" : " (\(entry.text("reason")))"
      let pid = entry.number("pid").map { " (pid \($0))" } ?? ""
      columns.add([
        .init(Quantity.timeOfDay(at, fraction: false), .quiet), .init(entry.text("verb")),
        .init(entry.text("outcome") + reason, .bad),
        .init(why), .init(entry.text("origin") + pid),
      ])
    }
    return ["", "lately not as asked"] + columns.lines(palette)
  }

  /// What came that was no message: somebody's program is broken, or not one of ours.
  private var garbage: [String] {
    guard case .members(let counts)? = status["counters"]?["garbage"] else { return [] }
    let texts = counts.map { "\($0.value.json) \($0.key)" }
    return ["", "refused messages: " + texts.joined(separator: ", ")]
  }
}
