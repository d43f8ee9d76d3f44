// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
import ChildProcesses
import Foundation
import Synchronization

/// What a sandbox's keeper waits for; threads of their own wait in the system, for no task may.
final class SandboxEvents: Sendable {
  /// What can happen.
  enum Event {
    /// The coordinator listens at all of its sockets.
    case ready
    /// A process of the sandbox has ended.
    case ended(Int32, ChildEnd)
    /// Somebody sent `way sandbox` a signal; the terminal sends most of them to its whole foreground, so to the command, too.
    case signalled(Int32, byTerminal: Bool)
    /// The past of the coordinator is written, or cannot be.
    case prepared(Result<Void, any Error>)
    /// `way sandbox` has ended, by a signal that nobody can catch.
    case abandoned
    /// It takes the coordinator too long.
    case late
  }

  /// What happens, in order.
  let all: AsyncStream<Event>
  private let happens: AsyncStream<Event>.Continuation
  private let isSignalled = Atomic(false)

  /// Whether a signal has come, which may still wait among the events.
  var hasSignal: Bool { isSignalled.load(ordering: .relaxed) }

  init() { (all, happens) = AsyncStream<Event>.makeStream() }

  /// Tells one.
  func tell(_ event: Event) { happens.yield(event) }

  /// Takes the ends of all processes that are children of this one, or become so, until there are none.
  func watchChildren() {
    Thread.detachNewThread { [happens] in
      while true {
        var status: Int32 = 0
        let pid = waitpid(-1, &status, 0)
        if pid > 0 { happens.yield(.ended(pid, ChildEnd(status: status))) }
        if pid < 0, errno != EINTR { return }
      }
    }
  }

  /// Reads what `way sandbox` says over the pipe that only it can write to: the numbers of signals, until its end.
  func watchLifeline(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var signal: UInt8 = 0
      while true {
        let count = read(descriptor, &signal, 1)
        if count == 1 {
          isSignalled.store(true, ordering: .relaxed)
          let byTerminal = Int32(signal) & WAYKEEPER_SIGNAL_TO_ALL != 0
          happens.yield(.signalled(Int32(signal) & ~WAYKEEPER_SIGNAL_TO_ALL, byTerminal: byTerminal))
        }
        if count == 0 || count < 0 && errno != EINTR { break }
      }
      happens.yield(.abandoned)
    }
  }
}
