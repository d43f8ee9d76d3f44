// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteJournal
import RouteModel
import TestSupport
import Testing

@Suite("A commit behind another")
struct CommitSuccessionTests {
  /// What is wrong with a commit in which an element that stays shows another screen, where nothing but its verb can explain that.
  private static func fault(behind verb: String) -> String? {
    var succession = CommitSuccession()
    _ = succession.advance(to: commit(1, "home", "list"))
    var next = commit(2, "home", "map")
    (next.cause.verb, next.cause.asked) = (verb, [])
    return succession.fault(of: next)
  }

  @Test(
    "leaves the elements that stay as they were, where its verb only brings, takes away or selects",
    arguments: VerbKind.allCases)
  func moving(kind: VerbKind) {
    let fault = Self.fault(behind: kind.sample.verbText)
    #expect((fault != nil) == kind.onlyMoves, "\(kind.sample.verbText): \(fault ?? "no fault")")
  }

  @Test("knows the words that older coordinators wrote", arguments: ["goBack home", "dismissSuccessor @0"])
  func former(verb: String) {
    #expect(Self.fault(behind: verb) != nil)
  }

  @Test("is looked at where its verb is long, and not where that was cut: a batch has other verbs behind the first")
  func long() {
    let verb = "show" + String(repeating: " list", count: 190)
    #expect(Self.fault(behind: verb) != nil)
    #expect(Self.fault(behind: verb + "…") == nil)
  }
}

extension VerbKind {
  /// Whether it does nothing but bring elements, take them away, or choose which of them show. The journal's examination knows
  /// such a verb by its first word.
  fileprivate var onlyMoves: Bool {
    switch self {
    case .goBack, .dismiss, .dismissSuccessor, .select, .back, .show, .hide, .navigate: true
    case .go, .goPath, .replace, .replaceContent, .replaceScreen, .didAppear, .insertBranch, .removeBranch,
      .replaceBranches, .batch, .start, .open, .driveTo, .driveSub, .driveParent, .routeToNamed, .routeToInline:
      false
    }
  }
}
