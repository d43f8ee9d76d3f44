// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why a worker's name is not welcome: its processes died too often within a short time (specification, section "Crash
/// loops").
struct Quarantine: Sendable {
  /// A process that wanted the name and was refused.
  struct Knock: Hashable, Sendable {
    let incarnation: Incarnation
    let pid: Int32
    let uid: UInt32?
    var at: Instant
  }

  /// The limit that was reached.
  let limit: Settings.CrashLoop
  let since: Instant
  /// The last process that was refused.
  private(set) var knock: Knock?

  init(_ limit: Settings.CrashLoop, since: Instant) { (self.limit, self.since) = (limit, since) }

  /// Remembers that a process is refused; true where it is another one than the last time.
  mutating func note(_ registration: Registration, from peer: Peer, at now: Instant) -> Bool {
    defer {
      knock = Knock(incarnation: registration.incarnation, pid: peer.pid, uid: peer.uid, at: now)
    }
    return knock?.incarnation != registration.incarnation
  }

  /// The process that waits for the name, if there is one.
  func waiting(at now: Instant) -> Knock? { knock.flatMap { now.ms(since: $0.at) <= Limits.knockMs ? $0 : nil } }

  /// For people: why, and what to do.
  func message(for name: WorkerName) -> String {
    "worker '\(name)' is quarantined after \(limit.text); mend it, then `way workers --clear \(name)` lets it in again"
  }
}

extension Worker {
  /// Whether this registration is refused because the worker is quarantined. Another version may be the mended one; a
  /// process that comes back as it was has not died.
  func isQuarantined(against other: Registration) -> Bool {
    quarantine != nil && other.version == registration.version && other.incarnation != registration.incarnation
  }

  /// A process of the worker has died; true where the worker is quarantined from now on.
  mutating func noteDeath(at now: Instant, by limit: Settings.CrashLoop?) -> Bool {
    deaths += 1
    (deathBefore, lastDeath) = (lastDeath, now)
    guard let limit else {
      crashes = []
      return false
    }
    crashes = crashes.filter { now.ms(since: $0) <= Double(limit.withinMs) } + [now]
    guard crashes.count >= limit.deaths else { return false }
    quarantine = Quarantine(limit, since: now)
    crashes = []
    return true
  }

  /// A process registers: its name is not quarantined any more. One that lost its connection and comes back as it was did not
  /// die. Returns whether the name was quarantined.
  mutating func welcome(_ registration: Registration) -> Bool {
    if registration.incarnation == self.registration.incarnation, session == nil { takeBackDeath() }
    defer { quarantine = nil }
    return quarantine != nil
  }

  private mutating func takeBackDeath() {
    guard let lastEnd, lastEnd.kind == .died || lastEnd.kind == .silent else { return }
    deaths -= 1
    lastDeath = deathBefore
    _ = crashes.popLast()
  }
}
