// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel

/// A step of a walk that a screen is asked to take: where it leads, and all of the walk's input.
///
/// The handler's task is cancelled when the coordinator stops waiting, as with every ``OpenAsk``.
@dynamicMemberLookup
public struct OpenStep: Sendable {
  /// The ask itself: its scene, route, context and command.
  public let ask: OpenAsk
  /// The step.
  public let step: Drive.Step

  init?(_ ask: OpenAsk) {
    guard let step = ask.step else { return nil }
    (self.ask, self.step) = (ask, step)
  }

  /// Members of the step: `direction`, `route` and `screen` to arrive at, the `destination` of the whole walk, `input`.
  public subscript<Value>(dynamicMember member: KeyPath<Drive.Step, Value>) -> Value { step[keyPath: member] }

  /// Whether the change may be animated.
  public var animated: Bool { ask.animated }

  /// Whether the whole walk ends with it: screens on the way may save themselves some work.
  public var isLast: Bool { step.route == step.destination }

  /// All of the walk's input, as a type of one's own.
  ///
  /// - Throws: ``ContentError`` where it does not fit.
  public func input<Input: Decodable>(as type: Input.Type) throws(ContentError) -> Input {
    try ContentCoder.decode(type, from: step.input, of: "input")
  }

  /// Asks for `time` from now on to answer; granted up to the registered maximum and the walk's own deadline.
  public func working(for time: Duration) { ask.working(for: time) }
}
