// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// What a coordinator reports of itself, as people read it.
struct StatusText {
  /// The report, and the routes.
  let status: CoordinatorStatus
  let states: [SceneState]
  /// Where its sockets are.
  let folder: String
  let now: Date
  var palette = Palette.standard

  var lines: [Printed] {
    let shares = SharesText(status: status, palette: palette).lines.map { Printed($0) }
    let parts: [[Printed]] = [[head], problem, [""], scenes, [""], people, shares, lately, garbage, sockets]
    return Array(parts.joined())
  }

  private var head: Printed {
    let parts: [Printed] = [
      palette("Waykeeper \(status.version)", .strong),
      "up \(Quantity.span(status.uptime))",
      "start \(status.starts)", "\(folder)", journal,
    ]
    return parts.joined(separator: "   ")
  }

  private var journal: Printed {
    guard let journal = status.service?.journal, journal.mode != "none" else { return "journal none" }
    if !status.isDurable { return palette("journal failing: nothing is durable", .bad) }
    var parts: [Printed] = ["journal \(journal.durability ?? "")"]
    if let gaps = journal.gaps, gaps > 0 { parts.append(palette("\(gaps) gap\(gaps == 1 ? "" : "s")", .notice)) }
    if let commits = journal.commits { parts.append("\(Quantity.count(Int64(clamping: commits))) commits") }
    if let bytes = journal.bytes { parts.append("\(Quantity.bytes(bytes))") }
    return parts.joined(separator: ", ")
  }

  /// What is wrong with the journal, or was at the start.
  private var problem: [Printed] {
    status.service?.journal.problem.map { ["  " + palette($0, .bad)] } ?? []
  }

  // ── what shows ─────────────────────────────────────────────────────────────────────────────────

  private var scenes: [Printed] {
    guard !states.isEmpty else { return ["nothing shows yet; `way start NAME` or `way replace PATH` begins a scene"] }
    let name = (states.map(\.scene.rawValue.count).max() ?? 0) + 3
    return states.flatMap { scene($0, name: name, revision: "rev \($0.revision)".padded(to: 10)) }
  }

  private func scene(_ state: SceneState, name: Int, revision: String) -> [Printed] {
    let elements = state.elements
    let title = palette(state.scene.rawValue.padded(to: name), .strong) + revision + "   "
    let head =
      title + (elements.isEmpty ? "nothing shows" : Self.shortened(state.path.text(separator: " / "), of: state))
    var columns = Columns()
    columns.indent = String(repeating: " ", count: name + 11)
    columns.gap = 3
    for row in ElementTree.rows(of: state.path.path) {
      let isTip = row.element.id == state.path.path.tip?.id
      columns.add([
        .init("\(isTip ? "●" : " ") \(row.text)", isTip ? .good : row.isHidden ? .quiet : .plain),
        host(state.path.hosts[row.element.id]), .init(isTip ? note(state, row.element) : row.isHidden ? "hidden" : ""),
      ])
    }
    return [head] + columns.lines(palette)
  }

  /// Letters of a path; of a longer one only its beginning is told, and where all of it is.
  private static let pathMax = 400

  private static func shortened(_ path: String, of state: SceneState) -> String {
    guard path.utf8.count > pathMax else { return path }
    let more = path.count - path.prefix(pathMax).count
    return "\(path.prefix(pathMax))…  (\(more) letters more: way path --scene \(state.scene))"
  }

  private func host(_ host: Waykeeper.Host?) -> Columns.Cell {
    guard let host, let worker = host.worker else {
      return .init(host?.presence == .notInTree ? "nobody hosts it, notInTree" : "nobody hosts it", .bad)
    }
    let version = status.workers.first { $0.name == worker }?.version ?? ""
    let text = version.isEmpty ? worker.rawValue : "\(worker) \(version)"
    switch host.presence {
    case .attended: return .init(text)
    case .leaving, .unattended: return .init("\(text), \(host.presence.rawValue)", .notice)
    case .failed, .quarantined, .notInTree: return .init("\(text), \(host.presence.rawValue)", .bad)
    }
  }

  private func note(_ state: SceneState, _ element: Element) -> String {
    let scene = status.scenes.first { $0.scene == state.scene }
    let span = Quantity.span(scene?.unchangedFor ?? .zero)
    return element.hasAppeared ? "visible for \(span)" : "has not appeared for \(span)"
  }

  // ── who is there ───────────────────────────────────────────────────────────────────────────────

  /// Names that are listed one by one; of more only their number is told, and `way workers` lists them.
  private static let namesMax = 8

  private var people: [Printed] {
    let workers = status.workers
    var names = workers.prefix(Self.namesMax).map(\.name.rawValue)
    if workers.count > names.count { names.append("\(workers.count - names.count) more") }
    let words: KeyValuePairs<WorkerStatus.State, String> = [
      .live: "connected", .leaving: "leaving", .suspect: "silent", .gone: "gone",
    ]
    let states = words.compactMap { state, word -> String? in
      let count = workers.count { $0.state == state }
      return count > 0 || state == .live ? "\(count) \(word)" : nil
    }
    let listed = names.joined(separator: " · ")
    let workerLine = "workers   " + (workers.isEmpty ? "none; `way worker FILE.yaml` runs one" : listed)
    let summary = workers.isEmpty ? "" : "   " + states.joined(separator: ", ")
    return [Printed(workerLine.padded(to: workers.isEmpty ? 0 : 50) + summary), Printed(watching)]
  }

  private var watching: String {
    let observers = status.service?.observers ?? []
    guard !observers.isEmpty else { return "watching  nobody" }
    let count = "watching  \(observers.count) observer\(observers.count == 1 ? "" : "s"): "
    guard observers.count > Self.namesMax else {
      return count + observers.map { "\($0.command) (pid \($0.pid))" }.joined(separator: ", ")
    }
    let programs = Dictionary(grouping: observers) { $0.command }.mapValues(\.count)
    return count + programs.keys.sorted().map { "\(programs[$0] ?? 0) × \($0)" }.joined(separator: ", ")
  }

  // ── what went wrong ────────────────────────────────────────────────────────────────────────────

  private var lately: [Printed] {
    guard !status.notAsAsked.isEmpty else { return [] }
    var columns = Columns()
    columns.indent = "  "
    for command in status.notAsAsked {
      let at = now.addingTimeInterval(-Quantity.milliseconds(command.ago) / 1000)
      // The screens that were asked say most where none handled the verb; else the words of the one that refused.
      let isUnhandled = command.outcome == "unhandled" || (command.message ?? "").isEmpty
      let asked = command.asked.map(\.rawValue).joined(separator: ", ")
      let why = isUnhandled && !asked.isEmpty ? "asked \(asked)" : command.message ?? ""
      columns.add([
        .init(Quantity.timeOfDay(at, fraction: false), .quiet), .init(command.verb),
        .init(command.outcome + (command.reason.map { " (\($0))" } ?? ""), .bad),
        .init(why), .init(command.origin + " (pid \(command.pid))"),
      ])
    }
    return ["", "lately not as asked"] + columns.lines(palette)
  }

  /// Users that are listed one by one.
  private static let usersMax = 4

  /// Connections that went beyond a limit, and who takes most: somebody's program leaks connections or does not read.
  private var sockets: [Printed] {
    guard let sockets = status.service?.sockets, sockets.refusedConnections + sockets.endedConnections > 0 else {
      return []
    }
    let head: Printed =
      "connections: \(sockets.connections) open, \(sockets.refusedConnections) not let in, \(sockets.endedConnections) ended beyond a limit"
    let users = sockets.users.sorted { $0.connections > $1.connections }.prefix(Self.usersMax)
    var columns = Columns()
    columns.indent = "  "
    for user in users {
      let waiting = Quantity.bytes(Int64(clamping: user.unreadBytes + user.unsentBytes))
      columns.add([
        .init(user.uid.map { "user \($0)" } ?? "tcp"), .init("\(user.connections) connections"),
        .init("\(user.subscriptions) subscriptions"), .init("\(waiting) wait"),
      ])
    }
    return ["", head] + columns.lines(palette)
  }

  /// What came that was no message: somebody's program is broken, or not one of ours.
  private var garbage: [Printed] {
    let counts = status.counters.garbage.sorted { $0.key < $1.key }
    guard !counts.isEmpty else { return [] }
    return ["", Printed("refused messages: " + counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))]
  }
}
