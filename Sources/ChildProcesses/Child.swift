// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A process that was started here and is waited for here alone, so that its id is that of no other.
package final class Child: Sendable {
  /// Its process id.
  package let pid: Int32
  private let known = Mutex<ChildEnd?>(nil)

  /// Starts it.
  package init(_ process: ChildProcess) throws(ChildProcess.Failure) { pid = try process.start() }

  /// Its end; nil while it runs.
  package var end: ChildEnd? { known.withLock { taken(&$0) } }

  /// Sends it a signal, unless it has ended.
  package func signal(_ signal: Int32) { send(signal, to: pid) }

  /// Sends a signal to it and all others of its process group, which has to be its own, unless it has ended.
  package func signalGroup(_ signal: Int32) { send(signal, to: -pid) }

  private func send(_ signal: Int32, to receiver: Int32) {
    known.withLock { known in
      if taken(&known) == nil { kill(receiver, signal) }
    }
  }

  /// Waits for its end, and keeps the thread.
  @discardableResult
  package func wait() -> ChildEnd {
    while true {
      if let end { return end }
      // It stays there until its end is taken: whoever signals it meanwhile still means it.
      var information = siginfo_t()
      if waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == ECHILD, end == nil {
        preconditionFailure("somebody else has waited for process \(pid)")
      }
    }
  }

  /// Waits for its end.
  package func ended() async -> ChildEnd {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait()) }
    }
  }

  private func taken(_ known: inout ChildEnd?) -> ChildEnd? {
    var status: Int32 = 0
    if known == nil, waitpid(pid, &status, WNOHANG) == pid { known = ChildEnd(status: status) }
    return known
  }
}
