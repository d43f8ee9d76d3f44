// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// A step of a walk that a screen is asked to take: where it leads, and all of the walk's input.
///
/// The handler's task is cancelled when the coordinator stops waiting, as with every ``OpenAsk``.
@dynamicMemberLookup
public struct OpenStep: Sendable {
  /// The ask itself: its scene, route, context and command.
  public let ask: OpenAsk
  /// The step.
  public let step: DriveStep

  init?(_ ask: OpenAsk) {
    guard let step = ask.step else { return nil }
    (self.ask, self.step) = (ask, step)
  }

  /// What the step says: `direction`, `route` and `screen` to arrive at, the `destination` of the whole walk, `input`.
  public subscript<Value>(dynamicMember member: KeyPath<DriveStep, Value>) -> Value { step[keyPath: member] }

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

/// Which steps of walks a screen takes.
public struct StepPattern: Hashable, Sendable {
  let pattern: RequestPattern

  /// Down to this route.
  public static func toChild(_ route: RouteID) -> StepPattern { StepPattern(pattern: .toChild(route)) }

  /// Down to any route that no other handler of the screen names.
  public static var toAnyChild: StepPattern { StepPattern(pattern: .toAnyChild) }

  /// Up.
  public static var toParent: StepPattern { StepPattern(pattern: .toParent) }

  /// To where it stands already: its input has changed.
  public static var toSelf: StepPattern { StepPattern(pattern: .toSelf) }
}

extension RequestPattern {
  /// `to child route`
  public static func toChild(_ route: RouteID) -> RequestPattern { RequestPattern(toChild: route) }
  /// `to child *`
  public static var toAnyChild: RequestPattern { RequestPattern(toChild: nil) }
  /// `to parent`
  public static var toParent: RequestPattern { RequestPattern(.toParent, nil) }
  /// `to self`
  public static var toSelf: RequestPattern { RequestPattern(.toSelf, nil) }
}

/// How steps of walks are taken (QRoute's completions).
extension Answer {
  /// Takes the step as it is taken where nobody has a say: down, the route's screen comes on top of this one; up, what is
  /// above the parent's screen goes. The route's members of the input become part of the content arrived at.
  public static var complete: Answer { .allow }

  /// Takes the step by another answer, such as `.present(Help())`. The walk goes on from the route that was to be reached:
  /// its screen has to be on top then.
  ///
  /// - Parameters:
  ///   - answer: Any that changes the path, or ``done``.
  ///   - isMerging: Whether the route's members of the input become part of the content arrived at: new ones win, others
  ///     stay.
  public static func complete(by answer: Answer, merging isMerging: Bool = false) -> Answer {
    switch answer {
    case .instruction(let instruction), .merging(let instruction):
      isMerging ? .merging(instruction) : .instruction(instruction)
    case .failed: answer
    case .declined, .allow, .tree, .path, .deny, .redirect:
      .failed(code: "badAnswer", message: "a step is completed by what changes the path, not by \(answer)")
    }
  }
}
