// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How a command ends.
struct Ending: Sendable {
  var kind: Outcome.Kind
  /// For people; nil where ``World/message(of:in:)`` makes it.
  var message: String?
  /// The screen that no worker hosts. Most commands that wait for a host get one, so the message, which looks at all names, is made
  /// with the outcome.
  var lacking: ScreenName?
  /// Where the path stops, if the tree does not build it.
  var stop: TreeNode.Stop?
  /// Of a dry run: the elements that would be built.
  var steps: [BuildStep] = []
  /// Of a drive's dry run: the steps of the walk.
  var walk: [Drive.PlannedStep] = []
  /// Of the dry run of a route to a destination: what it would do.
  var search: Destination.Search?
  /// Of a commit: elements that took the content of a new one.
  var delivered: [ElementID] = []

  init(
    _ kind: Outcome.Kind, message: String? = nil, lacking: ScreenName? = nil, stop: TreeNode.Stop? = nil,
    steps: [BuildStep] = [], walk: [Drive.PlannedStep] = [], search: Destination.Search? = nil
  ) {
    self.kind = kind
    self.message = message
    self.lacking = lacking
    self.stop = stop
    self.steps = steps
    self.walk = walk
    self.search = search
  }

  /// The ending that a refusal means.
  init(refusal: Refusal) {
    switch refusal {
    case .unchanged(let reason): self.init(.unchanged(reason))
    case .rejected(let reason, let message): self.init(.rejected(reason), message: message)
    }
  }
}
