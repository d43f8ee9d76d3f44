// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The branches of containers. After each of these verbs but ``select(_:of:)`` the selection is the one given, else the branch
/// of the same name, else of the same index, else the first.
extension Navigator {
  /// Shows a branch of a container.
  public func select(
    _ branch: BranchName, of target: some TargetConvertible
  ) async throws(NavigatorError) {
    try await perform(.select(branch, of: target))
  }

  /// A new branch of a container.
  ///
  /// - Parameters:
  ///   - branch: Its name; left out, it is called like its first screen.
  ///   - path: Its screens.
  ///   - index: Before the branch there, counted from 0; left out, it is the last. One below 0 is refused before anything is
  ///     sent.
  ///   - target: The container.
  public func insertBranch(
    _ branch: BranchName? = nil, path: [any ScreenConvertible], at index: Int? = nil, of target: some TargetConvertible
  ) async throws(NavigatorError) {
    try await perform(.insertBranch(branch, path: path, at: index, of: target))
  }

  /// Takes a branch out of a container, with all in it.
  public func removeBranch(
    _ branch: BranchName, of target: some TargetConvertible
  ) async throws(NavigatorError) {
    try await perform(.removeBranch(branch, of: target))
  }

  /// Makes these the branches of a container, in order. One that was there keeps an equal beginning of its path.
  public func replaceBranches(
    of target: some TargetConvertible, with branches: KeyValuePairs<BranchName, [any ScreenConvertible]>,
    selected: BranchName? = nil
  ) async throws(NavigatorError) {
    try await perform(.replaceBranches(of: target, with: branches, selected: selected))
  }
}

/// Paths in a branch, and paths that bring branches.
extension Navigator {
  /// Makes these screens the path of a branch, and brings it into view. Those that are there already, from its first on, keep their
  /// elements; no screens empty it.
  ///
  /// ```swift
  /// try await navigator.replace(path: [List(), Exhibit(id: 7)], in: .branch(.root, "floor"))
  /// ```
  ///
  /// - Parameters:
  ///   - path: Its screens.
  ///   - branch: The branch: `.branch(id, name)`, with the id of its container. Any other target is `rejected(invalid)`.
  public func replace(path: [any ScreenConvertible], in branch: Target) async throws(NavigatorError) {
    try await perform(.replace(path: path, in: branch))
  }

  /// Makes these the whole path, or that of a branch. An item is a screen with what its branches hold; what it leaves out is as the
  /// container's worker declares it. So the path that a ``LinkParser`` answers can be shown as it is.
  ///
  /// ```swift
  /// try await navigator.replace(items: try PathItem.path(parsing: "museum{*floor=list,shop=shop}"))
  /// ```
  ///
  /// - Parameters:
  ///   - items: The screens, with their branches.
  ///   - branch: The branch: `.branch(id, name)`; left out, the scene's whole path.
  public func replace(items: [PathItem], in branch: Target? = nil) async throws(NavigatorError) {
    try await perform(.replace(items: items, in: branch))
  }
}
