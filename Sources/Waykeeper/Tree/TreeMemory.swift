// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel
import Synchronization

/// What closures made of elements of late, by the screens that these were: what was shown then is found even when the closure
/// would now say something else, and when the tree was asked since about a content that never came.
final class TreeMemory: Sendable {
  /// What a closure made.
  struct Made {
    var scope: [TreeHandler]
    /// Tells its tree from others.
    var digest: String
    /// The table whose closure it was, by the number among those that share the memory.
    var maker: Int
  }

  private struct Entry {
    /// The screens that it was made for: those of the elements that the key names, in its order.
    var screens: [AnyScreen?]
    var made: Made
  }

  private struct Contents {
    /// By scene and key, those that were wanted last at the end.
    var entries: [String: [Entry]] = [:]
    /// Oldest first.
    var order: Deque<String> = []
  }

  private static let keysMax = 1024
  private static let screensMax = 8
  private let contents = Mutex(Contents())

  /// What was made for these screens under the key that begins so. A screen that is not told fits any: the newest counts then.
  func made(_ scene: SceneName, _ prefix: String, for screens: [AnyScreen?]) -> Made? {
    contents.withLock { contents in
      let name = "\(scene) \(prefix)"
      guard var entries = contents.entries[name],
        let index = entries.lastIndex(where: { Self.fits($0.screens, screens) })
      else { return nil }
      let found = entries.remove(at: index)
      entries.append(found)
      contents.entries[name] = entries
      return found.made
    }
  }

  /// Keeps what was made for these screens, in place of what was made for the same ones before.
  func keep(_ made: Made, _ scene: SceneName, _ prefix: String, for screens: [AnyScreen?]) {
    contents.withLock { contents in
      let name = "\(scene) \(prefix)"
      var entries = contents.entries[name] ?? []
      entries.removeAll { $0.screens == screens }
      entries.append(Entry(screens: screens, made: made))
      if contents.entries.updateValue(Array(entries.suffix(Self.screensMax)), forKey: name) == nil {
        contents.order.append(name)
      }
      guard contents.order.count > Self.keysMax else { return }
      contents.entries[contents.order.removeFirst()] = nil
    }
  }

  private static func fits(_ made: [AnyScreen?], _ wanted: [AnyScreen?]) -> Bool {
    made.count == wanted.count
      && zip(made, wanted).allSatisfy { made, wanted in
        guard let wanted, !wanted.isRedacted else { return true }
        return made == wanted
      }
  }
}
