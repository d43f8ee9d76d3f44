// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the file of a journal looked like when it was last known to be whole and nobody but the coordinator had written to it, so
/// that a start need not read all of it again: that takes seconds where it is large.
///
/// It holds in one boot of the machine, for one place and size of the file, and one time of its last change. That time is set to
/// the nanosecond when the seal is made; a later write by anybody leaves another one.
struct FileSeal: Hashable {
  private let boot: String
  private let device, inode: UInt64
  private let size, seconds, nanoseconds: Int64

  /// The seal of a file as it is now; nil where it cannot be looked at, or the kernel does not name the boot.
  init?(of file: String, boot: String = Journal.currentBootID) {
    var status = stat()
    guard !boot.isEmpty, stat(file, &status) == 0 else { return nil }
    self.boot = boot
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
  }

  /// Seals a file.
  init?(sealing file: String) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    guard utimensat(AT_FDCWD, file, [now, now], 0) == 0 else { return nil }
    self.init(of: file)
  }

  /// As a line says it.
  var text: String { "\(boot) \(device) \(inode) \(size) \(seconds) \(nanoseconds)" }
}
