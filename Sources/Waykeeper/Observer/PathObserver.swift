// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel

/// Watches a scene, or all of them: its route, and each change with its cause.
///
/// ```swift
/// for await state in PathObserver(scene: "cluster").states {      // a status bar: only what is true now
///   bar.title = state.tip?.screen.name.rawValue ?? ""
/// }
/// for await event in PathObserver() {                              // a careful observer: every event
///   if case .update(let update) = event { log(update.cause.origin.name, update.current) }
/// }
/// ```
///
/// Each loop is a subscription of its own, which ends with the loop or with its task. It needs the updates socket only
/// and can steer nothing. It finds lost updates by itself, says so (``PathEvent/gap(_:from:to:)``), and comes back by
/// itself when the coordinator restarts. Without a coordinator it waits for one.
public struct PathObserver: AsyncSequence, Sendable {
  private let scene: SceneName?
  private let location: CoordinatorLocation

  /// Watches `scene`; nil for all.
  public init(scene: SceneName? = "main", at location: CoordinatorLocation = .automatic) {
    self.scene = scene
    self.location = location
  }

  /// Events that wait for a slow reader. Past it they are dropped, and a gap with the state after it is told instead.
  public static let eventsMax = 1024

  /// The newest state of each scene; states between are skipped. For views.
  public var states: States { States(scene: scene, location: location) }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let mailbox: Mailbox<PathEvent>
    fileprivate let subscription: Subscription

    /// The next event; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> PathEvent? {
      await mailbox.next()
    }
  }

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator {
    let mailbox = Mailbox<PathEvent>()
    let subscription = Subscription(scene: scene, location: location) { events, view in
      mailbox.put { Self.keep(events, in: &$0, view: view) }
    }
    return Iterator(mailbox: mailbox, subscription: subscription)
  }

  /// Adds events to those that wait; `view` is the observer's view after all of them.
  static func keep<Events: RangeReplaceableCollection<PathEvent>>(
    _ new: [PathEvent], in events: inout Events, view: ObserverView
  ) {
    events.append(contentsOf: new)
    if events.count > eventsMax { events = Events(PathEvent.condensed(Array(events), view: view)) }
  }
}
