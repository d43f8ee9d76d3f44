// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// The start values of a reactor's thread.
final class ReactorStart: Sendable {
  private let name: String
  let context: Context
  private let ownsContext: Bool
  private let queue: ReactorQueue

  /// With no `context`, in one that is the reactor's own.
  init(name: String, context: Context?, queue: ReactorQueue) throws(ZeroMQError) {
    self.name = name
    if let context { self.context = context } else { self.context = try Context() }
    ownsContext = context == nil
    self.queue = queue
  }

  /// Runs a thread of the reactor's own to its end.
  func run() {
    waykeeper_name_thread(name)
    // The program's own threads receive the signals.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let loop = loop()
    while true {
      loop.prepare()
      if loop.isOver { break }
      loop.deliver(loop.poll(waits: true))
    }
    loop.end()
  }

  /// The loop, which belongs to the calling thread.
  func loop() -> ReactorLoop {
    queue.adopt()
    return ReactorLoop(context: context, ownsContext: ownsContext, queue: queue)
  }

  /// Ends the wait of the thread that runs the loop.
  func wake() { queue.waker.wake() }
}
