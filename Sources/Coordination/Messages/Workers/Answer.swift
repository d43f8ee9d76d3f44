// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a worker says to an ask.
public enum Answer: Hashable, Sendable {
  /// Handled: change the path like this.
  case instruction(Instruction)
  /// A step of a walk is taken like this, and the input that the route arrived at declares becomes a part of its
  /// screen's content.
  case merging(Instruction)
  /// Not mine: ask the next.
  case declined
  /// A guard, a host or a task agrees; a dynamic node builds; it is so.
  case allow
  /// This stands in the dynamic node's place.
  case tree(TreeNode)
  /// The URL leads here.
  case path([PathItem])
  /// A conversion: the new context. A context task: the new content.
  case value(JSONValue)
  /// A guard or host refuses.
  case deny(code: String?, message: String?)
  /// Something else must come first: park the command, run this verb, go on when resumed within the time.
  case redirect(to: Verb, within: Duration)
  /// The handler failed.
  case failed(code: String?, message: String?)
}
