// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What our rules say to a line of walks: that our plans do as QRoute's driver did, or that a rule of ours is the only
/// difference. Then QRoute's rules give what the line says, and ours what our plans do, from the first operation to the
/// last, also where they stand on different screens.
struct QRouteVerdict {
  /// The rule by which our plans differ first; nil where they do not, or where ``difference`` says how.
  private(set) var rule: Rule?
  /// What no rule explains.
  private(set) var difference: String?

  init(on line: JSONValue) throws {
    var run = try QRouteRun(line)
    var theirs = try QRouteReference(line, by: .theirs)
    var ours = try QRouteReference(line, by: .ours)
    var hasSubTree = false
    var isProved = true
    for (index, operation) in line.items("ops").enumerated() {
      let said = Self.said(of: operation)
      let result = try run.take(operation)
      let found = QRouteReference.Outcome(
        events: result.events, merges: result.merges, isCompleted: result.isCompleted, stack: run.stack)
      isProved = try theirs.take(operation) == said && isProved
      isProved = try ours.take(operation) == found && isProved
      hasSubTree = try hasSubTree || operation.text("op") == "driveSub"
      guard found != said else { continue }
      rule = rule ?? Self.rule(result, hasSubTree: hasSubTree)
      if !isProved || rule == nil {
        rule = nil
        difference = "op \(index): \(found), they \(said), \(String(describing: result.refusal))"
        return
      }
    }
    if rule != nil, !isProved {
      rule = nil
      difference = "what follows the first difference is not as the rules say"
    }
  }

  private static func rule(_ result: QRouteRun.Result, hasSubTree: Bool) -> Rule? {
    if case .rejected(.unknownRoute, _)? = result.refusal { return .unknownRoute }
    return hasSubTree ? .subTree : nil
  }

  /// What a line says of an operation.
  private static func said(of operation: JSONValue) -> QRouteReference.Outcome {
    func parts(_ list: String, _ keys: [String]) -> [JSONValue] {
      operation.items(list).map { item in .object(keys.compactMap { key in item[key].map { (key, $0) } }) }
    }
    return QRouteReference.Outcome(
      events: parts("events", ["call", "from", "to", "input", "finalDestination", "pathNode", "fromIsClone"]),
      merges: parts("merges", ["route", "input"]),
      isCompleted: operation.flag("completed") && operation["arrived"] != nil, stack: operation.items("stack"))
  }
}
