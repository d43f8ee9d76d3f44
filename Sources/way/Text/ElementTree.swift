// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The elements of a route, a row each: what a container holds stands behind the names of its branches.
///
/// ```
/// @0 main
///  floor @1 hall
/// *shop  @2 shelves
///        @3 product
/// ```
enum ElementTree {
  struct Row {
    var text: String
    var element: Element
    /// Whether a branch that does not show holds it.
    var isHidden: Bool
    /// Whether its branch begins with it and always shows, selected or not.
    var isAlwaysShown = false

    /// What people want to know of a container and its branches, besides their names.
    var words: [String] {
      let kind = element.branches.map { [$0.word] + ($0.keepsSelection ? ["keeps its selection"] : []) } ?? []
      return kind + (isHidden ? ["hidden"] : isAlwaysShown ? ["always shown"] : [])
    }
  }

  /// The rows of a path, in its order.
  static func rows(of path: Path, isHidden: Bool = false) -> [Row] {
    path.elements.flatMap { element in
      [Row(text: "\(element.id) \(element.screen.name)", element: element, isHidden: isHidden)]
        + (element.branches.map { rows(of: $0, isHidden: isHidden) } ?? [])
    }
  }

  private static func rows(of branches: Branches, isHidden: Bool) -> [Row] {
    let width = branches.branches.map(\.name.rawValue.count).max() ?? 0
    return branches.branches.flatMap { branch in
      let isSelected = branch.name == branches.selected
      let label = (isSelected ? "*" : " ") + branch.name.rawValue.padded(to: width) + " "
      let inner = rows(of: branch.path, isHidden: isHidden || !branches.shows(branch.name))
      return inner.enumerated().map { index, row in
        var row = row
        row.text = (index == 0 ? label : String(repeating: " ", count: label.count)) + row.text
        if index == 0, branches.kind == .tabs, branches.alwaysShown.contains(branch.name) { row.isAlwaysShown = true }
        return row
      }
    }
  }
}

extension Branches {
  /// The rule by which they show, in a word.
  fileprivate var word: String {
    switch kind {
    case .tabs: "tabs"
    case .split: "split"
    }
  }
}
