// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lock that lets one daemon have a folder: a lock on `waykeeperd.lock`, held as long as the value lives. The kernel
/// gives it back when the process ends, also after a crash.
///
/// The lock belongs to the open file description, so that neither a second open in this process nor a fork loses it.
/// The file itself is never removed, because after an unlink two processes could hold the lock.
package struct FolderLock: ~Copyable {
  private let descriptor: Int32
  private let file: String

  /// Whether the locked file is still the one that others would lock.
  var isInPlace: Bool {
    var (held, found) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && stat(file, &found) == 0 && held.st_ino == found.st_ino
      && held.st_dev == found.st_dev
  }

  /// Makes the folder, where it is missing, for its owner alone, and takes its lock.
  ///
  /// - Throws: ``JournalError/Code/folder`` where the folder cannot be made or entered, where others may exchange its files,
  ///   or where the lock's name is taken by what is no file of ours; ``JournalError/Code/inaccessible`` or
  ///   ``JournalError/Code/full`` where nothing can be written in it, ``JournalError/Code/locked`` where another process
  ///   holds it, naming its pid. Then nothing was changed.
  package init(folder: String, _ origin: TrustedFolder.Origin = .named) throws(JournalError) {
    let file = folder + "/waykeeperd.lock"
    let descriptor = try TrustedFolder(folder, origin).openFile("waykeeperd.lock")
    var wanted = flock()
    wanted.l_type = Int16(F_WRLCK)
    wanted.l_whence = Int16(SEEK_SET)
    guard fcntl(descriptor, ofdSetLock, &wanted) == 0 else {
      let reason = errno
      let holder = Self.holder(descriptor)
      close(descriptor)
      guard reason == EAGAIN || reason == EACCES else { throw TrustedFolder.cannotWrite(file, reason) }
      throw JournalError(
        .locked, "the folder \(folder) is held by another waykeeperd (\(holder)); end it, or choose another folder")
    }
    // The pid is for people; the lock itself does not need it.
    let pid = "\(getpid())\n"
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, pid, pid.utf8.count, 0) == pid.utf8.count else {
      let reason = errno
      close(descriptor)
      throw TrustedFolder.cannotWrite(file, reason)
    }
    self.descriptor = descriptor
    self.file = file
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

  /// Who holds the lock of a folder, in words; nil where nobody does. Nothing is made or changed.
  package static func holder(of folder: String) -> String? {
    let descriptor = open(folder + "/waykeeperd.lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var asked = flock()
    asked.l_type = Int16(F_WRLCK)
    asked.l_whence = Int16(SEEK_SET)
    guard fcntl(descriptor, ofdGetLock, &asked) == 0, asked.l_type != Int16(F_UNLCK) else { return nil }
    return holder(descriptor)
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
/// F_OFD_GETLK, likewise.
private let ofdGetLock: Int32 = 36
