// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteJournal
import Waykeeper

/// Where journals lie that nobody has chosen another place for: what a person may name where no coordinator says where its own is.
struct UsualJournals {
  /// The files, those that are there and those that are not.
  let files: [String]

  init(environment: EnvironmentVariables = .ofThisProcess) {
    let home = environment.nonempty("XDG_STATE_HOME") ?? environment.nonempty("HOME").map { "\($0)/.local/state" }
    let own = environment.nonempty("WAYKEEPER_STATE_DIR") ?? home.map { "\($0)/waykeeper" }
    // The last is that of the service.
    files = ([own].compactMap(\.self) + ["/var/lib/waykeeper"]).map { "\($0)/\(Journal.fileName)" }
  }

  /// The failure where there is no coordinator, with the command that reads a file without one.
  func failure(_ error: NavigatorError, instead command: String) -> CommandFailure {
    var columns = Columns()
    columns.indent = "  "
    for file in files {
      let isThere = FileManager.default.fileExists(atPath: file)
      columns.add([.init(file), .init(isThere ? "is there" : "no such file")])
    }
    let lines = ErrorText.lines(error)
    return CommandFailure(
      lines[0].replacing("way: ", with: ""),
      notes: Array(lines.dropFirst()) + ["  Or read a journal without one: \(command)"]
        + columns.lines(Palette(isColoured: false)).map(\.text),
      .noCoordinator, code: error.code.description)
  }
}
