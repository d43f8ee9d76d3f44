// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files of a journal, copied to a temporary folder that ends with this: SQLite makes a file beside a journal even to read
/// it, and in the folder of a backup it may not.
final class StagedJournal {
  /// The copied file.
  let file: String
  /// For people: what the disk could not read.
  private(set) var notes: [String] = []
  /// How far the mark beside the journal had seen it come before it was copied.
  let mark: Watermark.Level?
  private let folder: String
  /// A name beside it for a journal that is made of it; what has this name, and is not moved away, goes with the copy.
  var fresh: String { folder + "/new.sqlite" }

  /// Copies the journal `original`, and its log where there is one; nil where its folder may be written.
  convenience init?(unlessWritable original: String) throws(JournalError) {
    guard access(PathName.folder(of: NamedFile.place(of: original)), W_OK) != 0 else { return nil }
    try self.init(of: original, in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp", isWhole: true)
  }

  /// Copies the journal `original`, and its log where there is one, to a new folder in `temporary`.
  ///
  /// - Parameters:
  ///   - isWhole: Whether a file that the disk cannot read to the end is refused, and one that is not copied as it was in one moment; else
  ///     zeros stand for what it cannot, and nobody may write it.
  ///   - reading: How octets are read.
  init(
    of original: String, in temporary: String, isWhole: Bool = false, reading: @escaping Reading = StagedJournal.octets
  ) throws(JournalError) {
    var template = Array("\(temporary)/\(Self.folderPrefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Self.error("no folder can be made in \(temporary) to read a copy of \(original) in", errno)
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    file = folder + "/" + Journal.fileName
    // The log lies beside the file itself, and not beside a link to it.
    let place = NamedFile.place(of: original)
    mark = Watermark.level(of: place)
    for _ in 0..<Self.triesMax {
      let before = LogBeginning(beside: place)
      notes = []
      for suffix in ["", "-wal"] {
        unlink(file + suffix)
        guard suffix.isEmpty || access(place + suffix, F_OK) == 0 else { continue }
        let copying = Copying(name: original + suffix, place: place + suffix, isWhole: isWhole, read: reading)
        let unread = try copying.copy(to: file + suffix)
        guard unread > 0 else { continue }
        let whose = suffix.isEmpty ? "" : " of its write-ahead log"
        notes.append("the disk cannot read \(unread) bytes\(whose), zeros took their place")
      }
      guard isWhole, before != LogBeginning(beside: place) else { return }
    }
    throw JournalError(
      .locked,
      "a coordinator writes \(original) while it is copied, as it is where its folder cannot be written; run it where that can be"
    )
  }

  /// How the name of each folder of a copy begins.
  private static let folderPrefix = "way-journal-"

  /// The folders of copies that lie in a folder: of those in use, and what an end by force has left.
  static func folders(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var found: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let path = folder + "/" + name
      var status = stat()
      guard name.hasPrefix(folderPrefix), lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { found.append(path) }
    }
    return found.sorted()
  }

  /// How often it is copied where the log begins anew meanwhile.
  private static let triesMax = 5

  deinit {
    for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
    for suffix in ["", "-wal", "-shm", "-mark"] { unlink(fresh + suffix) }
    rmdir(folder)
  }

  /// Reads octets of an open file from a place on into memory, and returns how many, as `pread` does.
  typealias Reading = (_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, _ place: Int) -> Int

  /// Reads them from the disk.
  static func octets(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, _ place: Int) -> Int {
    pread(descriptor, memory.baseAddress, memory.count, off_t(place))
  }

  fileprivate static func error(_ problem: String, _ reason: Int32) -> JournalError {
    let isFull = reason == ENOSPC || reason == EDQUOT
    return JournalError(
      isFull ? .full : .inaccessible,
      "\(problem): \(String(cString: strerror(reason)))\(isFull ? "; TMPDIR names another folder" : "")")
  }
}

/// What is another one where a journal and its log, copied one after the other, are not as they were in one moment. What is moved
/// into the file meanwhile the log has as well, until it begins anew; without a log the file itself must be as it was.
private struct LogBeginning: Equatable {
  private var header: [UInt8]
  private var bytes: Int64 = 0
  private var seconds = 0
  private var nanoseconds = 0

  /// The size of a log's header, which has a number of its own in each (SQLite's file format, section 4.1).
  private static let headerBytes = 32

  init(beside file: String) {
    header = NamedFile.bytes(of: file + "-wal", Self.headerBytes) ?? []
    var status = stat()
    guard header.isEmpty, stat(file, &status) == 0 else { return }
    (bytes, seconds, nanoseconds) = (Int64(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

/// How one file is copied.
private struct Copying {
  /// The file as it was named, for people.
  let name: String
  let place: String
  let isWhole: Bool
  let read: StagedJournal.Reading

  /// What is read at once, and so much where something of that cannot be read.
  private static let (stepBytes, blockBytes) = (1 << 20, 4096)

  /// Copies it to a new file.
  ///
  /// - Returns: How many bytes could not be read.
  func copy(to copy: String) throws(JournalError) -> Int {
    let source = open(place, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw StagedJournal.error("\(name) cannot be read", errno) }
    defer { close(source) }
    let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StagedJournal.error("\(copy) cannot be made", errno) }
    defer { close(target) }
    var bytes = [UInt8](repeating: 0, count: Self.stepBytes)
    // Up to `fineEnd` it is read block by block.
    var (start, end, fineEnd, unread) = (0, 0, 0, 0)
    while true {
      let isFine = start < fineEnd
      let most = isFine ? Self.blockBytes - start % Self.blockBytes : Self.stepBytes
      let (count, reason) = bytes.withUnsafeMutableBytes { all in
        (read(source, UnsafeMutableRawBufferPointer(rebasing: all[..<most]), start), errno)
      }
      if count == 0 { break }
      if count > 0 {
        try write(bytes[..<count], to: target, at: start, of: copy)
        start += count
        end = start
        continue
      }
      if reason == EINTR { continue }
      let size = Self.size(source)
      guard reason == EIO, !isWhole, start < size else { throw StagedJournal.error("\(name) cannot be read", reason) }
      if isFine {
        unread += min(most, size - start)
        start += most
      } else {
        fineEnd = start + Self.stepBytes
      }
    }
    guard unread == 0 || ftruncate(target, off_t(max(end, Self.size(source)))) == 0 else {
      throw StagedJournal.error("\(copy) cannot be written", errno)
    }
    return unread
  }

  private func write(_ bytes: ArraySlice<UInt8>, to target: Int32, at start: Int, of copy: String) throws(JournalError)
  {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(target, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(start + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw StagedJournal.error("\(copy) cannot be written", errno) }
      written += count
    }
  }

  private static func size(_ descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
