// SPDX-License-Identifier: Apache-2.0

extension Verb {
  /// Why no route takes this verb, whatever it shows; nil where one may.
  package var impossibility: Refusal? {
    switch self {
    case .navigator(let verb): verb.impossibility
    case .batch(let verbs): verbs.lazy.compactMap(\.impossibility).first
    case .navigate(let names): names.isEmpty ? .noScreen : nil
    case .drive(let drive): drive.impossibility
    case .back, .start, .show, .hide, .open, .route: nil
    }
  }
}

extension NavigatorVerb {
  /// Why no route takes this verb, whatever it shows; nil where one may.
  var impossibility: Refusal? {
    switch self {
    case .replace(path: _, in: let target):
      switch target {
      case nil, .branch: return nil
      case .id, .screen, .asked: return .pathInElement
      }
    case .dismiss(let target), .replaceContent(of: let target, with: _), .didAppear(let target),
      .select(_, of: let target), .insertBranch(_, _, at: _, of: let target), .removeBranch(_, of: let target),
      .replaceBranches(of: let target, with: _, selected: _):
      if case .branch = target { return .branchForElement }
      return nil
    case .go, .goPath, .goBack, .dismissSuccessor, .replaceScreen: return nil
    }
  }
}

extension Drive {
  /// Why no plan takes this drive; nil where one may.
  var impossibility: Refusal? {
    switch input {
    case .null, .members: nil
    case .bool, .integer, .double, .string, .array: .inputOfDrive
    }
  }
}

extension Refusal {
  /// A route of names without one.
  static let noScreen = Refusal.rejected(.emptyRoute, message: "a route has at least one screen")
  /// A path in place of what lies on an element.
  static let pathInElement = Refusal.rejected(
    .invalid, message: "a path is replaced as a whole or in a branch, not in an element")
  /// A branch where an element is meant.
  static let branchForElement = Refusal.rejected(
    .invalid, message: "this verb acts on an element, and a branch is none")
  /// An input that no route takes its share of.
  static let inputOfDrive = Refusal.rejected(.invalid, message: "the input of a drive is an object or null")
}
