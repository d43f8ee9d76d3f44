// SPDX-License-Identifier: Apache-2.0

/// A request that a routable registers for: one name, or any (`show *`). Equal patterns match alike; the most exact wins.
public struct RequestPattern: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The kinds of requests that are registered for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `show x`
    case show
    /// `hide x`
    case hide
    /// `change x`
    case change
    /// `to child x`: x is a route.
    case toChild = "to child"
    /// `to parent`
    case toParent = "to parent"
    /// `to self`
    case toSelf = "to self"

    /// Whether it matches steps of walks.
    public var isStep: Bool { self == .toChild || self == .toParent || self == .toSelf }

    /// Whether patterns of this kind hold a name.
    var takesName: Bool { self != .toParent && self != .toSelf }
  }

  /// The kind of request.
  public var kind: Kind
  /// The name of the screen in the request; nil matches every name. `to child` has none.
  public var name: ScreenName?
  /// The route that `to child` names; nil matches every one.
  public var route: RouteID?

  /// A pattern of one of the kinds that go through the chain, or one without a name.
  public init(_ kind: Kind, _ name: ScreenName?) {
    self.kind = kind
    self.name = name
  }

  /// A step of a walk to this route below; nil: to any.
  public init(toChild route: RouteID?) {
    kind = .toChild
    self.route = route
  }

  /// The pattern that `text` spells (`show list`, `hide *`, `to child settings`; a bare `change` is `change *`), or nil.
  public init?(_ text: some StringProtocol) {
    let words = text.split(separator: " " as Character, omittingEmptySubsequences: false).map { String($0) }
    guard let kind = Kind.allCases.first(where: { words.starts(with: $0.words) }) else { return nil }
    let rest = words.dropFirst(kind.words.count)
    self.init(kind, nil)
    guard rest.count <= 1, rest.isEmpty || kind.takesName else { return nil }
    guard let word = rest.first else {
      guard kind == .change || !kind.takesName else { return nil }
      return
    }
    if word == "*" { return }
    if kind == .toChild {
      guard let route = RouteID(word) else { return nil }
      self.route = route
    } else {
      guard let name = ScreenName(word) else { return nil }
      self.name = name
    }
  }

  /// Whether the pattern matches `request`.
  public func matches(_ request: Request) -> Bool {
    switch (kind, request) {
    case (.show, .show(let asked)), (.hide, .hide(let asked)), (.change, .change(_, let asked)):
      name == nil || name == asked
    case (.toChild, .toChild(let asked)): route == nil || route == asked
    case (.toParent, .toParent), (.toSelf, .toSelf): true
    default: false
    }
  }

  /// Whether the pattern matches one name only.
  public var isExact: Bool { name != nil || route != nil || !kind.takesName }

  /// As registered: `show list`, `hide *`, `to child settings`, `to parent`.
  public var description: String {
    kind.takesName ? "\(kind.rawValue) \(name?.rawValue ?? route?.rawValue ?? "*")" : kind.rawValue
  }

  /// Order of listings.
  public static func < (a: Self, b: Self) -> Bool { a.description < b.description }
}

extension RequestPattern.Kind {
  fileprivate var words: [String] { rawValue.split(separator: " " as Character).map { String($0) } }
}
