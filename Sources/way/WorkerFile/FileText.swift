// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The text of a file that is read as a whole: of a pipe as well, whose size nobody knows before it ends.
enum FileText {
  /// The text of the file at `path`.
  ///
  /// - Parameters:
  ///   - bytesMax: The most that it may have. More is not read: a pipe need not end.
  ///   - waits: Whether it may be a pipe, in which nobody may have written yet.
  /// - Throws: ``CommandFailure`` that says why it cannot be read.
  static func read(_ path: String, bytesMax: Int, waits: Bool = true) throws(CommandFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    if !waits { try checkIsFile(descriptor, path) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= bytesMax {
      let count = Foundation.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    guard bytes.count <= bytesMax else { throw failure(path, "it has more than \(bytesMax) bytes") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(path, "it is no UTF-8") }
    return text
  }

  /// Refuses what may keep a reader waiting. That it is a folder is said by reading it.
  private static func checkIsFile(_ descriptor: Int32, _ path: String) throws(CommandFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw failure(path, "it is no plain file, and such a one is read at the start alone")
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    failure(path, code == EISDIR ? "it is a folder" : String(cString: strerror(code)))
  }

  private static func failure(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure("cannot read \(path): \(reason)", .usage)
  }
}
