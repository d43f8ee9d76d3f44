// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why a revision came to be.
public struct Cause: Hashable, Sendable {
  /// What kind of cause.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A client's or worker's command.
    case command
    /// The scene's start, or what was restored.
    case start
    /// Elements appeared.
    case appeared
    /// A death policy.
    case death
    /// A gate's redirect.
    case redirect
    /// A change of the navigation tree.
    case tree
    /// Nobody did anything.
    case idle
  }

  /// What kind.
  public var kind: Kind
  /// The command, if it was one.
  public var command: CommandID?
  /// The verb as people write it: `show list`.
  public var verb: String
  /// Who wanted it.
  public var origin: Origin
  /// Who was asked, and what each answered.
  public var asked: [Asked]
  /// The client's note; where the coordinator does something for a worker that is gone, by an idle rule, or for a gate that
  /// redirects, the reason for people.
  public var because: String?
  /// The tokens of the asks whose answers were used.
  public var tokens: [Ask.Token]
  /// Whether guards were skipped on request.
  public var skippedGuards: Bool

  /// A cause.
  public init(
    kind: Kind, command: CommandID? = nil, verb: String, origin: Origin = .coordinator, asked: [Asked] = [],
    because: String? = nil, tokens: [Ask.Token] = [], skippedGuards: Bool = false
  ) {
    self.kind = kind
    self.command = command
    self.verb = verb
    self.origin = origin
    self.asked = asked
    self.because = because
    self.tokens = tokens
    self.skippedGuards = skippedGuards
  }

  /// The one whose answer decided, if somebody was asked and handled it.
  public var handledBy: Asked? {
    asked.last {
      switch $0.answer {
      case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done: true
      case .declined, .allow, .value, .deny, .redirect, .noAnswer, .died, .skipped, .unregistered, .failed: false
      }
    }
  }
}
