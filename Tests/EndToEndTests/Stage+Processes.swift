// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

extension Stage {
  /// The processes whose environment or command line names the folder, the tests' own left out.
  var processes: [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { $0 != getpid() }.filter { pid in
      ["cmdline", "environ"].contains { (try? processFile("/proc/\(pid)/\($0)"))?.contains(folder) == true }
    }
  }

  /// What lies in the folder.
  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } }
}
