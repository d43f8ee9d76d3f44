// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The system's Python.
package enum Python {
  private static let paths = ["/usr/bin/python3", "/usr/local/bin/python3"]

  /// Any one; nil where there is none.
  package static let path = paths.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// One that speaks ZeroMQ; nil where there is none.
  package static let withZeroMQ = paths.first { path in
    let python = Process()
    python.executableURL = URL(filePath: path)
    python.arguments = ["-c", "import zmq"]
    python.standardError = FileHandle.nullDevice
    guard (try? python.run()) != nil else { return false }
    python.waitUntilExit()
    return python.terminationStatus == 0
  }
}
