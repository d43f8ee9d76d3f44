// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization

/// An element that a worker shows, with content of any type.
final class ElementLife: Sendable {
  /// The screen of the element as it is, or was; each other screen has the next number.
  struct Version: Sendable {
    var screen: AnyScreen
    var number: UInt64
  }

  private struct State {
    var element: Element
    /// Called with each change, and with nil at the end.
    var follower: (@Sendable (Version?) -> Void)?
    var hasLeft = false
  }

  /// Which versions could not be shown.
  private struct Failure {
    /// The number of the version that the element has now.
    var present: UInt64 = 0
    /// The revision of the state that brought it.
    var revision: Revision
    /// The number of the last version that the task was handed.
    var handed: UInt64 = 0
    /// Whether the task reads each version as it comes, so that it knows which one it speaks of.
    var isReading = false
    var isPresentFailed = false
    var isHandedFailed = false
    /// The number of the last version whose content cannot be read.
    var unreadable: UInt64?
    /// Whether it was said of such content that it is on the screen: that counts for the next that can be read.
    var owesAppearance = false
    /// Whether the task has ended because of what could not be shown.
    var hasEndedFailed = false
    /// Whether the task has ended. What comes behind that does not say how it ended.
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

  init(
    _ element: Element, in scene: SceneName, at revision: Revision,
    report: @escaping @Sendable (WorkerSession.Event) -> Void
  ) {
    id = element.id
    screen = element.screen.name
    self.scene = scene
    self.report = report
    state = Mutex(State(element: element))
    failure = Mutex(Failure(revision: revision))
  }

  var element: Element { state.withLock { $0.element } }

  /// The revision of the state that brought its present screen.
  var revision: Revision { failure.withLock { $0.revision } }

  /// Whether the element has left, or its worker has ended.
  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Whether its task has ended because of what could not be shown: the version that it had last, or the present one.
  var hasEndedFailed: Bool { failure.withLock { $0.hasEndedFailed } }

  /// Whether the present version could not be shown.
  var isFailed: Bool { failure.withLock { $0.isPresentFailed } }

  /// How it shows now; `top` where an older coordinator does not tell it.
  var visibility: Element.Visibility { element.visibility ?? .top }

  /// Calls `begin` with the screen as it is, and the follower that it returns with each change after that. Both happen
  /// under the lock, so no change falls between them.
  func follow<Value: Sendable, Failure: Error>(
    _ begin: (Version) throws(Failure) -> (Value, follower: @Sendable (Version?) -> Void)
  ) throws(Failure) -> Value {
    try state.withLock { (state) throws(Failure) in
      let number = failure.withLock { failure in
        failure.handed = failure.present
        return failure.present
      }
      let (value, follower) = try begin(Version(screen: state.element.screen, number: number))
      state.follower = follower
      if state.hasLeft { follower(nil) }
      return value
    }
  }

  /// The element has another content, other branches, or shows in another way.
  func change(to element: Element, at revision: Revision) {
    state.withLock { state in
      let before = state.element
      state.element = element
      let isOther = element.screen != before.screen
      let number = failure.withLock { failure in
        if isOther {
          failure.present += 1
          (failure.revision, failure.isPresentFailed) = (revision, false)
        }
        return failure.present
      }
      if isOther || element.branches != before.branches {
        state.follower?(Version(screen: element.screen, number: number))
      }
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
  func appear(at revision: Revision? = nil) {
    let isReadable = failure.withLock { failure in
      // Of content that cannot be read the task knows nothing: it speaks of what it had before.
      guard failure.unreadable != failure.present else {
        failure.owesAppearance = true
        return false
      }
      if !failure.hasEnded { (failure.isPresentFailed, failure.isHandedFailed) = (false, false) }
      return true
    }
    if isReadable { report(.appeared(scene, id, as: screen, at: revision)) }
  }

  /// The present content can be read: that the screen has appeared, said while it had none that can, is told now. Where another life
  /// is to begin, that one says it itself.
  func tellOwed() {
    let isOwed = failure.withLock { failure in
      defer { failure.owesAppearance = false }
      return failure.owesAppearance && !failure.hasEndedFailed
    }
    if isOwed { appear() }
  }

  /// The task of the life has ended.
  func end() {
    failure.withLock { failure in
      (failure.hasEnded, failure.hasEndedFailed) = (true, failure.isHandedFailed || failure.isPresentFailed)
    }
  }

  /// The task takes the version of this number.
  func hand(_ number: UInt64) {
    failure.withLock { failure in
      guard number > failure.handed else { return }
      failure.handed = number
      if !failure.hasEnded { failure.isHandedFailed = failure.isPresentFailed && number == failure.present }
    }
  }

  /// The task reads each version as it comes.
  func read() { failure.withLock { $0.isReading = true } }

  /// The content of the version with this number cannot be read.
  func failReading(_ message: String, version: UInt64) {
    fail(message, code: "content") { failure in
      failure.unreadable = version
      return version
    }
  }

  /// The version that the task speaks of cannot be shown: the last one that it read, where it reads each, else the present one.
  func fail(_ message: String, code: String?) {
    fail(message, code: code) { failure in
      failure.owesAppearance = false
      if !failure.isReading { failure.handed = failure.present }
      return failure.handed
    }
  }

  /// The element cannot be shown as it was at a revision, or, without one, as it is when the session hears of that: who says so sees
  /// the element itself.
  func failPresent(_ message: String, code: String?, at revision: Revision?) {
    failure.withLock { ($0.isPresentFailed, $0.owesAppearance) = (true, false) }
    tell(message, code: code, at: revision)
  }

  /// The task has thrown, about the version that it was handed last. Where that has been told as failed, as by a task that says so and
  /// throws, nothing is told again.
  func endThrowing(_ message: String, code: String = "thrown") {
    fail(message, code: code, tellsAgain: false) { failure in
      (failure.hasEnded, failure.hasEndedFailed) = (true, true)
      return failure.handed
    }
  }

  /// Nobody is told of a version that is old by now: nobody has tried to show the present one, with which the task begins anew.
  private func fail(
    _ message: String, code: String?, tellsAgain: Bool = true, version: (inout Failure) -> UInt64
  ) {
    let revision = failure.withLock { failure -> Revision? in
      let isTold = failure.isPresentFailed
      let number = version(&failure)
      if number == failure.handed { failure.isHandedFailed = true }
      if number == failure.present { failure.isPresentFailed = true }
      return number == failure.present && (tellsAgain || !isTold) ? failure.revision : nil
    }
    if let revision { tell(message, code: code, at: revision) }
  }

  private func tell(_ message: String, code: String?, at revision: Revision?) {
    report(
      .cannotShow(CannotShow(scene: scene, element: id, code: code, message: message, revision: revision), as: screen))
  }
}
