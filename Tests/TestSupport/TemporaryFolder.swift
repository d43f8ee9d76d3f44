// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// A folder of one test's own, short enough for socket files and closed to other users, removed at the end.
package final class TemporaryFolder: Sendable {
  /// Its path, absolute.
  package let path: String

  /// Makes a folder whose name says whose it is, and ends at random.
  package init() throws {
    Self.removesLeft
    let end = String(UInt64.random(in: 0..<Self.endsBehind), radix: 36)
    let path = "\(Self.parent)/\(Self.beginning)-\(getpid())-\(end)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Whether there is such a file.
  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Writes a file, with the folders that it lies in.
  package func write(_ text: String, _ name: String) throws { try write(Data(text.utf8), name) }

  /// Writes a file, with the folders that it lies in.
  package func write(_ bytes: Data, _ name: String) throws {
    let file = URL(filePath: file(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }
}

/// Folders that no value removes.
extension TemporaryFolder {
  private static let beginning = "wktest"

  /// The system's folder for temporary files, unless its path is too long: socket files lie in ours, and their paths have 107 octets
  /// at most.
  private static let parent: String = {
    let usual = FileManager.default.temporaryDirectory.path
    return usual.utf8.count <= 64 ? usual : "/tmp"
  }()

  private static let removesLeft: Void = removeLeft(in: parent)

  /// Removes what processes of this user have left that were killed. What has a disk mounted in it stays, and so does what cannot
  /// be removed.
  package static func removeLeft(in parent: String) {
    guard let mounts = try? processFile("/proc/self/mounts"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: parent)
    else { return }
    for name in names {
      let folder = "\(parent)/\(name)"
      guard let pid = maker(of: name), kill(pid, 0) != 0, errno == ESRCH, isOldAndOurs(folder) else { continue }
      if !mounts.contains(" \(folder)") { try? FileManager.default.removeItem(atPath: folder) }
    }
  }

  /// Whether it is a folder of this user in which nothing was made or removed for an hour: where containers share the system's
  /// folder, a process that is not there may be another one's.
  private static func isOldAndOurs(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && Int(Date().timeIntervalSince1970) - status.st_mtim.tv_sec > 3600
  }

  /// The process that has made a folder of this name; nil where it is none of ours.
  private static func maker(of name: String) -> Int32? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == beginning, let pid = Int32(parts[1]), pid > 0, parts[1] == "\(pid)",
      let end = UInt64(parts[2], radix: 36), end < endsBehind, parts[2] == String(end, radix: 36)
    else { return nil }
    return pid
  }

  /// The random end of a name is below this.
  private static let endsBehind: UInt64 = 1 << 40

  private static let leftAtExit = Mutex<[String]>([])

  private static let removesAtExit: Void = {
    _ = atexit {
      for path in TemporaryFolder.leftAtExit.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
  }()

  /// Removes a folder when this process ends by `exit`: one that a value removes which lives until then.
  package static func removeAtExit(_ path: String) {
    removesAtExit
    leftAtExit.withLock { $0.append(path) }
  }
}
