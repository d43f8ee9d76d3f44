// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension Route {
  /// An upper bound of its length in either encoding, in bytes, with the host of each element; what the limit of a route
  /// counts (specification, section "Constants"). JSON is the longer one.
  public var encodedByteCount: Int { root.encodedByteCount }
}

extension Path {
  /// The longest that an element can be without its content and branches: the words, a 20-digit id, a screen name, the
  /// longest presentation and presence and a worker name.
  private static let elementBytesMax = 272
  /// The same of a container's branches, and of each branch, without what they hold.
  private static let branchBytesMax = 128

  fileprivate var encodedByteCount: Int {
    elements.reduce(2) { count, element in
      var count = count + Self.elementBytesMax + element.screen.content.encodedByteCount
      if let branches = element.branches {
        count += Self.branchBytesMax
        for branch in branches.branches { count += Self.branchBytesMax + branch.path.encodedByteCount }
      }
      return count
    }
  }
}
