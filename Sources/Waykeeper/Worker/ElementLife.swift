// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization

/// An element that a worker shows, with content of any type.
final class ElementLife: Sendable {
  private struct State {
    var element: Element
    /// Called with each change, and with nil at the end.
    var follower: (@Sendable (AnyScreen?) -> Void)?
    var hasLeft = false
  }

  private struct Failure {
    var present: AnyScreen
    var failed: AnyScreen?
    var hasEnded = false
  }

  let id: ElementID
  /// Its screen's name: another one under the same id is another life.
  let screen: ScreenName
  let scene: SceneName
  let report: @Sendable (WorkerSession.Event) -> Void
  /// How it shows, with each change; ends with the element.
  var visibilities: AsyncStream<Element.Visibility> { shown.stream }
  private let shown = Succession<Element.Visibility>(keeping: 1)
  private let state: Mutex<State>
  /// Apart from the state: content that cannot be read fails under that one's lock.
  private let failure: Mutex<Failure>

  init(_ element: Element, in scene: SceneName, report: @escaping @Sendable (WorkerSession.Event) -> Void) {
    id = element.id
    screen = element.screen.name
    self.scene = scene
    self.report = report
    state = Mutex(State(element: element))
    failure = Mutex(Failure(present: element.screen))
  }

  var element: Element { state.withLock { $0.element } }

  /// Whether the element has left, or its worker has ended.
  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// The last screen that its task had, where that could not be shown; nil where it could.
  var failed: AnyScreen? { failure.withLock { $0.failed } }

  /// How it shows now; `top` where an older coordinator does not tell it.
  var visibility: Element.Visibility { element.visibility ?? .top }

  /// Calls `begin` with the screen as it is, and the follower that it returns with each change after that. Both happen
  /// under the lock, so no change falls between them.
  func follow<Value: Sendable, Failure: Error>(
    _ begin: (AnyScreen) throws(Failure) -> (Value, follower: @Sendable (AnyScreen?) -> Void)
  ) throws(Failure) -> Value {
    try state.withLock { (state) throws(Failure) in
      let (value, follower) = try begin(state.element.screen)
      state.follower = follower
      if state.hasLeft { follower(nil) }
      return value
    }
  }

  /// The element has another content, other branches, or shows in another way.
  func change(to element: Element) {
    state.withLock { state in
      let before = state.element
      state.element = element
      let isOther = element.screen != before.screen
      failure.withLock { failure in
        failure.present = element.screen
        // What comes behind the end of the task is nothing that it could show.
        if isOther, !failure.hasEnded { failure.failed = nil }
      }
      if isOther || element.branches != before.branches { state.follower?(element.screen) }
      if let visibility = element.visibility, visibility != before.visibility { shown.put(visibility) }
    }
  }

  /// The element has left, or nobody follows it any more.
  func leave() {
    state.withLock { state in
      state.hasLeft = true
      state.follower?(nil)
    }
    shown.end()
  }

  /// The element is on the screen; so it could be shown, whatever was said before.
  func appear() {
    failure.withLock { failure in
      // What comes behind the end of the task is told, and does not say how that ended.
      if !failure.hasEnded { failure.failed = nil }
    }
    report(.appeared(scene, id, as: screen))
  }

  /// The task of the life has ended.
  func end() { failure.withLock { $0.hasEnded = true } }

  /// The screen cannot be shown, which may be the end of the life's task.
  func fail(_ message: String, code: String?, isEnd: Bool = false) {
    failure.withLock { failure in
      failure.failed = failure.present
      if isEnd { failure.hasEnded = true }
    }
    report(.cannotShow(CannotShow(scene: scene, element: id, code: code, message: message), as: screen))
  }
}
