// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What our rules say to a line: that our plans do as theirs did, or that a rule of ours is the only difference.
///
/// Three rules name another word for the same end. A difference of behaviour is proved: with the rule undone, our plans ask
/// the same screens for the same things, and end as theirs did. Nothing is known of single lines, so a new line is judged
/// like the others.
struct TempuraVerdict {
  /// The rule by which our plans differ; nil where they do not, or where ``isExplained`` is false.
  private(set) var rule: Rule?
  /// Whether our plans do as theirs did, but for the rule.
  private(set) var isExplained = true

  init(on test: TempuraCase) throws {
    for undone in try Self.undoings(for: test) {
      let run = try TempuraRun(test, undoing: Set(undone))
      let (isEqual, word) = try Self.compare(run.end, with: test)
      if isEqual, try test.agrees(with: run.requests) {
        rule = undone.first ?? word
        return
      }
    }
    isExplained = false
  }

  /// What is undone together, fewer rules first; only rules that the line has something to do with.
  private static func undoings(for test: TempuraCase) throws -> [[Rule]] {
    let outcome = try test.line.text("outcome")
    let operations = try test.operations
    var rules: [Rule] = []
    if test.has({ $0 == "customNever" }) { rules.append(.silent) }
    if try test.route.route.root.contains(where: { $0.branches != nil }) { rules.append(.covered) }
    if test.has({ $0 == "dismissHard" }) { rules.append(.hardDismiss) }
    if test.has({ $0 == "dismissSoft" }) { rules.append(.softDismiss) }
    if outcome == "trap" { rules.append(.emptyLine) }
    if outcome == "fatal:change-not-implemented" { rules.append(.declinedChange) }
    if outcome == "fatal:pop-to-unknown" { rules.append(.unknownPop) }
    if outcome == "fatal:not-in-navigation-stack", test.has({ $0.hasPrefix("pop") }) { rules.append(.stacklessPop) }
    for verb in operations {
      switch verb {
      case .hide(let name, _) where !test.answersRequests(name) && !rules.contains(.unlisted): rules.append(.unlisted)
      case .navigate(let names) where names.isEmpty && !rules.contains(.emptyRoute): rules.append(.emptyRoute)
      case .navigate(let names) where names.count > 1 && !rules.contains(.restIsShown): rules.append(.restIsShown)
      default: break
      }
    }
    if test.line.flag("overlap") { rules.append(.oneAtATime) }
    let all = (0..<(1 << rules.count)).map { set in rules.indices.filter { set >> $0 & 1 == 1 }.map { rules[$0] } }
    return (0...rules.count).flatMap { count in all.filter { $0.count == count } }
  }

  /// Whether our plans end as theirs did, and the rule by which the word for it is another.
  private static func compare(_ end: TempuraRun.End, with test: TempuraCase) throws -> (isEqual: Bool, rule: Rule?) {
    switch (try test.line.text("outcome"), end) {
    case ("done", _): (end == .done(try test.line.texts("finalRoute")), nil)
    case ("fatal:show-unhandled", _), ("fatal:hide-unhandled", _), ("fatal:root-refused", _):
      (end == .stopped("unhandled \(try test.lastRequest)"), .unhandled)
    case ("fatal:not-in-navigation-stack", .died(.stacklessPop)): (true, nil)
    case ("fatal:not-in-navigation-stack", _): (end == .stopped("rejected layerAllowsNoPush"), .noStack)
    case ("fatal:pop-to-unknown", .died(.unknownPop)): (true, nil)
    case ("fatal:pop-to-unknown", _): (end == .stopped("rejected targetNotFound"), .unknownPop)
    case ("fatal:change-not-implemented", _): (end == .died(.declinedChange), nil)
    case ("trap", .died(.emptyLine)), ("trap", .died(.emptyRoute)), ("trap", .died(.firstHidden)): (true, nil)
    case ("trap", .stopped("rejected emptyRoute")): (true, .emptyRoute)
    case ("trap", _): (end == .stopped("rejected rootCannotBeHidden"), .firstHidden)
    case (let outcome, _): throw Vectors.Unreadable(what: "\(test.id): \(outcome)")
    }
  }
}

extension TempuraCase {
  /// The last request that was observed, in our words.
  fileprivate var lastRequest: String {
    get throws {
      let request = try observed.last?.request ?? ""
      return request.hasPrefix("root ") ? "install \(request.dropFirst(5))" : request
    }
  }

  /// Whether the same screens were asked for the same things, in the same order, and the same ones handled them.
  fileprivate func agrees(with found: [Handled]) throws -> Bool {
    let requests = try observed
    guard found.map(\.description) == requests.map(\.description) else { return false }
    // The screens of the initial hierarchy have the same numbers; later ones may not, since a new root is a new
    // controller there and keeps the root's id here.
    let initialCount = ElementID(try route.ids.next)
    var theirs: [ElementID: ElementID] = [:]
    var ours: [ElementID: ElementID] = [:]
    for (found, request) in zip(found, requests) {
      guard found.elements.count == request.elements.count else { return false }
      for (our, their) in zip(found.elements, request.elements) where our != .root {
        let isInitial = min(our, their) < initialCount
        guard ours[their] ?? our == our, theirs[our] ?? their == their, our == their || !isInitial else { return false }
        ours[their] = our
        theirs[our] = their
      }
    }
    return true
  }
}
