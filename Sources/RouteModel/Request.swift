// SPDX-License-Identifier: Apache-2.0

/// What a routable is asked to do.
public enum Request: Hashable, Sendable {
  /// Bring the named screen.
  case show(ScreenName)
  /// Take the named screen away.
  case hide(ScreenName)
  /// Exchange what follows the asked element for the named screen.
  case change(from: ScreenName, to: ScreenName)
  /// Install the named screen as the root of the scene.
  case install(ScreenName)
  /// Back was pressed: handle it, or decline.
  case back
  /// Take a walk to a route below the asked element's own.
  case toChild(RouteID)
  /// Take a walk to the route above the asked element's own.
  case toParent
  /// A walk ends at the asked element's own route.
  case toSelf
}

extension Request {
  /// Whether it is a step of a walk: the one that is asked is the only one who can take it.
  public var isStep: Bool {
    switch self {
    case .toChild, .toParent, .toSelf: true
    case .show, .hide, .change, .install, .back: false
    }
  }
}

extension Request: CustomStringConvertible {
  /// As in traces: `show list`, `change exhibit`, `back`.
  public var description: String {
    switch self {
    case .show(let name): "show \(name)"
    case .hide(let name): "hide \(name)"
    case .change(_, let to): "change \(to)"
    case .install(let name): "install \(name)"
    case .back: "back"
    case .toChild(let route): "to child \(route)"
    case .toParent: "to parent"
    case .toSelf: "to self"
    }
  }
}

/// How the path shall change, relative to the element that answered; the answers of the handler chain.
public enum Instruction: Hashable, Sendable {
  /// At the end of the answerer's stack; nil means the screen that was asked for.
  case push(AnyScreen?)
  /// As a new layer on top of everything; nil means the screen that was asked for.
  case present(AnyScreen?)
  /// Drops the last of the answerer's stack, never its first.
  case pop
  /// Drops all of the answerer's stack but its first.
  case popToRoot
  /// Drops what follows the last element of this name in the answerer's stack; nil is refused.
  case popTo(ScreenName?)
  /// Drops the answerer's modal and all above it (hard), or it alone (soft).
  case dismiss(hard: Bool)
  /// Navigator verbs, in order.
  case edit([NavigatorVerb])
  /// Handled; nothing changes here.
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
