// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteJournal

/// A new file for lines. It has its name only once it is whole, where the file system can do that: whatever ends an export leaves no
/// part behind.
final class ExportFile {
  let path: String
  private let stream: UnsafeMutablePointer<FILE>
  private let isNameless: Bool
  /// Why it cannot be written, once that is so.
  private var failure: Int32?

  /// `O_TMPFILE`, which Swift does not import: a file in a folder, without a name.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  init(_ path: String) throws {
    guard let last = path.utf8.last, last != UInt8(ascii: "/") else {
      throw CommandFailure("'\(path)' is no name of a file to write", .usage)
    }
    // Exclusive: an export is no reason to write over anything. For its owner alone, as the journal is.
    var there = stat()
    guard lstat(path, &there) != 0 else { throw Self.refusal(path, EEXIST, .usage) }
    var descriptor = open(PathName.folder(of: path), O_WRONLY | Self.nameless | O_CLOEXEC, 0o600)
    isNameless = descriptor >= 0
    if !isNameless { descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0, let stream = fdopen(descriptor, "w") else { throw Self.refusal(path, errno, .usage) }
    (self.path, self.stream) = (path, stream)
  }

  private static func refusal(_ path: String, _ number: Int32, _ status: ExitStatus) -> CommandFailure {
    let reason =
      switch number {
      case EEXIST: "it is there already; name another, or remove it"
      case ENOENT where access(PathName.folder(of: path), F_OK) != 0: "there is no folder \(PathName.folder(of: path))"
      case ENOTDIR: "\(PathName.folder(of: path)) is no folder"
      default: String(cString: strerror(number))
      }
    return CommandFailure("cannot write \(path): \(reason)", status)
  }

  /// Writes a line; false where that has failed, now or before, which ``close()`` tells.
  func write(_ line: String) -> Bool {
    // What is called until then has errors of its own.
    if failure == nil, fputs(line + "\n", stream) < 0 { failure = errno }
    return failure == nil
  }

  /// Ends the file, which is whole and has its name then.
  func close() throws {
    if failure == nil, fflush(stream) != 0 { failure = errno }
    // A name is for what is on the disk; some file systems say only then that there is no room.
    if failure == nil, isNameless, fsync(fileno(stream)) != 0 { failure = errno }
    if let failure {
      remove()
      throw incomplete(failure)
    }
    guard isNameless else {
      guard fclose(stream) == 0 else {
        let number = errno
        unlink(path)
        throw incomplete(number)
      }
      return
    }
    let link = "/proc/self/fd/\(fileno(stream))"
    let isNamed = linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    let number = errno
    fclose(stream)
    guard !isNamed else { return }
    guard number != EEXIST else { throw Self.refusal(path, number, .usage) }
    let reason = String(cString: strerror(number))
    throw CommandFailure("what was written cannot get its name \(path): \(reason)", .noOutput)
  }

  private func incomplete(_ number: Int32) -> CommandFailure {
    CommandFailure("cannot write \(path) to its end: \(String(cString: strerror(number)))", .noOutput)
  }

  /// A part would be taken for the whole.
  func remove() {
    fclose(stream)
    if !isNameless { unlink(path) }
  }
}
