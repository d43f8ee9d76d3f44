// SPDX-License-Identifier: Apache-2.0

public import Coordination
import RouteModel

/// How steps of walks are taken (QRoute's completions).
extension Answer {
  /// Takes the step as one without a handler is taken: down, the route's screen comes on top of this one; up, what is
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
    case .declined, .allow, .tree, .path, .value, .deny, .redirect:
      .failed(code: "badAnswer", message: "a step is completed by what changes the path, not by \(answer)")
    }
  }
}
