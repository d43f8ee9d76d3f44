// SPDX-License-Identifier: Apache-2.0

extension Refusal {
  static func noSuchBranch(_ name: BranchName, of screen: AnyScreen, in branches: Branches?) -> Refusal {
    guard let branches else {
      return .rejected(.noSuchBranch, message: "'\(screen.name)' declares no branches, so there is no '\(name)'")
    }
    let known = branches.branches.map(\.name.rawValue).joined(separator: ", ")
    return .rejected(.noSuchBranch, message: "'\(screen.name)' has no branch '\(name)'; it has \(known)")
  }

  /// Whether it says that a container which an item names has none of the branches that the item gives or selects, for none are declared.
  package func isLackOfBranches(of item: PathItem) -> Bool {
    let names = item.branches.map(\.name) + [item.selected].compactMap(\.self)
    return names.contains { self == .noSuchBranch($0, of: item.screen, in: nil) }
  }

  static func repeatedBranch(_ name: BranchName, of screen: AnyScreen) -> Refusal {
    .rejected(.noSuchBranch, message: "branch '\(name)' of '\(screen.name)' is given twice")
  }

  static var branchesTooDeep: Refusal {
    .rejected(.tooLarge, message: "branches lie at most \(Route.branchDepthMax) deep in each other")
  }

  static func tooManyElementsBetween(_ limit: Int) -> Refusal {
    .rejected(
      .tooLarge,
      message: "between two verbs of a batch a route has at most \(limit) elements, those of all branches counted")
  }

  static var tooManyElements: Refusal {
    .rejected(.tooLarge, message: "a route has at most \(Route.elementsMax) elements, those of all branches counted")
  }
}
