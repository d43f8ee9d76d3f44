// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a process ended.
package enum ChildEnd: Sendable {
  /// By itself, with this exit code.
  case exited(Int32)
  /// By this signal.
  case killed(signal: Int32)

  /// From what wait(2) gives.
  package init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// What a shell would say of it.
  package var exitCode: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }

  /// For people.
  package var text: String {
    switch self {
    case .exited(let code): "exit \(code)"
    case .killed(let signal): "killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
