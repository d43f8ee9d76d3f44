// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

extension Outcome {
  /// The scene's path, if the route is as asked.
  ///
  /// - Throws: ``NotCommitted`` with this outcome, if it is not.
  @discardableResult
  public func get() throws(NotCommitted) -> Path {
    guard isAsAsked else { throw NotCommitted(outcome: self) }
    return path.path
  }
}
