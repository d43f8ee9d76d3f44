// SPDX-License-Identifier: Apache-2.0

import Glibc
import StandardStreams
import Synchronization

/// Where the lines of the log go: the standard error. Who reads it, and stops, must not stop the coordinator with it: a line for
/// which there is no room is left out, and the next one that finds room says how many were.
enum LogOutput {
  private struct State {
    /// The lines that were left out since the last one that was written.
    var leftOut = 0
    /// Whether the last one that was written ended before its end.
    var isCut = false
  }

  private static let state = Mutex(State())

  /// Where the lines are written. A terminal says that it has room where an octet fits, and who writes a line then waits for a
  /// reader. So it is opened once more, not to wait: the descriptor that was inherited is shared with whoever started us. One of
  /// another user cannot be opened, and another thread waits there.
  private static let descriptor: Int32 = {
    guard isatty(STDERR_FILENO) == 1 else { return STDERR_FILENO }
    let own = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : LogRelay.descriptor ?? STDERR_FILENO
  }()

  /// Writes a line.
  ///
  /// - Parameter notice: Makes the line that tells what was left out before this one.
  static func write(_ line: String, notice: (String) -> String) {
    state.withLock { state in
      if state.leftOut > 0 {
        let lines = state.leftOut == 1 ? "1 line was" : "\(state.leftOut) lines were"
        let told = notice("\(lines) left out here, since nobody read the log")
        guard write((state.isCut ? "\n" : "") + told + "\n", &state) else { return state.leftOut += 1 }
        state.leftOut = 0
      }
      if !write(line + "\n", &state) { state.leftOut += 1 }
    }
  }

  /// Whether all of it was written. A pipe with room takes so many bytes at once without a wait.
  private static func write(_ text: String, _ state: inout State) -> Bool {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      var (count, failure) = (-1, EAGAIN)
      // Our own descriptors say themselves that they have no room.
      if descriptor != STDERR_FILENO || StandardStream.error.hasRoom(within: 0) {
        count = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        failure = errno
      }
      if count < 0, failure == EINTR { continue }
      if count < 0, failure == EAGAIN {
        state.isCut = state.isCut || rest.count < bytes.count
        return false
      }
      // Nobody will read it any more: there is nobody to tell.
      guard count > 0 else { return true }
      rest = rest.dropFirst(count)
    }
    state.isCut = false
    return true
  }
}
