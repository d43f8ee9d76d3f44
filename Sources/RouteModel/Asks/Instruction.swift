// SPDX-License-Identifier: Apache-2.0

/// The answer of a routable in the chain: how the path changes, relative to the element that answered.
public enum Instruction: Hashable, Sendable {
  /// At the end of the answerer's stack; nil means the screen that was asked for.
  case push(AnyScreen?)
  /// As a new layer on top of everything; nil means the screen that was asked for.
  case present(AnyScreen?)
  /// Drops the last of the answerer's stack, never its first.
  case pop
  /// Drops all of the answerer's stack but its first.
  case popToRoot
  /// Drops all elements behind the last one of this name in the answerer's stack; nil is refused.
  case popTo(ScreenName?)
  /// Drops the answerer's modal and all above it (hard), or it alone (soft).
  case dismiss(hard: Bool)
  /// Navigator verbs, in order.
  case edit([NavigatorVerb])
  /// Handled without a change of the path.
  case done
}

extension Instruction {
  /// The word in traces: `push`, `popToRoot`, `done`.
  public var word: String {
    switch self {
    case .push: "push"
    case .present: "present"
    case .pop: "pop"
    case .popToRoot: "popToRoot"
    case .popTo: "popTo"
    case .dismiss: "dismiss"
    case .edit: "edit"
    case .done: "done"
    }
  }
}
