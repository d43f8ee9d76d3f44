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
    let ours = try TempuraRun(test)
    for undone in try Self.undoings(for: test) {
      let run = undone.isEmpty ? ours : try TempuraRun(test, undoing: Set(undone))
      let (isEqual, word) = try Self.compare(run.end, with: test)
      if isEqual, try test.agrees(with: run.requests) {
        rule = undone.first ?? word
        return
      }
    }
    // Their operations overlap, so a later one may see what is neither before nor after an earlier one. What belongs to the
    // first is the same, or it is cut off by the death of a later one.
    let first = ours.requests.prefix(ours.firstCount).map(\.description)
    let theirs = try test.observed.prefix(first.count).map(\.description)
    let isCut = try test.line.text("outcome") != "done" && first.starts(with: theirs)
    if test.line.flag("overlap"), theirs == first || isCut {
      rule = .oneAtATime
    } else {
      isExplained = false
    }
  }

  /// What is undone together, fewer rules first; only rules that the line has something to do with.
  private static func undoings(for test: TempuraCase) throws -> [[Rule]] {
    let outcome = try test.line.text("outcome")
    var rules: [Rule] = []
    if test.has("customNever") { rules.append(.silent) }
    if try test.route.route.root.contains(where: { $0.branches != nil }) { rules.append(.covered) }
    if test.has("dismissHard") { rules.append(.hardDismiss) }
    if outcome == "trap" { rules.append(.emptyLine) }
    if outcome == "fatal:change-not-implemented" { rules.append(.declinedChange) }
    let hides = try test.operations.contains { if case .hide = $0 { true } else { false } }
    if hides { rules.append(.unlisted) }
    let all = (0..<(1 << rules.count)).map { set in rules.indices.filter { set >> $0 & 1 == 1 }.map { rules[$0] } }
    return (0...rules.count).flatMap { count in all.filter { $0.count == count } }
  }

  /// Whether our plans end as theirs did, and the rule by which the word for it is another.
  private static func compare(_ end: TempuraRun.End, with test: TempuraCase) throws -> (isEqual: Bool, rule: Rule?) {
    switch try test.line.text("outcome") {
    case "done": (end == .done(try test.line.texts("finalRoute")), nil)
    case "fatal:show-unhandled", "fatal:hide-unhandled", "fatal:root-refused":
      (end == .stopped("unhandled \(try test.lastRequest)"), .unhandled)
    case "fatal:not-in-navigation-stack": (end == .stopped("rejected layerAllowsNoPush"), .noStack)
    case "fatal:change-not-implemented": (end == .died(.declinedChange), nil)
    case "trap": (end == .stopped("rejected rootCannotBeHidden") || end == .died(.emptyLine), .firstHidden)
    case let outcome: throw Vectors.Unreadable(what: "\(test.id): \(outcome)")
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
