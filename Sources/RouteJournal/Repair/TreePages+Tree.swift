// SPDX-License-Identifier: Apache-2.0

/// A page to write.
struct TreePage {
  let number: Int
  let octets: [UInt8]
}

/// How a tree is made above leaves (SQLite's file format, section 1.6).
extension TreePages {
  /// What stands in front of the cells of a page above leaves.
  static let innerHeaderBytes = 12

  /// A page that another one leads to, and the last number behind it.
  private struct Child {
    let page: Int
    let last: Int64
  }

  /// The pages above leaves that follow each other, two at least. Each is filled, so they are not more than there were.
  ///
  /// - Parameters:
  ///   - root: The topmost.
  ///   - places: The numbers of the others.
  /// - Returns: nil where these are too few.
  func tree(over leaves: ArraySlice<TreeLeaf>, root: Int, at places: [Int]) -> [TreePage]? {
    var free = places[...]
    var made: [TreePage] = []
    var level = leaves.map { Child(page: $0.page, last: $0.last) }
    while level.count > 1 {
      let groups = groups(of: level)
      level = []
      for group in groups {
        guard let page = groups.count == 1 ? root : free.popFirst(), let last = group.last?.last else { return nil }
        made.append(TreePage(number: page, octets: octets(above: group)))
        level.append(Child(page: page, last: last))
      }
    }
    return made
  }

  /// Parts pages into those that one page can lead to, two at least.
  private func groups(of children: [Child]) -> [[Child]] {
    var groups: [[Child]] = []
    var group: [Child] = []
    var room = usable - Self.innerHeaderBytes
    for child in children {
      if let before = group.last {
        // The last one of a page has no cell, until another one follows; two octets tell where a cell is.
        room -= 2 + Self.cell(before).count
        if room < 0 {
          groups.append(group)
          group = []
          room = usable - Self.innerHeaderBytes
        }
      }
      group.append(child)
    }
    if group.count == 1, let moved = groups.last?.last {
      groups[groups.count - 1].removeLast()
      group.insert(moved, at: 0)
    }
    groups.append(group)
    return groups
  }

  private static func cell(_ child: Child) -> [UInt8] {
    var cell: [UInt8] = [0, 0, 0, 0]
    cell.set(child.page, at: 0, octets: 4)
    return cell + [UInt8](varint: child.last)
  }

  private func octets(above children: [Child]) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: size)
    var end = usable
    for (index, child) in children.dropLast().enumerated() {
      let cell = Self.cell(child)
      end -= cell.count
      octets.replaceSubrange(end..<end + cell.count, with: cell)
      octets.set(end, at: Self.innerHeaderBytes + 2 * index, octets: 2)
    }
    octets[0] = TreeLeaf.innerSign
    octets.set(children.count - 1, at: 3, octets: 2)
    octets.set(end, at: 5, octets: 2)
    octets.set(children.last?.page ?? 0, at: 8, octets: 4)
    return octets
  }
}
