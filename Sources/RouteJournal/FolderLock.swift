// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lock that lets one daemon have a folder: a lock on `waykeeperd.lock`, held as long as the value lives. The kernel
/// gives it back when the process ends, also after a crash.
///
/// The lock belongs to the open file description, so that neither a second open in this process nor a fork loses it.
/// The file itself is never removed, because after an unlink two processes could hold the lock.
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Makes the folder, where it is missing, for its owner alone, and takes its lock.
  ///
  /// - Throws: ``JournalError/Code/folder`` where the folder cannot be made or entered,
  ///   ``JournalError/Code/inaccessible`` or ``JournalError/Code/full`` where nothing can be written in it,
  ///   ``JournalError/Code/locked`` where another process holds it, naming its pid.
  package init(folder: String) throws(JournalError) {
    try Self.make(folder)
    let file = folder + "/waykeeperd.lock"
    let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.cannotWrite(file, errno) }
    var wanted = flock()
    wanted.l_type = Int16(F_WRLCK)
    wanted.l_whence = Int16(SEEK_SET)
    guard fcntl(descriptor, ofdSetLock, &wanted) == 0 else {
      let reason = errno
      let holder = Self.holder(descriptor)
      close(descriptor)
      guard reason == EAGAIN || reason == EACCES else { throw Self.cannotWrite(file, reason) }
      throw JournalError(
        .locked, "the folder \(folder) is held by another waykeeperd (\(holder)); end it, or choose another folder")
    }
    // The pid is for people; the lock itself does not need it.
    let pid = "\(getpid())\n"
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, pid, pid.utf8.count, 0) == pid.utf8.count else {
      let reason = errno
      close(descriptor)
      throw Self.cannotWrite(file, reason)
    }
    self.descriptor = descriptor
  }

  deinit {
    // Given back by name, not by closing alone: a process that is just being started beside us has a copy of the
    // descriptor until its exec, and would hold the lock as long.
    var nothing = flock()
    nothing.l_type = Int16(F_UNLCK)
    nothing.l_whence = Int16(SEEK_SET)
    _ = fcntl(descriptor, ofdSetLock, &nothing)
    close(descriptor)
  }

  private static func make(_ folder: String) throws(JournalError) {
    var made = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      guard mkdir(made, 0o700) != 0 else { continue }
      let reason = errno
      // An automounted or read-only parent may answer otherwise than EEXIST for a folder that is there.
      if access(made, F_OK) != 0 {
        throw JournalError(.folder, "cannot make the folder \(made): \(explain(reason)); choose another")
      }
    }
    var status = stat()
    if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw JournalError(.folder, "\(folder) is no folder; choose another, or move it away")
    }
    // With the dot: whether it can be entered, not only seen.
    guard stat(folder + "/.", &status) == 0 else {
      throw JournalError(
        .folder, "cannot enter the folder \(folder): \(explain(errno)); correct its owner and mode, or choose another")
    }
  }

  private static func cannotWrite(_ file: String, _ reason: Int32) -> JournalError {
    let isFull = reason == ENOSPC || reason == EDQUOT
    return JournalError(
      isFull ? .full : .inaccessible,
      "cannot write \(file): \(explain(reason)); "
        + (isFull ? "make room on that disk" : "correct the folder's owner and mode, or choose another"))
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(count, 0)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits.isEmpty ? "pid unknown" : "pid \(String(decoding: digits, as: UTF8.self))"
  }
}

/// F_OFD_SETLK of `<fcntl.h>`, which glibc shows to GNU sources only; the same number on every architecture.
private let ofdSetLock: Int32 = 37

private func explain(_ reason: Int32) -> String { String(cString: strerror(reason)) }
