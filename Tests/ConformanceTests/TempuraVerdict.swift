// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What our rules say to a line: that it ends as theirs did, or by which rule it does not, and how.
struct TempuraVerdict {
  let rule: Rule?
  let end: TempuraRun.End
  private let requests: [TempuraCase.Handled]
  /// The requests in words, where they are not theirs.
  private let words: [String]?

  /// The number of the first screen that is not of the initial hierarchy.
  private let initialCount: ElementID

  init(on test: TempuraCase) throws {
    initialCount = ElementID(try test.route.ids.next)
    requests = try test.observed
    if let exception = Self.exceptions[test.id] {
      (rule, end, words) = (exception.rule, exception.end, exception.requests)
      return
    }
    words = nil
    switch try test.line.text("outcome") {
    case "done":
      rule = nil
      end = .done(try test.line.texts("finalRoute"))
    case "fatal:show-unhandled", "fatal:hide-unhandled", "fatal:root-refused":
      rule = .unhandled
      let request = requests.last?.request ?? ""
      end = .stopped("unhandled \(request.hasPrefix("root ") ? "install \(request.dropFirst(5))" : request)")
    case "fatal:not-in-navigation-stack":
      rule = .noStack
      end = .stopped("rejected layerAllowsNoPush")
    case "trap":
      rule = .firstHidden
      end = .stopped("rejected rootCannotBeHidden")
    case let outcome: throw Vectors.Unreadable(what: "\(test.id): \(outcome)")
    }
  }

  /// Whether the same ones were asked for the same things, in the same order, and the same ones handled them.
  func agrees(with found: [TempuraCase.Handled]) -> Bool {
    if let words { return found.map(\.description) == words }
    guard found.map(\.description) == requests.map(\.description) else { return false }
    // The screens of the initial hierarchy have the same numbers; later ones may not, since a new root is a new
    // controller there and keeps the root's id here.
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
