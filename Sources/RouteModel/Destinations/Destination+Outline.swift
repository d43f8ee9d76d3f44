// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// What a plan to a destination finds and makes: its answer, and all that a dry run tells.
  public struct Outline: Hashable, Sendable {
    /// What became of a step.
    public enum Find: Hashable, Sendable {
      /// It was there.
      case found
      /// It was looked for again, when the steps that it comes from were done.
      case foundLate
      /// It is made.
      case made
      /// The step only leads on.
      case passed
    }

    /// One step that the plan took, from the one that was there on.
    public struct Step: Hashable, Sendable {
      /// Which.
      public var place: StepPlace
      /// What became of it.
      public var find: Find
      /// The element; of a stack its last one then. Nil where it is none.
      public var element: ElementID?
      /// Its screen.
      public var screen: AnyScreen?
      /// Whether it is a stack.
      public var isStack: Bool
    }

    /// In the order in which they came to be.
    public var steps: [Step] = []
    /// All that is made, in order: of a stack nil, before its elements.
    public var made: [ElementID?] = []

    /// Nothing yet.
    public init() {}
  }
}

/// What runs after the commit.
package struct PostTask: Hashable, Sendable {
  /// What the worker registered.
  package var name: TaskName
  /// The screen that it is about.
  package var element: ElementID
  /// The context of its step.
  package var context: JSONValue
  /// The step; nil for what runs for every destination.
  package var step: Destination.StepPlace?
  /// All screens that the steps found or made and that are in the route, in order.
  package var arrived: [ElementID]
}

/// The end of a plan: what to commit.
package struct DestinationResult: Hashable, Sendable {
  /// The next route.
  package var route: Route
  /// Gives out the ids that come next.
  package var ids: IDSource
  /// The element that the destination is, or its stack's last one.
  package var destination: ElementID?
  /// What was found and made.
  package var outline: Destination.Outline
  /// To be run after the commit, in order.
  package var postTasks: [PostTask]
}
