// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation

/// The system's Python.
package enum Python {
  private static let paths = ["/usr/bin/python3", "/usr/local/bin/python3"]

  /// Any one; nil where there is none.
  package static let path = paths.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// One that speaks ZeroMQ; nil where there is none.
  package static let withZeroMQ = paths.first { has("zmq", $0) }

  /// Whether the one at this path has a module.
  package static func has(_ module: String, _ path: String = paths[0]) -> Bool {
    let nothing = ChildProcess.nothing
    let words = [path, "-c", "import \(module)"]
    let python = ChildProcess(words: words, input: nothing, output: nothing, errors: nothing)
    guard let child = try? Child(python), case .exited(0) = child.wait() else { return false }
    return true
  }
}
