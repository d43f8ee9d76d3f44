// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A folder whose files no other user can exchange, open for the names in it. It is looked at before anything in it is
/// opened: another user's folder may hold links to files of ours.
package struct TrustedFolder: ~Copyable {
  /// How a folder was found, which decides how much is asked of it.
  package enum Origin: Hashable, Sendable {
    /// A person or the system named it: it belongs to us or to root, and nobody else may write in it.
    case named
    /// It lies in a folder that everybody may write to: it is ours alone.
    case temporary
  }

  /// Its path.
  package let path: String
  /// The folder itself, whatever its path leads to later.
  let descriptor: Int32

  /// Makes the folder, where it is missing, for its owner alone, and opens it.
  ///
  /// - Throws: ``JournalError/Code/folder`` where it cannot be made or entered, or where others may exchange its files.
  package init(_ path: String, _ origin: Origin = .named) throws(JournalError) {
    try Self.make(path)
    // A link in a folder of everybody's is another user's choice; elsewhere it is that of a person we obey.
    let flags = pathOnly | O_DIRECTORY | O_CLOEXEC | (origin == .temporary ? O_NOFOLLOW : 0)
    let opened = Glibc.open(path, flags)
    guard opened >= 0 else {
      let reason = errno
      if reason == ENOTDIR || reason == ELOOP {
        throw JournalError(.folder, "\(path) is no folder; choose another, or move it away")
      }
      throw JournalError(
        .folder, "cannot enter the folder \(path): \(explain(reason)); correct its owner and mode, or choose another")
    }
    var status = stat()
    if let reason = fstat(opened, &status) == 0 ? Self.distrust(status, origin) : ": \(explain(errno))" {
      close(opened)
      throw JournalError(.folder, "the folder \(path) \(reason)")
    }
    self.path = path
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Opens a file of ours in it for reading and writing, making it where it is missing: the descriptor, which is the
  /// caller's to close. Nothing is changed in a file that is there.
  ///
  /// - Throws: ``JournalError/Code/inaccessible`` or ``JournalError/Code/full`` where it cannot be opened,
  ///   ``JournalError/Code/folder`` where what lies there is no plain file of ours alone.
  func openFile(_ name: String) throws(JournalError) -> Int32 {
    let file = "\(path)/\(name)"
    // Without O_NONBLOCK a pipe in the file's place could hold us up.
    let opened = openat(descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard opened >= 0 else {
      let reason = errno
      if reason == ELOOP {
        throw JournalError(.folder, "\(file) is a symbolic link; remove it, or name another folder")
      }
      throw Self.cannotWrite(file, reason)
    }
    var status = stat()
    guard fstat(opened, &status) == 0 else {
      let reason = errno
      close(opened)
      throw Self.cannotWrite(file, reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1 else {
      close(opened)
      throw JournalError(
        .folder,
        "\(file) is no plain file of this user alone (owner \(status.st_uid), \(status.st_nlink) links); "
          + "nothing was changed in it: remove it, or name another folder")
    }
    return opened
  }

  /// Why others may exchange files in a folder, and what to do; nil where they may not.
  private static func distrust(_ status: stat, _ origin: Origin) -> String? {
    let isOurs = status.st_uid == geteuid()
    let whose = "(owner \(status.st_uid), mode \(String(status.st_mode & 0o7777, radix: 8)))"
    switch origin {
    case .temporary:
      if isOurs, status.st_mode & 0o077 == 0 { return nil }
      return "lies in a folder that everybody may write to and is not ours alone \(whose); remove it, or name another"
    case .named:
      guard isOurs || status.st_uid == 0 else {
        return "belongs to another user \(whose), who could exchange every file in it; name one of user \(geteuid())"
      }
      // Root opens its folder to the group of a daemon that could not write there else; an owner needs no group for that.
      guard status.st_mode & (isOurs ? 0o022 : 0o002) == 0 else {
        return "may be written to by others \(whose), who could exchange every file in it; "
          + "take that from them (chmod go-w), or name another"
      }
      return nil
    }
  }

  /// The nearest folder above this one in which everybody may put another in its place; nil where there is none.
  package static func openFolder(above folder: String) -> String? {
    var above = folder
    while let slash = above.lastIndex(of: "/") {
      above = String(above[..<slash])
      var status = stat()
      // In a sticky folder, such as /tmp, only the owner may.
      if stat(above.isEmpty ? "/" : above, &status) == 0, status.st_mode & 0o002 != 0, status.st_mode & S_ISVTX == 0 {
        return above.isEmpty ? "/" : above
      }
    }
    return nil
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
    // With the dot: whether it can be entered, not only seen.
    var status = stat()
    guard stat(folder + "/.", &status) == 0 || errno == ENOTDIR else {
      throw JournalError(
        .folder, "cannot enter the folder \(folder): \(explain(errno)); correct its owner and mode, or choose another")
    }
  }

  private static func remedy(_ reason: Int32) -> String {
    reason == EROFS
      ? "a unit that protects the system has to name the folder (ReadWritePaths=)"
      : "correct the folder's owner and mode, or choose another"
  }

  /// The error for a file that cannot be opened or written.
  static func cannotWrite(_ file: String, _ reason: Int32) -> JournalError {
    let isFull = reason == ENOSPC || reason == EDQUOT
    return JournalError(
      isFull ? .full : .inaccessible,
      "cannot write \(file): \(explain(reason)); "
        + (isFull ? "make room on that disk" : remedy(reason)))
  }
}

/// O_PATH of `<fcntl.h>`, which glibc shows to GNU sources only; the same number on every architecture that we build for. The
/// folder is walked through, and need not be readable.
private let pathOnly: Int32 = 0o10_000_000

private func explain(_ reason: Int32) -> String { String(cString: strerror(reason)) }
