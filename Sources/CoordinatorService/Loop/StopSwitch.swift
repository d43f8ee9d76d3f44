// SPDX-License-Identifier: Apache-2.0

import Synchronization
import ZeroMQ

/// Ends a service from another thread.
final class StopSwitch: Sendable {
  let waker: Waker
  private let isStopped = Mutex(false)

  init() throws(ServiceError) {
    do {
      waker = try Waker()
    } catch {
      throw ServiceError(error)
    }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    waker.wake()
  }

  var isOn: Bool { isStopped.withLock { $0 } }
}
