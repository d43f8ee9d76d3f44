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
  private let size: Int64
  private let changed: Moment

  /// A time of a clock of the file system.
  struct Moment: Hashable, Comparable {
    var seconds, nanoseconds: Int64

    static func < (one: Moment, other: Moment) -> Bool {
      (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }
  }

  /// The seal of a file as it is now; nil where it cannot be looked at, or the kernel does not name the boot.
  init?(of file: String, boot: String = Journal.currentBootID) {
    var status = stat()
    guard !boot.isEmpty, stat(file, &status) == 0 else { return nil }
    self.boot = boot
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    changed = Moment(status.st_mtim)
  }

  /// Seals a file.
  init?(sealing file: String) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    guard utimensat(AT_FDCWD, file, [now, now], 0) == 0 else { return nil }
    self.init(of: file)
  }

  /// As a line says it.
  var text: String { "\(boot) \(device) \(inode) \(size) \(changed.seconds) \(changed.nanoseconds)" }

  /// Whether this is what became of a file that a line told as `before`, by writes from one moment to another, or by none.
  func follows(_ before: String, from start: Moment, to end: Moment) -> Bool {
    before == text
      || before.hasPrefix("\(boot) \(device) \(inode) ") && (start...max(start, end)).contains(changed)
  }
}

extension FileSeal.Moment {
  init(_ time: timespec) { self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) }

  /// Some ticks of the kernel later: so late a write may be dated that was under way.
  var later: Self {
    let sum = nanoseconds + 20_000_000
    return Self(seconds: seconds + sum / 1_000_000_000, nanoseconds: sum % 1_000_000_000)
  }

  /// Now, as the kernel dates a write: by the last tick.
  static var tick: Self {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    return Self(now)
  }
}
