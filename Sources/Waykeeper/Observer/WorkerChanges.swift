// SPDX-License-Identifier: Apache-2.0

package import Coordination
import RouteModel

/// Tells that workers came or went, as keepalives count it (specification, section "STATE, UPDATE, PRESENCE, KEEPALIVE").
/// Who is registered then, ``Navigator/workers()`` says.
///
/// It needs the updates socket only. A count that is lost is told again within a second, with the next keepalive; a slow
/// reader gets the newest one.
package struct WorkerChanges: AsyncSequence, Sendable {
  private let location: CoordinatorLocation

  /// Watches the workers of the coordinator there.
  package init(at location: CoordinatorLocation = .automatic) { self.location = location }

  /// How often workers came or went, in an epoch.
  package struct Count: Hashable, Sendable {
    /// The epoch.
    package let epoch: Epoch
    /// Sessions that began or ended in it.
    package let changes: UInt64
  }

  /// Reads the counts.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let mailbox: Mailbox<Count>
    fileprivate let subscription: Subscription

    /// What the next keepalive counts, the same or not; nil when the task is cancelled.
    package mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Count? {
      await mailbox.next()
    }
  }

  /// Subscribes.
  package func makeAsyncIterator() -> Iterator {
    let mailbox = Mailbox<Count>()
    let subscription = Subscription(
      scene: "main", location: location,
      onKeepalive: { keepalive in
        mailbox.put { counts in
          counts.removeAll()
          counts.append(Count(epoch: keepalive.epoch, changes: keepalive.workerChanges))
        }
      }, onEvent: { _, _ in })
    return Iterator(mailbox: mailbox, subscription: subscription)
  }
}
