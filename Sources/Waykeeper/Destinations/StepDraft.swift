// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Steps on their way to a destination, and why they cannot become one: a content without a JSON form.
struct StepDraft: Sendable {
  var steps: [Destination.Step] = []
  var context: Destination.ContextType?
  var whileMoving: Destination.WhileMoving?
  var fault: ContentError?

  init(_ steps: [Destination.Step] = [], fault: ContentError? = nil) { (self.steps, self.fault) = (steps, fault) }

  init(_ destination: Destination) {
    (steps, context, whileMoving) = (destination.steps, destination.context, destination.whileMoving)
  }

  /// These steps, then those of `other`.
  func followed(by other: StepDraft) -> StepDraft { StepDraft(steps + other.steps, fault: fault ?? other.fault) }

  /// The destination.
  var destination: Destination {
    get throws(ContentError) {
      if let fault { throw fault }
      return Destination(steps, context: context, whileMoving: whileMoving)
    }
  }
}

extension Screen {
  /// The content, or why it has no JSON form.
  var encoded: (content: JSONValue, fault: ContentError?) {
    do {
      return (try anyScreen.content, nil)
    } catch {
      return (.null, error)
    }
  }
}
