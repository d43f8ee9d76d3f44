// SPDX-License-Identifier: Apache-2.0

/// Who wants to hear that what a node built is dismissed.
public struct DismissHook: Hashable, Sendable {
  /// The node, as its worker calls it.
  public var key: TreeKey
  /// Only screens of this name; nil: any.
  public var name: ScreenName?
}
