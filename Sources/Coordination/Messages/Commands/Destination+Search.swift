// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension Destination {
  /// A dry run of a route to a destination: what became of each step, who would be asked, and what would leave.
  public struct Search: Hashable, Sendable {
    /// A step that was taken.
    public struct Step: Hashable, Sendable {
      /// Its place in the destination, as people read it: `step 2`.
      public var place: String
      /// Whether its screen was found, found late, made, or only passed.
      public var find: Outline.Find
      /// The element; of a stack its last one. Of a screen that would be made, an id that it need not get.
      public var element: ElementID?
      /// Its screen.
      public var screen: AnyScreen?
      /// Whether it is a stack.
      public var isStack: Bool

      /// A step.
      public init(
        _ place: String, _ find: Outline.Find, element: ElementID? = nil, screen: AnyScreen? = nil,
        isStack: Bool = false
      ) {
        (self.place, self.find, self.element, self.screen, self.isStack) = (place, find, element, screen, isStack)
      }
    }

    /// A question that was not asked, for it may change something.
    public struct Question: Hashable, Sendable {
      /// What would be asked: `leave`, `intercept login`.
      public var request: String
      /// The screen that it is about, if it is about one.
      public var screen: ScreenName?
      /// Its element.
      public var element: ElementID?
      /// The worker, dead or alive; nil where none registered for it.
      public var worker: WorkerName?

      /// A question.
      public init(_ request: String, screen: ScreenName? = nil, element: ElementID? = nil, worker: WorkerName? = nil) {
        (self.request, self.screen, self.element, self.worker) = (request, screen, element, worker)
      }
    }

    /// From the one that was there on.
    public var steps: [Step]
    /// In order.
    public var questions: [Question]
    /// The elements that would leave, topmost first.
    public var leaving: [ElementID]
    /// The path that it would lead to, in path syntax; cut where it is long.
    public var path: String

    /// A dry run.
    public init(steps: [Step] = [], questions: [Question] = [], leaving: [ElementID] = [], path: String = "") {
      (self.steps, self.questions, self.leaving, self.path) = (steps, questions, leaving, path)
    }
  }
}
