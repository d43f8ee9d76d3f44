// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import Waykeeper

/// What is told of one event, in columns: when, how the path changed, the revision, the scene, what it is about, and why.
struct EventLine {
  /// Where the scene stands: after the time, the sign and the revision.
  static let sceneColumn = 28
  /// Where words begin for which there is no room: beneath the revision.
  private static let revisionColumn = 17
  /// How wide a path is, at least. On a terminal the words behind a longer one get a line of their own.
  static let pathWidth = 44
  /// The least room in which words are folded where they stand.
  private static let roomMin = 20

  var time: Date
  var sign = " "
  var style = Palette.Style.plain
  /// The revision, or the kind of the event.
  var word: String
  var scene: SceneName?
  var path: PathText?
  /// Stands in the place of a path.
  var subject = ""
  /// Who did it, and why.
  var cause = ""

  /// The line, or on a narrow terminal several, with a column of this width for the scene; 0 leaves it out.
  func lines(_ palette: Palette, sceneWidth: Int) -> [Printed] {
    // The longest word, superseded, leaves one space behind it.
    let revision = (word + " ").padded(to: Self.sceneColumn - Self.revisionColumn)
    let name = sceneWidth > 0 ? (scene?.rawValue ?? "").padded(to: sceneWidth) : ""
    let head = palette(Quantity.timeOfDay(time), .quiet) + "  " + palette(sign, style) + "  " + revision + name
    let start = Self.revisionColumn + revision.count + name.count
    let room = palette.width.room(behind: start)
    let first = path?.text ?? subject
    let columns = Self.joined(path == nil && subject.isEmpty ? "" : first.padded(to: Self.pathWidth), cause)
    let isAligned = palette.width == .unlimited || path?.text.width ?? 0 <= Self.pathWidth
    if isAligned, columns.width <= room { return [(head + columns).trimmedRight] }
    // What stands in place of a path is short: without its column there may be room for it.
    let narrow = Self.joined(subject, cause)
    if path == nil, narrow.width <= room { return [(head + narrow).trimmedRight] }
    if let path { return [(head + path.text(in: room)).trimmedRight] + beneath(cause, palette) }
    guard subject.isEmpty else { return folded(subject, head, start, palette) + beneath(cause, palette) }
    return folded(cause, head, start, palette)
  }

  private static func joined(_ subject: String, _ cause: String) -> String {
    [subject, cause.harmless].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func folded(_ text: String, _ head: Printed, _ start: Int, _ palette: Palette) -> [Printed] {
    let room = palette.width.room(behind: start)
    guard room >= Self.roomMin else { return [head.trimmedRight] + beneath(text, palette) }
    return TerminalWidth.folded(text.trimmedRight.harmless, first: room, rest: room).enumerated().map { index, piece in
      (index == 0 ? head : Printed(String(repeating: " ", count: start))) + piece
    }
  }

  private func beneath(_ text: String, _ palette: Palette) -> [Printed] {
    guard !text.isEmpty else { return [] }
    return palette.lines(
      String(repeating: " ", count: Self.revisionColumn) + text.trimmedRight, hanging: Self.revisionColumn)
  }
}
