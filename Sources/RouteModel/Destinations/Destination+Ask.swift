// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// One question that a ``DestinationPlan`` puts to a worker; the plan waits for the answer.
  public struct Ask: Hashable, Sendable {
    /// What is asked.
    public enum Question: Hashable, Sendable {
      /// Is the element the one that is looked for? Asked of its host.
      case finder(TaskName)
      /// Does this hold?
      case condition(TaskName)
      /// Which context do the steps that follow get?
      case conversion(TaskName)
      /// Which screen is it?
      case factory(TaskName)
      /// Which edits put these screens where they belong?
      case action(TaskName, [PathItem])
      /// May it go on?
      case interceptor(TaskName)
      /// Take the context; asked of the element's host.
      case contextTask(TaskName)

      /// The name that the worker registered.
      public var name: TaskName {
        switch self {
        case .finder(let name), .condition(let name), .conversion(let name), .factory(let name), .action(let name, _),
          .interceptor(let name), .contextTask(let name):
          name
        }
      }

      /// What its worker registered the name as.
      package var task: TaskKind {
        switch self {
        case .finder: .finder
        case .condition: .condition
        case .conversion: .conversion
        case .factory: .factory
        case .action: .action
        case .interceptor: .interceptor
        case .contextTask: .contextTask
        }
      }

      /// The word in traces.
      public var word: String {
        switch self {
        case .finder: "find"
        case .condition: "when"
        case .conversion: "adapt"
        case .factory: "make"
        case .action: "place"
        case .interceptor: "intercept"
        case .contextTask: "context"
        }
      }
    }

    /// What is asked.
    public var question: Question
    /// The element that it is about, which may be in the draft only.
    public var element: ElementID?
    /// Its screen.
    public var screen: AnyScreen?
    /// The context of the step.
    public var context: JSONValue
    /// The step; nil for what runs for every destination.
    public var step: StepPlace?

    /// The same question of any step: it is asked once.
    var key: Ask {
      var ask = self
      ask.step = nil
      return ask
    }
  }
}

extension Destination.Ask: CustomStringConvertible {
  /// As in traces: `intercept login`.
  public var description: String { "\(question.word) \(question.name)" }
}

/// The answer to a ``Destination/Ask``.
package enum DestinationAnswer: Hashable, Sendable {
  /// Of a finder or a condition.
  case decided(Bool)
  /// Of an interceptor or a context task: go on.
  case allow
  /// Of anyone: it cannot be.
  case deny(code: String, message: String)
  /// Of a conversion: the new context. Of a context task: the new content.
  case value(JSONValue)
  /// Of a factory.
  case item(PathItem)
  /// Of an action.
  case edit([NavigatorVerb])
  /// Nobody answered. A finder's or a condition's then do not hold, and all others end the plan.
  case noAnswer
}
