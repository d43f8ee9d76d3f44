// SPDX-License-Identifier: Apache-2.0

public import Coordination

extension Outcome: CustomStringConvertible {
  /// The scene's path, if the route is as asked.
  ///
  /// - Throws: ``NavigatorError/Code/notAsAsked`` with this outcome, if it is not.
  public func get() throws(NavigatorError) -> PlacedPath {
    guard isAsAsked else { throw NavigatorError(.notAsAsked, summary, commandID: id, outcome: self) }
    return path
  }

  /// Where the command led, in one line: `committed main 8412 home/list`, `vetoed (guard): unsaved notes`.
  public var description: String {
    guard word == "committed" else { return summary }
    return "\(word) \(scene) \(revision) \(path.path)" + (appeared == false ? ", but \(Self.notAppeared)" : "")
  }

  private static let notAppeared = "not all of it has appeared"

  /// The outcome in one line: `vetoed (guard): unsaved notes`.
  public var summary: String {
    let reason = reason.map { " (\($0))" } ?? ""
    let message = message.map { ": \($0)" } ?? (appeared == false ? ", but \(Self.notAppeared)" : "")
    return "\(word)\(reason)\(message)"
  }
}
