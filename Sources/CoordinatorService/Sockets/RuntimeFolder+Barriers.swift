// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging

extension RuntimeFolder {
  /// Warns of each folder, this one or one above it, that keeps the members of a group from a socket which is theirs: the mode of
  /// a file opens nothing to who cannot come to it.
  func warnOfBarriers(_ logger: Logger) {
    for folder in foldersToPass {
      var status = stat()
      guard stat(folder, &status) == 0 else { continue }
      let barred = admittedGroups.filter { status.st_mode & (status.st_gid == $0.value ? S_IXGRP : S_IXOTH) == 0 }
      guard !barred.isEmpty else { continue }
      let remedy = isTemporary ? "name another runtime-dir" : "let them (chmod a+x), or name another runtime-dir"
      logger.warning(
        "members of these groups may not pass this folder, so the sockets in it are for this user alone; \(remedy)",
        metadata: [
          "folder": "\(folder)", "groups": "\(barred.keys.sorted().joined(separator: " "))",
          "mode": "\(String(status.st_mode & 0o7777, radix: 8))",
        ])
    }
  }

  /// Everything that must be passed on the way to the socket files, from the root on.
  private var foldersToPass: [String] {
    path.split(separator: "/").reduce(into: path.hasPrefix("/") ? ["/"] : []) { folders, part in
      let above = folders.last.map { $0 == "/" ? "/" : $0 + "/" } ?? ""
      folders.append("\(above)\(part)")
    }
  }
}
