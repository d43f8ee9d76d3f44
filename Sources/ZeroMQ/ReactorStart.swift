// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// The start values of a reactor's thread.
final class ReactorStart: Sendable {
  private let name: String
  private let context: Context
  private let queue: ReactorQueue

  init(name: String, context: Context, queue: ReactorQueue) {
    self.name = name
    self.context = context
    self.queue = queue
  }

  /// Runs the thread to its end.
  func run() {
    queue.adopt()
    waykeeper_name_thread(name)
    // The program's own threads receive the signals.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let loop = ReactorLoop(context: context, queue: queue)
    loop.run()
    queue.end()
  }
}
