// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// How a made screen joins the route, relative to the node that its step comes from (RouteComposer's actions). An action of
  /// a container edits the nearest one of its kind at that node or round it.
  public enum Action: Hashable, Sendable {
    /// Nowhere.
    case none
    /// The end of the stack.
    case push
    /// All of the stack.
    case pushAsRoot
    /// The last of the stack.
    case pushReplacingLast
    /// A branch of the tabs: at an index, in the place of the one there or before it; else the last one. Without a name it
    /// is called like its screen.
    case addTab(at: Int? = nil, replacing: Bool = false, named: BranchName? = nil)
    /// The master of the split.
    case setAsMaster
    /// The detail of the split.
    case pushToDetails
    /// The end of the stack in the last branch of the split.
    case pushOnToDetails
    /// The one branch of the container.
    case replaceContent
    /// A new layer on top; with a finder, only if what that finds lies in the top layer.
    case present(from: Finder? = nil)
    /// The whole route; only from its bottom layer.
    case replaceRoot
    /// Makes nothing: goes on in this branch of the nearest container that has it.
    case select(BranchName)
    /// The worker that registered the name says which edits put the screen where it belongs.
    case custom(TaskName)

    /// The container that it edits; nil where it edits none.
    public var container: ContainerKind? {
      switch self {
      case .push, .pushAsRoot, .pushReplacingLast: .stack
      case .addTab: .tabs
      case .setAsMaster, .pushToDetails, .pushOnToDetails: .split
      case .replaceContent: .single
      case .none, .present, .replaceRoot, .select, .custom: nil
      }
    }

    /// The word that people write.
    public var word: String {
      switch self {
      case .none: "none"
      case .push: "push"
      case .pushAsRoot: "push-as-root"
      case .pushReplacingLast: "push-replacing-last"
      case .addTab: "add-tab"
      case .setAsMaster: "set-as-master"
      case .pushToDetails: "push-to-details"
      case .pushOnToDetails: "push-on-to-details"
      case .replaceContent: "replace-content"
      case .present: "present"
      case .replaceRoot: "replace-root"
      case .select(let branch): "select \(branch)"
      case .custom(let name): "custom \(name)"
      }
    }
  }
}
