// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization

/// The content of an element, read as each change comes: the last that could be read, and the changes.
final class ElementContent<Content: Sendable>: Sendable {
  private let changed = Succession<Content>(keeping: 1)
  private let last: Mutex<Content>

  private init(_ first: Content) {
    last = Mutex(first)
  }

  /// Follows the content of an element; content that cannot be read is reported, and the content before it stays.
  ///
  /// - Throws: ``ContentError`` where the content as it is cannot be read.
  static func following(
    _ life: ElementLife, decode: @escaping @Sendable (AnyScreen) throws(ContentError) -> Content
  ) throws(ContentError) -> ElementContent {
    try life.follow { (screen) throws(ContentError) in
      let content = ElementContent(try decode(screen))
      return (
        content,
        { [weak life] screen in
          guard let screen else { return content.changed.end() }
          do throws(ContentError) {
            content.change(to: try decode(screen))
          } catch {
            life?.fail(error.description, code: "content")
          }
        }
      )
    }
  }

  /// The newest change that nobody has read, and each that comes.
  var changes: AsyncStream<Content> { changed.stream }

  /// The last content that could be read.
  var value: Content { last.withLock { $0 } }

  private func change(to content: Content) {
    last.withLock { $0 = content }
    changed.put(content)
  }
}
