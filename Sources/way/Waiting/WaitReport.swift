// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper
import WireProtocol

/// What was waited for, and how long.
struct WaitReport {
  /// What is so now.
  enum Reached {
    case route(SceneState)
    case workers([WorkerStatus])
    case coordinator(CoordinatorStatus, folder: String)
  }

  private let reached: Reached
  private let time: Duration

  init(_ reached: Reached, after time: Duration) { (self.reached, self.time) = (reached, time) }

  /// As people read it, in the columns of an outcome.
  func lines(_ palette: Palette) -> [Printed] {
    var columns = Columns()
    columns.add(
      [Columns.Cell(word.padded(to: "committed".count), .good)] + cells,
      right: Columns.Cell("as asked after \(Quantity.elapsed(time))", .quiet))
    return columns.lines(palette)
  }

  private var word: String {
    switch reached {
    case .route: "route"
    case .workers: "workers"
    case .coordinator: "coordinator"
    }
  }

  private var cells: [Columns.Cell] {
    switch reached {
    case .route(let state):
      [Columns.Cell("\(state.scene) \(state.revision) "), Columns.Cell(PathText(state.path.path))]
    case .workers(let workers): [Columns.Cell(workers.map(\.name.rawValue).joined(separator: " "))]
    case .coordinator(let status, let folder): [Columns.Cell("Waykeeper \(status.version), \(folder)")]
    }
  }

  /// One object: that it is as asked, after how many ms, and what is so now.
  var json: String {
    let object = Self.object(true, time, members).json
    guard case .route(let state) = reached else { return object }
    // The line of a state, `{"state":{…}}`, becomes the last member.
    return "\(object.dropLast()),\(JSONLine.text(PathEvent.state(state)).dropFirst())"
  }

  private var members: [(String, JSONValue)] {
    switch reached {
    case .route: []
    case .workers(let workers): [("workers", .array(workers.map(\.report)))]
    case .coordinator(let status, let folder):
      [
        ("runtimeDir", .string(folder)), ("version", .string(status.version)),
        ("epoch", .integer(Int64(clamping: status.epoch))),
      ]
    }
  }

  /// The same where the time is over.
  static func json(missing: String, after time: Duration) -> String {
    object(false, time, [("missing", .string(missing))]).json
  }

  private static func object(_ isAsAsked: Bool, _ time: Duration, _ members: [(String, JSONValue)]) -> JSONValue {
    .object([("asAsked", .bool(isAsAsked)), ("ms", .double(Quantity.milliseconds(time)))] + members)
  }
}
