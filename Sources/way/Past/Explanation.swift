// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper
import WireProtocol

/// Why something shows, or does not, as far as the journal knows.
struct Explanation {
  /// What it is about.
  enum Subject {
    /// What lies on top, now or then.
    case top(at: Date?)
    case element(ElementID)
    case revision
    case command
  }

  var subject: Subject
  var scene: SceneName
  /// The revision that brought it, with its cause.
  var commit: PastCommit?
  /// What stood before it; nil where nothing did, or where that is not known.
  var before: PastCommit?
  /// Where the journal does not reach back far enough to tell that `commit` brought it.
  var unknown: Unknown?
  /// The command behind it; nil where it was none, or where the journal does not hold it.
  var command: PastCommand?
  /// The element that it is about, as it stood last.
  var element: Element?
  /// When that element came, where it was not on top from then on.
  var came: PastCommit?
  /// When it got the content that it has, where it came with another one.
  var changed: PastCommit?
  /// When it first appeared, not before `commit`.
  var appeared: PastCommit?
  /// When it left.
  var gone: PastCommit?
  /// The start since which nothing shows of what the journal has.
  var unrestored: Unrestored?
  /// What was tried since and not done, oldest first.
  var tried = Tried()
  /// The newest revision that the journal has of the scene, where the journal is behind.
  var newest: Revision?
  /// How far the journal is behind what stands; nil where everything is in it.
  var behind: Present.Behind?
  /// The command that runs in the scene now.
  var running: Present.Running?
  /// Those that do not run there.
  var held: [SceneStatus.Held] = []

  /// What the journal does not hold.
  enum Unknown: Hashable {
    /// Nothing from before this revision.
    case before(Revision)
    /// The revisions from the first to the last of these, amid others.
    case gap(Revision, Revision)
    /// More than ``ExplanationSearch/commitsMax`` commits came since.
    case tooFar(Revision)
  }

  /// A start of the coordinator that did not take over the route that stood before it (specification, section
  /// "Start and stop"). It is no commit, so the journal does not tell of it.
  struct Unrestored: Hashable {
    var date: Date
    /// Why, as far as that can be known from outside.
    var reason: String
  }

  /// Commands that did not end as asked.
  struct Tried {
    var commands: [PastCommand] = []
    /// Whether older ones are left out.
    var hasMore = false
  }
}

extension Explanation {
  /// `{"why":{…}}`
  var json: String {
    var members: [(String, JSONValue?)] = [("subject", .string(subject.word)), ("scene", .string(scene.rawValue))]
    if case .top(let date?) = subject {
      members.append(("at", .integer(date.micros)))
    }
    members += [
      ("element", element.map { .integer(Int64(clamping: $0.id.rawValue)) }),
      ("screen", element.map { .string($0.screen.text) }),
      ("commit", commit?.report), ("before", before?.report), ("unknown", unknown?.json), ("command", command?.report),
      ("came", came?.report), ("changed", changed?.report), ("appeared", appeared?.report), ("gone", gone?.report),
      (
        "unrestored",
        unrestored.map { .members([.init("at", .integer($0.date.micros)), .init("reason", .string($0.reason))]) }
      ),
      ("tried", .array(tried.commands.map(\.report))), ("triedMore", .bool(tried.hasMore)),
      ("behind", behind?.json), ("running", running.map { .string($0.id.description) }),
      ("underWay", running?.what.report), ("held", held.isEmpty ? nil : .array(held.map(\.report))),
    ]
    let object = JSONValue.members(members.compactMap { key, value in value.map { .init(key, $0) } })
    return JSONValue.members([.init("why", object)]).json
  }
}

extension Explanation.Subject {
  var word: String {
    switch self {
    case .top: "top"
    case .element: "element"
    case .revision: "revision"
    case .command: "command"
    }
  }
}

extension Explanation.Unknown {
  fileprivate var json: JSONValue {
    let members: [(String, UInt64)] =
      switch self {
      case .before(let revision): [("before", revision)]
      case .gap(let first, let last): [("from", first), ("to", last)]
      case .tooFar(let revision): [("tooFar", revision)]
      }
    return .members(members.map { .init($0, .integer(Int64(clamping: $1))) })
  }
}
