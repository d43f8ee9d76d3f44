// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Waykeeper

/// One revision in full, as people read it.
struct RevisionText {
  private let commit: PastCommit
  private let palette: Palette

  init(_ commit: PastCommit, palette: Palette = .standard) { (self.commit, self.palette) = (commit, palette) }

  var lines: [Printed] { head + palette.lines(EventText.text(commit.cause)) + [""] + elements + ["", path] }

  private var head: [Printed] {
    let parts: [Printed] = [
      palette("\(commit.scene) \(commit.revision)", .strong), "\(Quantity.moment(commit.date))",
      "epoch \(commit.epoch)", commit.isMinor ? "minor, behind \(commit.majorRevision)" : "",
    ]
    return palette.width.flowed(parts.filter { !$0.isEmpty }, separator: "   ", hanging: 2)
  }

  private var elements: [Printed] {
    var columns = Columns()
    columns.gap = 3
    for row in ElementTree.rows(of: commit.path) {
      let words = [row.element.hasAppeared ? "appeared" : "not yet appeared"] + row.words
      let screen = row.element.screen.text
      let content = screen == row.element.screen.name.rawValue ? "" : screen
      columns.add([.init(row.text), .init(content), .init(words.joined(separator: ", "), .quiet)])
    }
    return columns.lines(palette)
  }

  /// As it can be typed.
  private var path: Printed { palette("path   ", .quiet) + commit.path.description }
}
