// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// Errors that are no outcome, as people read them.
enum ErrorText {
  /// Tells it; in JSON also as an object on the standard output, for who reads that.
  static func print(_ error: NavigatorError, format: OutputFormat) {
    if format == .json { Output.json(json(error)) }
    Output.errors(lines(error))
  }

  /// Tells what went wrong on this side of the connection; in JSON as ``print(_:format:)`` does.
  static func print(_ failure: CommandFailure, format: OutputFormat) {
    if format == .json { Output.json(json(failure)) }
    Output.errors(lines(failure))
  }

  /// Tells an error as it is printed, from what must not wait for whoever reads that.
  static func notice(_ error: any Error, format: OutputFormat) {
    switch (error, format) {
    case (let failure as CommandFailure, .json): Output.noticeJSON(json(failure))
    case (let error as NavigatorError, .json): Output.noticeJSON(json(error))
    default: break
    }
    Output.notice(lines(of: error))
  }

  private static func json(_ error: NavigatorError) -> String {
    json(code: error.code.description, error.message, id: error.commandID)
  }

  private static func json(_ failure: CommandFailure) -> String { json(code: failure.code, failure.message) }

  /// `{"error":{…}}`
  static func json(code: String, _ message: String, id: CommandID? = nil, line: Int? = nil) -> String {
    let members: [(String, JSONValue)] = [
      ("code", .string(code)), ("message", .string(message)),
      ("commandId", id.map { .string($0.description) } ?? .null), ("line", line.map { .integer(Int64($0)) } ?? .null),
    ]
    return JSONValue.object([("error", .object(members))]).json
  }

  /// Of an error that ends nothing.
  static func lines(of error: any Error) -> [String] {
    switch error {
    case let failure as CommandFailure: lines(failure)
    case let error as NavigatorError: lines(error)
    default: ["way: \(error)"]
    }
  }

  static func lines(_ failure: CommandFailure) -> [String] {
    ["way: \(failure.lines[0])"] + failure.lines.dropFirst()
  }

  static func lines(_ error: NavigatorError) -> [String] {
    switch error.code {
    case .noCoordinator, .permissionDenied: return missing(error)
    case .noAnswer:
      guard let id = error.commandID, error.refusal == nil else { return ["way: \(error.message)"] }
      return [
        "way: no answer in time: whether the command ran is unknown.",
        "  `way outcome \(id)` tells how it ended; with --seal it can never run any more, if it has not yet.",
      ]
    default: return ["way: \(error.message)"]
    }
  }

  private static func missing(_ error: NavigatorError) -> [String] {
    guard !error.attempts.isEmpty else { return ["way: \(error.message)"] }
    var columns = Columns()
    columns.indent = "  "
    for attempt in error.attempts {
      columns.add([Columns.Cell(attempt.place), Columns.Cell(text(attempt.problem))])
    }
    return ["way: no coordinator."] + columns.lines(Palette(isColoured: false)).map(\.text) + [advice(error)]
  }

  private static func text(_ problem: CoordinatorLocation.Attempt.Problem) -> String {
    guard case .permissionDenied(_, .some) = problem else { return problem.description }
    return "\(problem), you are in: \(Groups.own.joined(separator: ", "))"
  }

  private static func advice(_ error: NavigatorError) -> String {
    for attempt in error.attempts {
      if case .permissionDenied(_, let group?) = attempt.problem {
        return "  Join the group (sudo usermod -aG \(group) \(NSUserName()), then log in again),"
          + " or try one of your own: way sandbox -- bash"
      }
    }
    if error.attempts.contains(where: { $0.problem == .folderClosed }) {
      return "  It belongs to another user, who can let others pass it (chmod a+x), and give its sockets to a group"
        + " (`groups` in its configuration)."
    }
    if error.code == .permissionDenied {
      return "  It belongs to another user, who can give its sockets to a group (`groups` in its configuration)."
    }
    for attempt in error.attempts {
      if case .nobodyListens = attempt.problem, let folder = attempt.folder {
        return "  The one at \(folder) has ended. Start it again: \(start(in: folder))"
      }
    }
    return "  Start one: waykeeperd     or see what it is like: way demo"
  }

  /// How a coordinator of a folder is started; that of the system is a service (`Deploy/systemd`).
  private static func start(in folder: String) -> String {
    folder == CoordinatorLocation.systemFolder
      ? "sudo systemctl start waykeeperd" : "waykeeperd --runtime-dir \(Shell.quoted(folder))"
  }
}

/// The groups of this process.
enum Groups {
  static var own: [String] {
    var ids = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(ids.count), &ids)
    var all = Set(ids.prefix(Int(max(0, count))))
    all.insert(getegid())
    return all.sorted().map { id in getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? String(id) }
  }
}
