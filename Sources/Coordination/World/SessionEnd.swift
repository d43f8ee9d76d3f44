// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How the last session of a worker ended, for people who ask later why its screens are gone.
struct SessionEnd: Hashable, Sendable {
  /// What happened.
  enum Kind: Hashable, Sendable {
    /// Its connection broke.
    case died
    /// It answered no PING for so long that it counts as dead.
    case silent
    /// It said BYE, for good.
    case left
    /// It said BYE, and that it would come back.
    case restarting
  }

  let kind: Kind
  /// The process of the session; 0 where the socket did not say.
  let pid: Int32

  /// What happened, behind the name of the worker.
  fileprivate var text: String {
    switch kind {
    case .died: "died"
    case .silent: "answered no more"
    case .left: "has left"
    case .restarting: "has not come back from its restart"
    }
  }
}

extension Worker {
  /// Why its death policies run, as the journal keeps it: which worker is gone, and whether it is let in again.
  var reasonOfPolicies: String {
    let end = lastEnd.map { Self.text(name, pid: $0.pid) + " " + $0.text } ?? "\(Self.text(name)) is gone"
    return end + (quarantine.map { " and is quarantined (crash loop: \($0.limit.text))" } ?? "")
  }

  /// The same of one that no session of this epoch was of.
  static func reasonOfLastWishes(of name: WorkerName) -> String {
    "\(text(name)) has not come back since the coordinator's restart"
  }

  /// Why the policy of an element runs that its worker cannot show.
  func reasonOfFailure(of element: Element) -> String {
    "\(Self.text(name, pid: session?.pid ?? 0)) cannot show \(element.id) \(element.screen.name)"
  }

  /// `worker 'exhibits' (pid 4411)`
  private static func text(_ name: WorkerName, pid: Int32 = 0) -> String {
    "worker '\(name)'" + (pid > 0 ? " (pid \(pid))" : "")
  }
}
