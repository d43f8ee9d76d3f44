// SPDX-License-Identifier: Apache-2.0

import Coordination

/// The core is told that time has passed.
extension ServiceLoop {
  /// How long a flood of workers' messages may hold up deadlines, in µs.
  private static let floodMicrosecondsMax: Int64 = 1_000_000

  /// When the core wants to be called next.
  var nextDeadline: Instant { coordinator.nextDeadline }

  /// Tells the core that time has passed, where that means something now.
  mutating func passTime() {
    if screensAreDrained, clock.now >= coordinator.nextExpiry {
      // What came since they were heard in this turn may be the answer that seems to be missing.
      receive(by: .screens, max: Self.screensTurnMax)
    }
    let late = clock.now.microseconds - coordinator.nextExpiry.microseconds
    if let event = Self.event(
      lateMicroseconds: late, isDrained: screensAreDrained, hasLeftOver: coordinator.hasLeftOver)
    {
      feed(event)
    }
  }

  /// Deadlines count only when everything that workers have said was heard: after a halt of the whole process theirs
  /// would else seem to be silent. Only a flood may not hold them up for ever. What was left over for another turn waits for
  /// nobody.
  static func event(lateMicroseconds late: Int64, isDrained: Bool, hasLeftOver: Bool) -> Event? {
    if late >= (isDrained ? 0 : floodMicrosecondsMax) { return .tick }
    return hasLeftOver ? .goOn : nil
  }

  /// While a test holds the core's time, shows the ends in theirs that the coordinator lives.
  mutating func showLifeWhileHeld(at now: Int64) {
    guard clock.isHeld, now >= nextLifeSign else { return }
    nextLifeSign = now + Limits.keepaliveMs * 1000
    coordinator.showLife(addingTo: &actions)
  }

  /// Lets the time pass that a test asks for, from deadline to deadline, so that each thing happens when it is due. The
  /// processes around have no time in it, so nobody counts as silent for it.
  mutating func passRequestedTime() throws(ServiceError) {
    guard screensAreDrained else { return }
    while let advance = control.nextAdvance() {
      let end = Instant(microseconds: clock.now.microseconds + advance.microseconds)
      // With a clock that goes, the end may have come by itself.
      while clock.now < end {
        // Each round goes on by a millisecond at least, also where something stays due.
        let soon = clock.now.advanced(byMs: 1)
        clock.move(to: min(max(nextDeadline, soon), end))
        coordinator.hearEveryWorker(at: clock.now)
        feed(.tick)
        try finishTurn()
      }
      advance.hasPassed.resume()
    }
  }
}
