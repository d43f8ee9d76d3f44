// SPDX-License-Identifier: Apache-2.0

extension Route: CustomStringConvertible {
  /// The root path as it is typed.
  package var description: String { root.description }
}

extension Element {
  /// As it is typed, with its branches.
  public var text: String { item.text }

  /// The item that makes an equal element.
  public var item: PathItem {
    guard let branches else { return PathItem(screen) }
    return PathItem(
      screen, branches: branches.branches.map { PathItem.Branch($0.name, path: $0.path.elements.map(\.item)) },
      selected: branches.selected)
  }
}
