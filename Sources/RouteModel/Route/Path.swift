// SPDX-License-Identifier: Apache-2.0

/// Elements, root first: the root path of a scene, or the path of a branch.
///
/// A path is a collection of its own elements. The elements inside its containers belong to the paths of their branches;
/// `tip`, `subscript(_:)` and `forEachElement(_:)` reach them too.
public struct Path: Hashable, Sendable {
  /// Root first.
  public var elements: [Element]

  /// A path of these elements.
  public init(_ elements: [Element]) { self.elements = elements }
}

extension Path: RandomAccessCollection {
  /// The position of the first element, 0.
  public var startIndex: Int { 0 }

  /// The position behind the last element.
  public var endIndex: Int { elements.count }

  /// The element at a position; 0 is the root.
  public subscript(position: Int) -> Element { elements[position] }
}

extension Path {
  /// The element with this id on the path or in one of its branches, hidden ones included; nil where there is none.
  public subscript(id: ElementID) -> Element? { firstElement { $0.id == id } }

  /// The last element of the active path: of a container at the end, the tip of the branch that shows; nil where the path
  /// is empty.
  public var tip: Element? {
    guard let last = elements.last else { return nil }
    guard let branches = last.branches else { return last }
    return branches.firstShowingReversed { $0.path.tip } ?? last
  }

  /// The number of elements, those of all branches included; `count` leaves the branches out.
  public var elementCount: Int {
    var count = 0
    forEachElement { _ in count += 1 }
    return count
  }

  /// The greatest id of the elements, those of all branches included; 0 for an empty path.
  package var greatestID: UInt64 {
    var greatest: UInt64 = 0
    forEachElement { greatest = Swift.max(greatest, $0.id.rawValue) }
    return greatest
  }
}
