// SPDX-License-Identifier: Apache-2.0

/// A moment, as the journal dates its rows: by the clock that people read, and by one that only runs forward.
///
/// Ages within one boot of the machine come from ``bootMs`` alone, so that a clock that is set makes nothing older or younger.
package struct JournalTime: Hashable, Sendable {
  /// The wall clock, in µs since 1970.
  package var wallMicros: Int64
  /// The time since the machine's boot, in ms, with the time that it slept.
  package var bootMs: Int64

  /// A moment.
  package init(wallMicros: Int64, bootMs: Int64) {
    self.wallMicros = wallMicros
    self.bootMs = bootMs
  }
}
