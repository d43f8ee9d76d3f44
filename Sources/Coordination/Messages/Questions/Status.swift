// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// STATUS: what a QUERY finds where there is no outcome yet.
public struct Status: Hashable, Sendable {
  /// Where the command is.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Waiting or running.
    case pending
    /// Parked by a gate.
    case parked
    /// Never seen. Not final unless sealed.
    case notSeen
    /// Seen too long ago, or never.
    case outsideWindow
    /// The ending fits more than one command.
    case ambiguous
  }

  /// The id as it was asked for.
  public var id: String
  /// Where it is.
  public var state: State
  /// What a stepwise command has committed so far.
  public var revisions: [Revision]

  /// A status.
  public init(id: String, state: State, revisions: [Revision] = []) {
    self.id = id
    self.state = state
    self.revisions = revisions
  }
}
