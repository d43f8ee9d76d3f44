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
    }
  }
}

/// A request that a routable registers for: one name, or any (`show *`). Equal patterns match alike; the most exact wins.
public struct RequestPattern: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The kinds of requests that go through the chain.
  public enum Kind: String, Hashable, Sendable {
    /// `show x`
    case show
    /// `hide x`
    case hide
    /// `change x`
    case change
  }

  /// Which kind of request.
  public var kind: Kind
  /// The name asked for; nil matches every one.
  public var name: ScreenName?

  /// A pattern.
  public init(_ kind: Kind, _ name: ScreenName?) {
    self.kind = kind
    self.name = name
  }

  /// The pattern that `text` spells (`show list`, `hide *`; a bare `change` is `change *`), or nil.
  public init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard let first = words.first, let kind = Kind(rawValue: String(first)), words.count <= 2 else { return nil }
    if words.count == 2, words[1] != "*" {
      guard let name = ScreenName(words[1]) else { return nil }
      self.init(kind, name)
    } else {
      guard words.count == 2 || kind == .change else { return nil }
      self.init(kind, nil)
    }
  }

  /// Whether `request` is one of those meant.
  public func matches(_ request: Request) -> Bool {
    switch (kind, request) {
    case (.show, .show(let asked)), (.hide, .hide(let asked)), (.change, .change(_, let asked)):
      name == nil || name == asked
    case (_, .show), (_, .hide), (_, .change), (_, .install), (_, .back): false
    }
  }

  /// As registered: `show list`, `hide *`.
  public var description: String { "\(kind.rawValue) \(name?.rawValue ?? "*")" }

  /// Order of listings.
  public static func < (a: Self, b: Self) -> Bool { a.description < b.description }
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
