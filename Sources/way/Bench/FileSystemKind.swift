// SPDX-License-Identifier: Apache-2.0

import Foundation

/// In what file system a folder lies, as the table of mounts tells (proc(5), mountinfo).
enum FileSystemKind {
  /// Those that keep all in memory: whoever waits for their disk waits for nothing.
  static let inMemory: Set<String> = ["tmpfs", "ramfs"]

  /// That of a folder of a process, such as `ext4`; nil where nobody tells.
  ///
  /// - Parameter pid: A process with mounts of its own, perhaps; nil: this one.
  static func of(_ folder: String, seenBy pid: Int32?) -> String? {
    let files = [pid.map { "/proc/\($0)/mountinfo" }, "/proc/self/mountinfo"].compactMap(\.self)
    let tables = files.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    return tables.first.flatMap { of(URL(filePath: folder).resolvingSymlinksInPath().path, in: $0) }
  }

  /// That of a path without symbolic links, by such a table.
  static func of(_ path: String, in table: String) -> String? {
    var found: (length: Int, kind: String)?
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
      let point = plain(fields[4])
      guard point == "/" || path == point || path.hasPrefix(point + "/") else { continue }
      // Of two at the same place the later one lies over the other.
      if point.utf8.count >= found?.length ?? 0 { found = (point.utf8.count, String(fields[dash + 1])) }
    }
    return found?.kind
  }

  /// A mount point whose spaces and the like are written as octal numbers.
  private static func plain(_ text: Substring) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")].reduce(String(text)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
