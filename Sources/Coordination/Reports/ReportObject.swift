// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// One object of a REPORT. Which kind it is follows from the question, so the side that asked reads it
/// (specification, section "Reports").
package enum ReportObject: Hashable, Sendable {
  /// Of `status`.
  case status(CoordinatorStatus)
  /// Of `workers`.
  case worker(WorkerStatus)
  /// Of `scenes`.
  case scene(SceneStatus)
  /// Of `tree`.
  case part(TreeNode.PartReport)
  /// Of `tree`, after the parts of a scene.
  case missing(MissingParts)
  /// Of `plan`.
  case route(RouteReport)
  /// A destination.
  case destination(Destination.Report)
  /// An object that is JSON already: received, or read from the journal.
  case json(JSONValue)

  /// The object, where it is JSON already.
  package var json: JSONValue? {
    if case .json(let value) = self { value } else { nil }
  }
}
