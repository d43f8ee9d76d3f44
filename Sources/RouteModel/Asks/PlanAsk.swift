// SPDX-License-Identifier: Apache-2.0

/// One question that a plan needs answered before it can go on.
public struct PlanAsk: Hashable, Sendable {
  /// Who is asked.
  public enum Subject: Hashable, Sendable {
    /// The routable of this element, which may exist in the draft only.
    case element(ElementID)
    /// The scene's installer of the root name that the request carries.
    case installer
  }

  /// What is asked.
  public var request: Request
  /// Who is asked.
  public var subject: Subject
  /// Of a walk, the step that it is about.
  public var step: DriveStep?
}
