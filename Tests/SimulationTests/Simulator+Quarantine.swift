// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

extension Settings {
  /// How many deaths are too many in a seed's installation, and how long workers may stay away after a restart.
  mutating func ail(from ailment: inout SeededGenerator) {
    hostReturnMs = ailment.number(2000...10_000)
    guard ailment.chance(700) else { return crashLoop = ailment.chance(500) ? crashLoop : nil }
    crashLoop?.deaths = Int(ailment.number(2...4))
    crashLoop?.withinMs = ailment.number(5000...60_000)
  }
}

/// Quarantined workers, and who lets them in again.
extension Simulator {
  /// Somebody looks after the workers now and then.
  func planClearings() {
    for _ in 0..<ailment.below(5) {
      agenda.add(.strikes(.clear), due: now + ailment.number(0...weather.chaos))
    }
  }

  /// Somebody lets all quarantined workers in again.
  func clearQuarantines() {
    guard let daemon, !daemon.isPaused else { return }
    var actions: [Action] = []
    for name in checker.quarantined.sorted() {
      trace.say(at: now, "somebody lets \(name) in again")
      let peer = Peer(returnAddress: [], connection: nil)
      let message = Message.clear(Clear(worker: name))
      actions += feed(.received(message, from: peer))
    }
    // Nobody waits for the answers.
    perform(actions.filter { if case .reply = $0 { false } else { true } })
    scheduleTurn()
  }
}

/// A worker that dies too often is quarantined, and no process of it is let in or asked.
extension Checker {
  mutating func heard(_ notice: Notice, at now: Int64) {
    switch notice {
    case .died(let name, _, _):
      deaths[name, default: []].append(now)
      liveWorkers.remove(name)
    case .left(let name, _, _): liveWorkers.remove(name)
    case .quarantined(let name, let limit):
      expect(limit == settings.crashLoop, "\(name) is quarantined after \(limit.text)")
      expect(isInCrashLoop(name, at: now), "\(name) is quarantined, and has not died so often")
      quarantined.insert(name)
      quarantines += 1
      deaths[name] = []
    case .released(let name):
      expect(quarantined.remove(name) != nil, "\(name) is welcome again, and was never quarantined")
    case .came, .silent, .refused, .malformed, .takenOver, .contested, .knocked, .missed, .unanswered, .stalled: break
    }
  }

  /// Whether a worker's deaths of lately are too many.
  private func isInCrashLoop(_ name: WorkerName, at now: Int64) -> Bool {
    guard let limit = settings.crashLoop else { return false }
    return deaths[name, default: []].count { now - $0 <= limit.withinMs * 1000 } >= limit.deaths
  }

  /// A process that was welcomed before and lost its connection only has not died.
  mutating func welcomedAgain(_ process: ProcessID, _ name: WorkerName) {
    if lastWelcomed[name] == process, !liveWorkers.contains(name) { _ = deaths[name]?.popLast() }
    lastWelcomed[name] = process
    liveWorkers.insert(name)
    expect(!quarantined.contains(name), "process \(process) is welcome as \(name), which is quarantined")
  }

  /// The first worker that died too often and is not quarantined.
  func overlooked(at now: Int64) -> String? {
    deaths.keys.sorted().first { isInCrashLoop($0, at: now) }.map {
      "\($0) dies again and again, and is not quarantined"
    }
  }
}
