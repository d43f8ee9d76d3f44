// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// SNAPSHOT?: what are these scenes now? For clients; observers subscribe.
public struct SnapshotRequest: Hashable, Sendable {
  /// Which scenes; empty for all.
  public var scenes: [SceneName]

  /// A request.
  public init(scenes: [SceneName] = []) { self.scenes = scenes }
}

/// SNAPSHOT: the scenes asked for, those that exist.
public struct Snapshot: Hashable, Sendable {
  /// Sorted by name.
  public var scenes: [SceneState]

  /// A snapshot.
  public init(scenes: [SceneState]) { self.scenes = scenes }
}

/// INSPECT: what do you know?
public struct Inspect: Hashable, Sendable {
  /// Which report.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The coordinator: version, uptime, journal, counters, observers.
    case status
    /// One object a worker.
    case workers
    /// One object a scene.
    case scenes
    /// One object a past command, newest first.
    case history
    /// One object a part of the navigation tree, and one a scene for the parts that are missing.
    case tree
    /// One object a route of the plan that drives walk on.
    case plan
  }

  /// Which report.
  public var subject: Subject
  /// Only this scene's.
  public var scene: SceneName?
  /// History: only revisions above this one.
  public var since: Revision?
  /// At most so many objects.
  public var limit: Int?

  /// A request.
  public init(_ subject: Subject, scene: SceneName? = nil, since: Revision? = nil, limit: Int? = nil) {
    self.subject = subject
    self.scene = scene
    self.since = since
    self.limit = limit
  }
}

/// REPORT: the objects asked for.
public struct Report: Hashable, Sendable {
  /// What was asked for, one after another.
  public var objects: [ReportObject]
  /// Whether the limit left some out.
  public var more: Bool

  /// A report.
  public init(objects: [ReportObject], more: Bool = false) {
    self.objects = objects
    self.more = more
  }
}

/// ERROR: the message was not taken; no command id was consumed.
public struct ProtocolError: Hashable, Sendable {
  /// Why. Closed list: specification, section "Errors".
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Another major version, or a kind this side does not take.
    case unsupported
    /// A frame or body that is none.
    case malformed
    /// A newer process has taken the worker's name.
    case replaced
    /// Another user's worker holds the name, or another worker the screen.
    case nameTaken
    /// The coordinator is ending; try again in the next epoch.
    case stopping
    /// A limit is reached; try again later.
    case full
    /// Not allowed to this user.
    case denied
    /// The command's outcome is no longer known.
    case outsideWindow
  }

  /// Why.
  public var code: Code
  /// For people: what, where, and what to do.
  public var message: String
  /// The sender's major versions, lowest and highest.
  public var majors: ClosedRange<UInt8>

  /// An error of a side that speaks the major versions `majors`.
  public init(_ code: Code, _ message: String, majors: ClosedRange<UInt8> = 1...1) {
    self.code = code
    self.message = message
    self.majors = majors
  }
}
