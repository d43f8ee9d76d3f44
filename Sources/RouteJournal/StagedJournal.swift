// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files of a journal, copied to a temporary folder that ends with this: SQLite makes a file beside a journal even to read
/// it, and in the folder of a backup it may not.
final class StagedJournal {
  /// The copied file.
  let file: String
  private let folder: String

  /// Copies the journal `original`, and its log where there is one; nil where its folder may be written.
  convenience init?(unlessWritable original: String) throws(JournalError) {
    let parts = original.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
    guard access(beside, W_OK) != 0 else { return nil }
    try self.init(of: original, in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
  }

  /// Copies the journal `original`, and its log where there is one, to a new folder in `temporary`.
  init(of original: String, in temporary: String) throws(JournalError) {
    var template = Array("\(temporary)/way-journal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Self.error("no folder can be made in \(temporary) to read a copy of \(original) in", errno)
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    file = folder + "/" + Journal.fileName
    for suffix in ["", "-wal"] where suffix.isEmpty || access(original + suffix, F_OK) == 0 {
      try Self.copy(original + suffix, to: file + suffix)
    }
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
    rmdir(folder)
  }

  private static func copy(_ original: String, to copy: String) throws(JournalError) {
    let source = open(original, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw error("\(original) cannot be read", errno) }
    defer { close(source) }
    let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw error("\(copy) cannot be made", errno) }
    defer { close(target) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &bytes, bytes.count)
      guard count >= 0 else { throw error("\(original) cannot be read", errno) }
      if count == 0 { return }
      var written = 0
      while written < count {
        let more = write(target, Array(bytes[written..<count]), count - written)
        guard more > 0 else { throw error("\(copy) cannot be written", errno) }
        written += more
      }
    }
  }

  private static func error(_ problem: String, _ reason: Int32) -> JournalError {
    let isFull = reason == ENOSPC || reason == EDQUOT
    return JournalError(
      isFull ? .full : .inaccessible,
      "\(problem): \(String(cString: strerror(reason)))\(isFull ? "; TMPDIR names another folder" : "")")
  }
}
