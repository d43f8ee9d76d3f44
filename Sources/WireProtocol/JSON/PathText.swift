// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Screens written in path syntax, where JSON allows them.
enum PathText {
  /// The path that `text` spells.
  static func parse(_ text: String, at node: JSONNode) throws(FormError) -> [Literal] {
    var path: [Literal] = []
    for step in text.split(separator: "/") {
      guard let name = ScreenName(step) else { throw node.wrong("'\(step)' is not \(ScreenName.rule)") }
      path.append(Literal(AnyScreen(name)))
    }
    return path
  }
}
