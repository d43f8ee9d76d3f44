// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// What a context has to look like (RouteComposer has Swift's types instead).
  public struct ContextType: Hashable, Sendable {
    /// The kinds of JSON values.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case null, bool, integer, number, string, list, object
    }

    /// The kind; nil for any.
    public var kind: Kind?
    /// The members that it must have.
    public var requires: [String]
    /// The value that it must be; nil for any.
    public var value: JSONValue?

    /// A type.
    public init(_ kind: Kind? = nil, requires: [String] = [], value: JSONValue? = nil) {
      self.kind = kind
      self.requires = requires
      self.value = value
    }

    /// Why `context` does not fit this type; nil where it does.
    public func complaint(about context: JSONValue) -> String? {
      if let kind, !kind.matches(context) {
        return "the context is \(Kind(of: context).rawValue), not \(kind.rawValue)"
      }
      let missing = requires.filter { context[$0] == nil }
      if !missing.isEmpty { return "the context has no \(missing.joined(separator: ", "))" }
      if let value, value != context { return "the context is not \(value)" }
      return nil
    }

    /// Whether no context can be of both types.
    func excludes(_ other: ContextType) -> Bool {
      if let value { return other.complaint(about: value) != nil }
      if let value = other.value { return complaint(about: value) != nil }
      let (mine, yours) = (effectiveKind, other.effectiveKind)
      guard let mine, let yours, mine != yours else { return false }
      // As in `matches(_:)`: a whole number is a number, and null an object without members.
      let both = Set([mine, yours])
      return both != [.integer, .number] && !(both == [.null, .object] && requires.isEmpty && other.requires.isEmpty)
    }

    private var effectiveKind: Kind? { kind ?? (requires.isEmpty ? nil : .object) }
  }
}

extension Destination.ContextType.Kind {
  /// The kind of a value; of a whole number `integer`.
  init(of value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .integer: .integer
      case .double: .number
      case .string: .string
      case .array: .list
      case .members: .object
      }
  }

  fileprivate func matches(_ value: JSONValue) -> Bool {
    let kind = Self(of: value)
    // An object without members is null.
    return self == kind || self == .number && kind == .integer || self == .object && kind == .null
  }
}

extension Destination {
  /// Makes another context of one, for all steps that follow (RouteComposer's context transformer).
  public enum ContextConversion: Hashable, Sendable {
    /// Always this.
    case value(JSONValue)
    /// A member of an object.
    case member(String)
    /// An object of members of the old one, under new keys.
    case members([Renaming])
    /// The worker that registered the name says it.
    case asked(TaskName)

    /// A member of the new context.
    public struct Renaming: Hashable, Sendable {
      /// Its key.
      public var key: String
      /// Its key in the old context.
      public var old: String

      /// A member.
      public init(_ key: String, from old: String) {
        self.key = key
        self.old = old
      }
    }
  }
}

extension Destination {
  /// Hands the context to a screen (RouteComposer's context tasks).
  public enum ContextTask: Hashable, Sendable {
    /// The context becomes the screen's content.
    case setContent
    /// The worker that registered the name is asked, and may say which content.
    case asked(TaskName)
  }
}

/// What runs for every destination, before that of its steps.
package struct DestinationHooks: Hashable, Sendable {
  /// Gates.
  package var interceptors: [TaskName]
  /// For each screen that a step finds or makes.
  package var contextTasks: [Destination.ContextTask]
  /// For the same screens.
  package var postTasks: [TaskName]
  /// What a request does while a screen is still appearing, unless its destination says so.
  package var whileMoving: Destination.WhileMoving?

  /// Hooks; none unless told otherwise.
  package init(
    interceptors: [TaskName] = [], contextTasks: [Destination.ContextTask] = [], postTasks: [TaskName] = [],
    whileMoving: Destination.WhileMoving? = nil
  ) {
    self.whileMoving = whileMoving
    self.interceptors = interceptors
    self.contextTasks = contextTasks
    self.postTasks = postTasks
  }
}
