// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A folder of one test's own, short enough for socket files and closed to other users, removed at the end.
package final class TemporaryFolder: Sendable {
  /// Its path, absolute.
  package let path: String

  /// Makes a folder with a random name.
  package init() throws {
    let name = "wk-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
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
