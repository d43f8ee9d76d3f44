// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a coordinator reports of a worker: INSPECT `workers`.
public struct WorkerStatus: Hashable, Sendable {
  /// How a worker stands.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Its session is live.
    case live
    /// It has not answered a ping in time.
    case suspect
    /// It said that it restarts.
    case leaving
    /// It has no session; or it was registered before a restart of the coordinator, and has not come back.
    case gone
    /// Its process was refused in the last 30 s.
    case refused
    /// Its processes died so often that none is welcome.
    case quarantined
  }

  /// Its name.
  public var name: WorkerName
  /// Its software version; empty where it said none.
  public var version: String
  /// How it stands.
  public var state: State
  /// Its process id, while it has a session; of a quarantined one that of a process that waits.
  public var pid: Int32?
  /// Its user id, while it has a session and the socket says it; of one that has not come back since a restart the one of before.
  public var uid: UInt32?
  /// How long its session has lasted.
  public var uptime: Duration?
  /// The screens that it registers, by name.
  public var screens: [ScreenName]
  /// The roots that it installs, by name.
  public var roots: [ScreenName]
  /// The scenes that it serves; nil for all, empty where none is known: of one that has not come back since a restart the journal may
  /// have none.
  public var scenes: [SceneName]?
  /// How often it was asked.
  public var asks: Int
  /// How many of them it did not answer in time.
  public var unanswered: Int
  /// Answers to asks that had been cancelled, because their time was over or their command had ended.
  public var lateAnswers: Int
  /// The median time of its last answers.
  public var medianAnswer: Duration?
  /// How often it died.
  public var deaths: Int
  /// How long ago it died last.
  public var lastDeath: Duration?
  /// Why it was refused, or is quarantined.
  public var problem: String?

  /// A worker that was never asked.
  public init(
    _ name: WorkerName, version: String = "", state: State, screens: [ScreenName] = [], roots: [ScreenName] = [],
    scenes: [SceneName]? = nil
  ) {
    (self.name, self.version, self.state) = (name, version, state)
    (self.screens, self.roots, self.scenes) = (screens, roots, scenes)
    (asks, unanswered, lateAnswers, deaths) = (0, 0, 0, 0)
  }
}
