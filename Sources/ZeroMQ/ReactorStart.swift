// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// What a reactor's thread is born with.
final class ReactorStart: Sendable {
  private let name: String
  private let context: Context
  private let queue: ReactorQueue

  init(name: String, context: Context, queue: ReactorQueue) {
    self.name = name
    self.context = context
    self.queue = queue
  }

  /// The life of the thread.
  func run() {
    queue.adopt()
    waykeeper_name_thread(name)
    // Signals are for the threads of the program.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let loop = ReactorLoop(context: context, queue: queue)
    loop.run()
    queue.end()
  }
}
