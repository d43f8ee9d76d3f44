// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// An ask whose handler runs: what is asked, and a way to say that it takes longer.
///
/// The handler's task is cancelled when the coordinator stops waiting: at the deadline, when the command is superseded,
/// or when the session ends. What it did by then it has to undo; its answer no longer counts.
@dynamicMemberLookup
public struct OpenAsk: Sendable {
  /// The ask itself.
  public let ask: Ask
  private let extend: @Sendable (Int64) -> Void

  init(_ ask: Ask, extend: @escaping @Sendable (Int64) -> Void) {
    self.ask = ask
    self.extend = extend
  }

  /// What the ask says: `ask.scene`, `ask.context`, `ask.route`, …
  public subscript<Value>(dynamicMember member: KeyPath<Ask, Value>) -> Value { ask[keyPath: member] }

  /// Asks for `time` from now on to answer; granted up to the registered maximum and the transition's own deadline.
  public func working(for time: Duration) { extend(time.ms) }
}

/// The screen whose routable is asked.
public struct AskedScreen<Content: Sendable>: Identifiable, Sendable {
  /// Its element. A draft may not be committed yet: then nobody shows it.
  public let id: ElementID
  /// What it shows.
  public let content: Content
}
