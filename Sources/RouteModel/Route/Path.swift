// SPDX-License-Identifier: Apache-2.0

/// Elements, root first.
public struct Path: Hashable, Sendable {
  /// Root first.
  public var elements: [Element]

  /// A path of these elements.
  public init(_ elements: [Element]) { self.elements = elements }
}
