// SPDX-License-Identifier: Apache-2.0

public import Coordination
import RouteModel

extension PathObserver {
  /// The newest state of each scene.
  public struct States: AsyncSequence, Sendable {
    let scene: SceneName?
    let location: CoordinatorLocation

    /// Reads the states.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let mailbox: Mailbox<SceneState>
      fileprivate let subscription: Subscription

      /// The next state; nil when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> SceneState? {
        await mailbox.next()
      }
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
      let mailbox = Mailbox<SceneState>()
      let subscription = Subscription(scene: scene, location: location) { events, view in
        for case let scene? in events.map(\.scene) {
          guard let state = view.state(of: scene) else { continue }
          mailbox.put { states in
            states.removeAll { $0.scene == scene }
            states.append(state)
          }
        }
      }
      return Iterator(mailbox: mailbox, subscription: subscription)
    }
  }
}
