// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// What a worker can do for destinations.
  public enum TaskKind: String, Hashable, Sendable, CaseIterable {
    /// Says whether an element that it hosts is the one that is looked for.
    case finder
    /// Says whether something holds.
    case condition
    /// Makes another context of one.
    case conversion
    /// Says which screen is made.
    case factory
    /// Says which edits put a screen where it belongs.
    case action
    /// Says whether a request for a destination may go on.
    case interceptor
    /// Takes the context for an element that it hosts.
    case contextTask
    /// Is told after the commit.
    case postTask

    /// Whether the host of the element does it, and not the one worker that registered the name.
    package var isOfHost: Bool { self == .finder || self == .contextTask }

    /// In words.
    package var words: String {
      switch self {
      case .contextTask: "context task"
      case .postTask: "post task"
      case .finder, .condition, .conversion, .factory, .action, .interceptor: rawValue
      }
    }
  }
}
