// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The descriptors that this process may still open.
enum FreeDescriptors {
  /// How many numbers one call asks for.
  private static let windowMax: Int32 = 64

  /// Sees that so many can be opened at this moment: libzmq aborts the process where its threads find none.
  ///
  /// poll(2) tells of many numbers at once which of them are open. The highest come first, for nearly every process has those free.
  ///
  /// - Throws: `EMFILE` where there are fewer.
  static func require(_ count: Int) throws(ZeroMQError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    var end = Int32(clamping: limit.rlim_cur)
    var free = 0
    while free < count {
      guard end > 0 else {
        throw ZeroMQError(call: "zmq_socket", code: EMFILE, subject: "needs \(count) descriptors")
      }
      let start = max(0, end - windowMax)
      var window = (start..<end).map { pollfd(fd: $0, events: 0, revents: 0) }
      var answer = poll(&window, nfds_t(window.count), 0)
      while answer < 0 && errno == EINTR { answer = poll(&window, nfds_t(window.count), 0) }
      // Whoever may not ask has to try.
      guard answer >= 0 else { return }
      free += window.count(where: { $0.revents & Int16(POLLNVAL) != 0 })
      end = start
    }
  }
}
