// SPDX-License-Identifier: Apache-2.0

/// The element or branch that a verb acts on.
public enum Target: Hashable, Sendable {
  /// The element with this id.
  case id(ElementID)
  /// The topmost element on the active path with an equal screen, else the last among the hidden ones.
  case screen(AnyScreen)
  /// The place before the first element of a container's branch.
  case branch(ElementID, BranchName)
  /// The asked element; only inside the answer to an ask.
  case asked
}
