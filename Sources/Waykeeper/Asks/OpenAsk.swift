// SPDX-License-Identifier: Apache-2.0

public import Coordination
import RouteModel

/// An ask whose handler runs, and a way to say that it takes longer.
///
/// The handler's task is cancelled when the coordinator stops waiting: at the deadline, when the command is superseded,
/// or when the session ends. The handler has to undo its work; its answer no longer counts.
@dynamicMemberLookup
public struct OpenAsk: Sendable {
  /// The ask itself.
  public let ask: Ask
  private let extend: @Sendable (Int64) -> Void

  init(_ ask: Ask, extend: @escaping @Sendable (Int64) -> Void) {
    self.ask = ask
    self.extend = extend
  }

  /// Members of the ask: `ask.scene`, `ask.screen`, `ask.route`, …
  public subscript<Value>(dynamicMember member: KeyPath<Ask, Value>) -> Value { ask[keyPath: member] }

  /// The command's context, or that of the step; null where it has none.
  public var context: JSONValue { ask.context }

  /// The same as a type of one's own.
  ///
  /// - Throws: ``ContentError`` where it does not fit.
  public func context<Value: Decodable>(as type: Value.Type) throws(ContentError) -> Value {
    try ContentCoder.decode(type, from: ask.context, of: "context")
  }

  /// Asks for `time` from now on to answer; granted up to the registered maximum and the transition's own deadline.
  public func working(for time: Duration) { extend(time.ms) }
}
