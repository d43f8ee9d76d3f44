// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Signals that are heard on queues of their own. A task that writes keeps its thread while nobody reads, and no task of that thread
/// hears of a signal meanwhile.
final class SignalTrap {
  private let sources: [any DispatchSourceSignal]

  private init(_ signals: [Int32], _ hear: @escaping @Sendable (Int32) -> Void) {
    let installed = DispatchSemaphore(value: 0)
    sources = signals.map { signal in
      let queue = DispatchQueue(label: "way.signal.\(signal)")
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler { hear(signal) }
      source.setRegistrationHandler { installed.signal() }
      source.activate()
      return source
    }
    // Other threads install them: one that comes before that has the effect that it has on a process that does not hear of it. Where
    // there is no thread for that, this goes on without.
    let latest = DispatchTime.now() + .seconds(1)
    for _ in sources { _ = installed.wait(timeout: latest) }
  }

  /// Those of these signals that have an effect on this process: what whoever started it has it ignore, as `trap '' TSTP` does, is
  /// to stay ignored. To be asked before a signal is heard.
  static func heeded(_ signals: [Int32]) -> [Int32] {
    signals.filter { signal in
      var present = sigaction()
      guard sigaction(signal, nil, &present) == 0 else { return true }
      // SIG_IGN is a number in the place of a function.
      let handler = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self)
      return handler != unsafeBitCast(SIG_IGN, to: Int.self)
    }
  }

  /// From now on these signals do nothing else than this, for as long as the process runs. It may wait.
  static func hear(_ signals: [Int32], _ hear: @escaping @Sendable (Int32) -> Void) {
    // A source that is let go hears nothing more.
    _ = Unmanaged.passRetained(SignalTrap(signals, hear))
  }

  /// From now on these signals end the process also where whoever else hears of them does not: so long after one, it has the effect
  /// that it has on a process that does not hear of it.
  ///
  /// - Parameter end: Does that, and what has to be done before.
  static func endAnyway(
    by signals: [Int32], after patience: DispatchTimeInterval = .seconds(5),
    _ end: @escaping @Sendable (Int32) -> Void = { SignalTrap.act(as: $0) }
  ) {
    hear(signals) { signal in
      DispatchQueue(label: "way.end").asyncAfter(deadline: .now() + patience) { end(signal) }
    }
  }

  /// Does what a signal does to a process that does not hear of it. Returns where that was a stop, and the process goes on.
  static func act(as signal: Int32) {
    var (heard, own, blocked) = (sigaction(), sigset_t(), sigset_t())
    sigaction(signal, nil, &heard)
    Glibc.signal(signal, SIG_DFL)
    sigemptyset(&own)
    sigaddset(&own, signal)
    pthread_sigmask(SIG_UNBLOCK, &own, &blocked)
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    sigaction(signal, &heard, nil)
  }
}
