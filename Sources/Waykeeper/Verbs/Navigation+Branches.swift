// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The branches of containers; see the functions of the same names of ``Navigator``.
extension Navigation {
  /// Shows a branch of a container.
  public static func select(_ branch: BranchName, of target: some TargetConvertible) -> Navigation {
    edit(try .select(branch, of: target.target))
  }

  /// A new branch of a container.
  public static func insertBranch(
    _ branch: BranchName? = nil, path: [any ScreenConvertible], at index: Int? = nil, of target: some TargetConvertible
  ) -> Navigation {
    if let index, index < 0 {
      let message = "a branch cannot be at index \(index): they count from 0"
      return Navigation(.failure(Fault(code: .refused, message: message)))
    }
    return edit(try .insertBranch(branch, path.items, at: index, of: target.target))
  }

  /// Takes a branch out of a container, with all in it.
  public static func removeBranch(_ branch: BranchName, of target: some TargetConvertible) -> Navigation {
    edit(try .removeBranch(branch, of: target.target))
  }

  /// Makes these the branches of a container, in order.
  public static func replaceBranches(
    of target: some TargetConvertible, with branches: KeyValuePairs<BranchName, [any ScreenConvertible]>,
    selected: BranchName? = nil
  ) -> Navigation {
    edit(try .replaceBranches(of: target.target, with: branches.items, selected: selected))
  }
}

/// Paths in a branch, and paths that bring branches; see the functions of the same names of ``Navigator``.
extension Navigation {
  /// Makes these screens the path of a branch: `in: .branch(id, "floor")`.
  public static func replace(path: [any ScreenConvertible], in branch: Target) -> Navigation {
    edit(try .replace(path: path.items, in: branch))
  }

  /// Makes these the whole path, or that of a branch. An item is a screen with what its branches hold.
  public static func replace(items: [PathItem], in branch: Target? = nil) -> Navigation {
    Navigation(.navigator(.replace(path: items, in: branch)))
  }
}

extension KeyValuePairs<BranchName, [any ScreenConvertible]> {
  /// The branches as items of a path.
  fileprivate var items: [PathItem.Branch] {
    get throws(ContentError) {
      var items: [PathItem.Branch] = []
      for (name, path) in self { items.append(PathItem.Branch(name, path: try path.items)) }
      return items
    }
  }
}
