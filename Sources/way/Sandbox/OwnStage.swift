// SPDX-License-Identifier: Apache-2.0

import Foundation
import ZeroMQ

/// What a coordinator of one's own needs: the programs that stand beside this one, and what others find it by.
enum OwnStage {
  /// The program of this name that was built or installed together with this one.
  static func path(of program: String) -> String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: program).path
  }

  /// The coordinator's program.
  static func daemon() throws -> String {
    let path = path(of: "waykeeperd")
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw CommandFailure(
        "there is no waykeeperd beside this program (\(path)); build it with `swift build`", .noCoordinator)
    }
    return path
  }

  /// The folder for temporary files, without a slash at its end.
  static var temporaryFolder: String {
    let folder = NSTemporaryDirectory()
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// What to do where no folder can be made there.
  static let folderAdvice = ["  TMPDIR says in which folder; it has to be there, and yours to write to"]

  /// The folder in which one of this name may be made whose socket files have paths short enough for the system: the one for
  /// temporary files, or where that has too long a path itself, /tmp.
  ///
  /// - Parameter name: Of the folder of the sockets, below the one that is returned.
  static func shortFolder(for name: String, in parent: String = temporaryFolder) -> String {
    "\(parent)/\(name)/\(longestFile)".utf8.count <= Endpoint.pathBytesMax ? parent : "/tmp"
  }

  private static let longestFile = "control.sock"

  /// How the unit of `Deploy/` has glibc keep memory for a coordinator: so does one that is started here, unless told otherwise.
  static let allocator = (name: "GLIBC_TUNABLES", value: "glibc.malloc.tcache_count=128")

  /// What is set in the environment of a process that shall find the coordinator in these folders.
  static func variables(runtimeFolder: String, stateFolder: String) -> [String: String?] {
    ["WAYKEEPER_RUNTIME_DIR": runtimeFolder, "WAYKEEPER_STATE_DIR": stateFolder]
  }
}
