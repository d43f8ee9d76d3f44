// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import ZeroMQ

@Suite struct ContextTests {
  @Test("libzmq's thread takes no processor from a thread that runs, where nobody has chosen how it is scheduled")
  func scheduling() throws {
    try #require(sched_getscheduler(0) == SCHED_OTHER, "the tests run as programs usually do")
    let before = Self.threads()
    let context = try Context()
    // The threads begin with the first socket.
    let socket = try Socket(.dealer, in: context, options: .clientDealer)
    defer { withExtendedLifetime(socket) {} }
    let batch: Int32 = 3
    var found: [Int32] = []
    let deadline = MonotonicClock.nowMicroseconds() + 10_000_000
    // A thread sets its own scheduling, so that it may come a moment later.
    while !found.contains(batch), MonotonicClock.nowMicroseconds() < deadline {
      found = Self.threads().subtracting(before).map { sched_getscheduler($0) }
      sched_yield()
    }
    #expect(found.contains(batch))
  }

  private static func threads() -> Set<pid_t> {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var threads: Set<pid_t> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let thread = pid_t(name) { threads.insert(thread) }
    }
    return threads
  }
}
