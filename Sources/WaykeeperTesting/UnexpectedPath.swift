// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
public import Waykeeper

/// A scene does not show the path that a test expects. Its description says where they part, and which command lately did not
/// do what it was asked for.
public struct UnexpectedPath: Error, CustomStringConvertible {
  /// The path that was expected, in path syntax.
  public let expected: String
  /// The path that shows; empty also where the coordinator did not answer.
  public let path: PlacedPath
  /// The scene.
  public let scene: SceneName
  /// In words, for the report of a test.
  public let description: String

  /// - Parameter path: What shows; nil where nobody says.
  init(
    expected items: [PathItem], path: PlacedPath?, scene: SceneName, appeared: Bool,
    failed: CoordinatorStatus.NotAsAsked?, place: String
  ) {
    expected = PathItem.text(of: items)
    self.path = path ?? PlacedPath(Path([]))
    self.scene = scene
    let isThere = path?.path.matches(items) ?? false
    var lines = ["\(place): scene '\(scene)' does not show what is expected"]
    lines.append("  expected  \(expected.isEmpty ? "nothing" : expected)\(appeared ? ", appeared" : "")")
    let shown =
      path.map { $0.elements.isEmpty ? "nothing" : $0.description } ?? "unknown: the coordinator does not answer"
    lines.append("  shows     \(shown)\(isThere ? ", not appeared" : "")")
    if !isThere, let column = Self.parting(expected, path?.description ?? "") {
      lines.append("            " + String(repeating: " ", count: column) + "^ from here on")
    }
    if let failed { lines.append("  before    \(Self.text(failed))") }
    description = lines.joined(separator: "\n")
  }

  /// Where two texts part; nil where one of them is empty.
  private static func parting(_ one: String, _ other: String) -> Int? {
    one.isEmpty || other.isEmpty ? nil : zip(one, other).prefix { $0 == $1 }.count
  }

  private static func text(_ failed: CoordinatorStatus.NotAsAsked) -> String {
    let reason = failed.reason.map { " (\($0))" } ?? ""
    let message = failed.message.map { ": \($0)" } ?? ""
    return "\(failed.verb), sent by \(failed.origin), ended \(failed.outcome)\(reason)\(message)"
  }
}
