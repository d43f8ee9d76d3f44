// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Counts the connections of all sockets, so that descriptors never run out: libzmq 4.3.4 aborts the whole process when
/// it cannot accept on an ipc endpoint.
struct ConnectionCount {
  /// From so many on no new ones are let in.
  let max: Int
  private var open: Set<Int32> = []

  /// - Parameter max: nil for what the process's limit of descriptors leaves: half of it at least, and room for three
  ///   backlogs that the kernel has taken already, and for files.
  init(max: Int?) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let descriptors = Int(clamping: limit.rlim_cur)
    self.max = max ?? Swift.max(descriptors / 2, descriptors - 2048)
  }

  /// How many there are.
  var count: Int { open.count }

  /// A connection came, by our own descriptor of it.
  mutating func add(_ descriptor: Int32) { open.insert(descriptor) }

  /// A connection is over.
  mutating func remove(_ descriptor: Int32) { open.remove(descriptor) }

  /// Whether new ones are to be kept out, given whether they are now: in again only when some room is there.
  func areFull(hidden: Bool) -> Bool { count >= (hidden ? max - max / 8 : max) }
}
