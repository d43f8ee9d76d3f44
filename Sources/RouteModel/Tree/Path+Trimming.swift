// SPDX-License-Identifier: Apache-2.0

extension Path {
  /// The path, and the path of each branch, cut before its first element outside the tree. A path stays whole if that
  /// element is its first, or if a part is missing that could have built it.
  package func trimmed(by decisions: [ElementID: TreeDecision]) -> Path {
    var path = self
    if let end = elements.firstIndex(where: { decisions[$0.id]?.isOutside == true }), end > 0,
      decisions[elements[end].id]?.missing.isEmpty == true
    {
      path.elements.removeSubrange(end...)
    }
    for index in path.elements.indices {
      guard var branches = path.elements[index].branches else { continue }
      for branch in branches.branches.indices {
        branches.branches[branch].path = branches.branches[branch].path.trimmed(by: decisions)
      }
      path.elements[index].branches = branches
    }
    return path
  }
}
