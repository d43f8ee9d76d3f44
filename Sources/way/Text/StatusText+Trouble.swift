// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// What went wrong: commands, connections, messages.
extension StatusText {
  var lately: [Printed] {
    let commands = status.notAsAsked.filter { scene == nil || scene == $0.scene }
    guard !commands.isEmpty else { return [] }
    let namesScenes = scene == nil && Set(status.scenes.map(\.scene) + commands.map(\.scene)).count > 1
    let rows = commands.map { command in
      (namesScenes ? [Columns.Cell(command.scene.rawValue)] : []) + Self.cells(command, now)
    }
    let details = commands.map { (Self.why($0), "\($0.origin) (pid \($0.pid)), \(Quantity.span($0.ago)) ago") }
    var columns = Columns()
    columns.indent = "  "
    var table = columns
    for (row, detail) in zip(rows, details) {
      columns.add(row)
      table.add(row + [.init(detail.0), .init(detail.1)])
    }
    let title: [Printed] = ["", "did not end as asked, the newest last"]
    guard !palette.width.fits(table.naturalWidth) else { return title + table.lines(palette) }
    let groups = zip(columns.lineGroups(palette), details).map { lines, detail in
      let text = [detail.0, detail.1].filter { !$0.isEmpty }.joined(separator: " · ")
      return lines + palette.lines("      " + text, hanging: 6)
    }
    return title + groups.joined()
  }

  private static func cells(_ command: CoordinatorStatus.NotAsAsked, _ now: Date) -> [Columns.Cell] {
    let at = now.addingTimeInterval(-Quantity.milliseconds(command.ago) / 1000)
    return [
      .init(Quantity.timeOfDay(at, fraction: false), .quiet), .init(command.verb),
      .init(command.outcome + (command.reason.map { " (\($0))" } ?? ""), .bad),
    ]
  }

  /// The screens that were asked say most where none handled the verb; else the words of the one that refused, or who it was.
  private static func why(_ command: CoordinatorStatus.NotAsAsked) -> String {
    let message = command.message ?? ""
    let troubles = zip(command.asked, command.answers).map { name, answer in answer.trouble.map { "\(name) \($0)" } }
    guard command.outcome == "unhandled" else {
      guard message.isEmpty, let last = troubles.last else { return message }
      return last ?? ""
    }
    let told = troubles.compactMap(\.self)
    guard told.isEmpty else { return told.joined(separator: ", ") }
    // An installer is asked by the name of its root, which is no screen that stands.
    let words = command.verb.split(separator: " ")
    let asked = command.asked.map(\.rawValue).filter { name in !words.contains { $0 == name } }
    switch asked.count {
    case 0: return message
    case 1: return "\(asked[0]) does not handle it"
    default: return "none of \(asked.joined(separator: ", ")) handles it"
    }
  }

  /// Users that are listed one by one.
  private static let usersMax = 4

  /// Connections that were not let in or were ended, and who takes most: somebody's program leaks connections or does not read, or does
  /// what no peer may do, which the log tells.
  var sockets: [Printed] {
    guard let sockets = status.service?.sockets, sockets.refusedConnections + sockets.endedConnections > 0 else {
      return []
    }
    let counts = [
      "\(sockets.connections) open", "\(sockets.refusedConnections) not let in",
      "\(sockets.endedConnections) ended",
    ]
    let head = palette.lines("connections: " + counts.joined(separator: ", "))
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
    return [""] + head + columns.lines(palette)
  }

  /// What came that was no message: somebody's program is broken, or not one of ours.
  var garbage: [Printed] {
    let counts = status.counters.garbage.sorted { $0.key < $1.key }
    guard !counts.isEmpty else { return [] }
    let text = "refused messages: " + counts.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return [""] + palette.lines(text)
  }
}
