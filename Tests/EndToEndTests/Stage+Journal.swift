// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing

extension Stage {
  /// Kills the coordinator, and copies what that leaves of its journal. Of a running one the file could be from before the log began
  /// anew, and the log from after that.
  ///
  /// - Parameter copy: The copy's folder; it is made where it is missing.
  /// - Returns: The copied file.
  func copyJournal(leftBy daemon: Program, to copy: String, withMark: Bool = false) async throws -> String {
    daemon.signal(SIGKILL)
    _ = try await daemon.end()
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] + (withMark ? ["-mark"] : []) {
      let file = "\(copy)/journal.sqlite\(suffix)"
      try FileManager.default.copyItem(atPath: "\(folder)/state/journal.sqlite\(suffix)", toPath: file)
      // Another user may be the one who reads it.
      #expect(chmod(file, 0o644) == 0)
    }
    return "\(copy)/journal.sqlite"
  }
}
