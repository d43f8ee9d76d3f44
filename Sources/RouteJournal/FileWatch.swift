// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Tells by one short call whether anything has happened to open files, or to the folders above them: a look for each by its
/// path takes ten times as long, and has the system note a finer time with the next write.
///
/// What is mounted over a folder it does not see.
struct FileWatch: ~Copyable {
  private let descriptor: Int32

  /// Watches files, and whether one of them becomes shorter where its content is asked for.
  ///
  /// - Parameter files: The paths, each with whether its content is watched too.
  /// - Returns: Nil where the system watches no more files, or not these.
  init?(_ files: [(path: String, content: Bool)]) {
    descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    for file in files {
      // A file that is removed or replaced while it is open loses a link, which is one of its attributes.
      guard watch(file.path, IN_ATTRIB | IN_MOVE_SELF | (file.content ? IN_MODIFY : 0)) else { return nil }
    }
    for folder in Set(files.flatMap { Self.folders(above: $0.path) }) {
      guard watch(folder, IN_MOVE_SELF | IN_DELETE_SELF) else { return nil }
    }
  }

  deinit { close(descriptor) }

  private func watch(_ path: String, _ events: Int32) -> Bool {
    inotify_add_watch(descriptor, path, UInt32(events)) >= 0
  }

  /// Whether anything may have happened since the last call.
  func hasNews() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { events in
      var hasNews = false
      while read(descriptor, events.baseAddress, events.count) != -1 || errno == EINTR { hasNews = true }
      return hasNews || errno != EAGAIN
    }
  }

  /// The folders of a path, the innermost first, without the root.
  static func folders(above path: String) -> [String] {
    var folders: [String] = []
    var rest = path[...]
    while let end = rest.lastIndex(of: "/"), end > rest.startIndex {
      rest = rest[..<end]
      folders.append(String(rest))
    }
    return folders
  }
}
