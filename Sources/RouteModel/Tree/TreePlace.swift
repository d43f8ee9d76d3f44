// SPDX-License-Identifier: Apache-2.0

/// A place in the tree at which the search for an element begins: a block of a part.
struct TreePlace: Hashable, Sendable {
  var part: TreePart
  var block: Int

  var entries: TreeIndex.Block { part.index.blocks[block] }

  func at(_ block: Int) -> TreePlace { TreePlace(part: part, block: block) }
}
