// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel
import Synchronization

/// An element that this worker shows: what the task of its life works with.
public struct HostedScreen<Content: Sendable>: Identifiable, Sendable {
  let life: ElementLife
  let decode: @Sendable (AnyScreen) throws(ContentError) -> Content
  private let first: Content

  init(_ life: ElementLife, decode: @escaping @Sendable (AnyScreen) throws(ContentError) -> Content)
    throws(ContentError)
  {
    self.life = life
    self.decode = decode
    first = try decode(life.element.screen)
  }

  /// Its element.
  public var id: ElementID { life.element.id }

  /// The scene it is in.
  public var scene: SceneName { life.scene }

  /// Name, content and presentation, as they are now.
  public var screen: AnyScreen { life.element.screen }

  /// What it shows now. Content that cannot be read is reported as ``cannotShow(_:code:)``, and what came before stays.
  public var content: Content {
    get async { (try? decode(life.element.screen)) ?? first }
  }

  /// Each change of the content from now on, the newest where several came at once. Ends with the element. For one
  /// reader.
  public var contents: ContentChanges<Content> { ContentChanges(life: life, decode: decode) }

  /// Reports that the element is on the screen.
  public func didAppear() async { life.report(.appeared(life.scene, id)) }

  /// Reports that the element cannot be shown: its presence becomes `failed`.
  public func cannotShow(_ message: String, code: String? = nil) async { life.fail(message, code: code) }
}

/// The changes of an element's content.
public struct ContentChanges<Content: Sendable>: AsyncSequence, Sendable {
  let life: ElementLife
  let decode: @Sendable (AnyScreen) throws(ContentError) -> Content

  /// Reads the changes.
  public struct Iterator: AsyncIteratorProtocol {
    let life: ElementLife
    let decode: @Sendable (AnyScreen) throws(ContentError) -> Content
    var screens: AsyncStream<AnyScreen>.Iterator

    /// The next content that can be read; nil when the element has left.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Content? {
      while let screen = await screens.next(isolation: actor) {
        do {
          return try decode(screen)
        } catch {
          life.fail(error.description, code: "content")
        }
      }
      return nil
    }
  }

  /// Reads the changes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(life: life, decode: decode, screens: life.changes.makeAsyncIterator())
  }
}

/// What stays the same through an element's life, whatever its content's type.
final class ElementLife: Sendable {
  let scene: SceneName
  let changes: AsyncStream<AnyScreen>
  let report: @Sendable (WorkerSession.Event) -> Void
  private let continuation: AsyncStream<AnyScreen>.Continuation
  private let current: Mutex<Element>

  init(_ element: Element, in scene: SceneName, report: @escaping @Sendable (WorkerSession.Event) -> Void) {
    self.scene = scene
    self.report = report
    current = Mutex(element)
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var element: Element { current.withLock { $0 } }

  func change(to element: Element) {
    current.withLock { $0 = element }
    continuation.yield(element.screen)
  }

  func leave() { continuation.finish() }

  func fail(_ message: String, code: String?) {
    report(.cannotShow(CannotShow(scene: scene, element: element.id, code: code, message: message)))
  }
}
