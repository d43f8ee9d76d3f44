// SPDX-License-Identifier: Apache-2.0

package import Coordination
import RouteModel

/// Tells that workers came or went, as keepalives count it (specification, section "STATE, UPDATE, PRESENCE, KEEPALIVE").
/// Who is registered then, ``Navigator/workers()`` says.
///
/// It needs the updates socket only. A count that is lost is told again within a second, with the next keepalive; a slow
/// reader gets the newest sign.
package struct WorkerChanges: AsyncSequence, Sendable {
  private let location: CoordinatorLocation

  /// Watches the workers of the coordinator there.
  package init(at location: CoordinatorLocation = .automatic) { self.location = location }

  /// What is heard of the coordinator.
  package enum Sign: Hashable, Sendable {
    /// How often workers came or went: sessions that began or ended in this epoch.
    case counted(epoch: Epoch, changes: UInt64)
    /// Nothing for so long that it may be gone.
    case silence
  }

  /// Reads the signs.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let mailbox: Mailbox<Sign>
    fileprivate let subscription: Subscription

    /// What the next keepalive counts, the same or not, or that none comes; nil when the task is cancelled.
    package mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Sign? {
      await mailbox.next()
    }
  }

  /// Subscribes.
  package func makeAsyncIterator() -> Iterator {
    let mailbox = Mailbox<Sign>()
    let subscription = Subscription(
      scene: "main", location: location,
      onKeepalive: { keepalive in
        mailbox.put { signs in
          signs.removeAll()
          signs.append(.counted(epoch: keepalive.epoch, changes: keepalive.workerChanges))
        }
      },
      onEvents: { events, _ in
        guard events.contains(.disconnected) else { return }
        mailbox.put { signs in
          signs.removeAll()
          signs.append(.silence)
        }
      })
    return Iterator(mailbox: mailbox, subscription: subscription)
  }
}
