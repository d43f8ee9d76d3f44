// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization

/// The content of an element, read as each change comes: the last that could be read, and the changes.
final class ElementContent<Content: Sendable>: Sendable {
  /// A content, and the number of its version of the screen.
  struct Item: Sendable {
    var content: Content
    var number: UInt64
  }

  private let changed = Succession<Item>(keeping: 1)
  private let last: Mutex<Item>

  private init(_ first: Item) {
    last = Mutex(first)
  }

  /// Follows the content of an element; content that cannot be read is reported, and the content before it stays.
  ///
  /// - Throws: ``ContentError`` where the content as it is cannot be read.
  static func following(
    _ life: ElementLife, decode: @escaping @Sendable (AnyScreen) throws(ContentError) -> Content
  ) throws(ContentError) -> ElementContent {
    try life.follow { (version) throws(ContentError) in
      let content = ElementContent(Item(content: try decode(version.screen), number: version.number))
      return (
        content,
        { [weak life] version in
          guard let version else { return content.changed.end() }
          do throws(ContentError) {
            content.change(to: Item(content: try decode(version.screen), number: version.number))
            life?.tellOwed()
          } catch {
            life?.failReading(error.description, version: version.number)
          }
        }
      )
    }
  }

  /// The newest change that nobody has read, and each that comes; `taking` hears of the number of each that is read.
  func changes(taking: @escaping @Sendable (UInt64) -> Void) -> AsyncStream<Content> {
    AsyncStream(unfolding: { [changed] in
      guard let item = await changed.next() else { return nil }
      taking(item.number)
      return item.content
    })
  }

  /// The last content that could be read.
  var value: Item { last.withLock { $0 } }

  private func change(to item: Item) {
    last.withLock { $0 = item }
    changed.put(item)
  }
}
