// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// How a made screen joins the route, as a part of a ``StepAssembly``. `Needed` is the container that the step before has
/// to be; the action edits the nearest one at its screen or round it.
public struct StepAction<Needed: Container.Kind>: Sendable {
  /// What it is sent as.
  public let action: Destination.Action
  let fault: ContentError?

  init(_ action: Destination.Action, fault: ContentError? = nil) { (self.action, self.fault) = (action, fault) }
}

extension StepAction where Needed == Container.Stack {
  /// At the end of the stack.
  public static var push: Self { Self(.push) }

  /// In place of the whole stack.
  public static var pushAsRoot: Self { Self(.pushAsRoot) }

  /// In place of the last of the stack.
  public static var pushReplacingLast: Self { Self(.pushReplacingLast) }
}

extension StepAction where Needed == Container.Tabs {
  /// A branch of the tabs, called like its screen unless said: before the one at the index, in its place, or else the last.
  public static func addTab(
    at index: Int? = nil, replacing isReplacing: Bool = false, named name: BranchName? = nil
  ) -> Self {
    Self(.addTab(at: index, replacing: isReplacing, named: name))
  }
}

extension StepAction where Needed == Container.Split {
  /// The master of the split.
  public static var setAsMaster: Self { Self(.setAsMaster) }

  /// The detail of the split.
  public static var pushToDetails: Self { Self(.pushToDetails) }

  /// At the end of the stack in the last branch of the split.
  public static var pushOnToDetails: Self { Self(.pushOnToDetails) }
}

extension StepAction where Needed == Container.Single {
  /// The one branch of the container.
  public static var replaceContent: Self { Self(.replaceContent) }
}

extension StepAction where Needed == Container.None {
  /// A new layer on top.
  public static var present: Self { Self(.present()) }

  /// A new layer on top, only if what this finds lies in the top layer.
  public static func present(from finder: StepFinder<some Container.Kind, some Any>) -> Self {
    Self(.present(from: finder.finder), fault: finder.fault)
  }

  /// The whole route; only from its bottom layer.
  public static var replaceRoot: Self { Self(.replaceRoot) }

  /// Nowhere: the step has nothing to make, or only its tasks count.
  public static var nothing: Self { Self(.none) }

  /// As the worker that registered the name says (``Places``).
  public static func custom(_ name: TaskName) -> Self { Self(.custom(name)) }
}
