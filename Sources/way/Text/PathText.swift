// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A path as people read it: ` / ` stands between the elements of the root path, and `/` within a branch, where the braces
/// hold a path together.
struct PathText {
  private static let separator = " / "

  /// Empty where the text is no path.
  private let items: [PathItem]
  /// All of it, in harmless characters, as it can be typed.
  let text: String
  /// Whether more follows that the report left out.
  private let isCut: Bool

  init(_ path: Path) { self.init(path.elements.map(\.item)) }

  init(_ items: [PathItem]) {
    self.items = items
    text = PathItem.text(of: items, separator: Self.separator).harmlessPath
    isCut = false
  }

  /// A path of a report; one that the coordinator has cut ends with `/…`.
  init(_ text: String) {
    isCut = text.hasSuffix("/\(String.ellipsis)")
    items = (try? PathItem.path(parsing: isCut ? String(text.dropLast(2)) : text)) ?? []
    let ending = isCut ? Self.separator + .ellipsis : ""
    self.text = (items.isEmpty ? text : PathItem.text(of: items, separator: Self.separator) + ending).harmlessPath
  }

  /// The path in so many columns: of a longer one the middle is left out, for what shows stands at its end, and what tells
  /// one route from another at its beginning.
  func text(in room: Int) -> String {
    guard text.width > room else { return text }
    guard !items.isEmpty else { return text.leavingOutMiddle(in: room) }
    let ending = isCut ? Self.separator + .ellipsis : ""
    let short = items.shortened(to: room - ending.count, separator: Self.separator).harmlessPath + ending
    // A character that was written out takes more columns than it had.
    return short.leavingOutMiddle(in: room)
  }
}

extension String {
  /// Below this a word's ends say nothing.
  private static let endsMin = 8

  /// Its ends in so many columns, and `…` between them.
  func leavingOutMiddle(in room: Int) -> String {
    guard width > room else { return self }
    guard room >= Self.endsMin else { return Self.ellipsis }
    return prefix(widthMax: room / 2) + Self.ellipsis + suffix(widthMax: room - room / 2 - 1)
  }
}
