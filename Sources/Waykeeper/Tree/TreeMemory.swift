// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel
import Synchronization

/// What closures made of elements of late, by the screens that these were: what was shown then is found even when the closure
/// would now say something else, and when the tree was asked since about a content that never came.
final class TreeMemory: Sendable {
  /// What a closure made.
  private struct Made {
    /// The screens that it was made for: those of the elements that the key names, in its order.
    var screens: [AnyScreen?]
    var scope: [TreeHandler]
  }

  private struct Contents {
    /// By scene and key, those that were wanted last at the end.
    var made: [String: [Made]] = [:]
    /// Oldest first.
    var order: Deque<String> = []
  }

  private static let keysMax = 1024
  private static let screensMax = 8
  private let contents = Mutex(Contents())

  /// What was made for these screens under the key that begins so. A screen that is not told fits any: the newest counts then.
  func scope(_ scene: SceneName, _ prefix: String, for screens: [AnyScreen?]) -> [TreeHandler]? {
    contents.withLock { contents in
      let name = "\(scene) \(prefix)"
      guard var made = contents.made[name], let index = made.lastIndex(where: { Self.fits($0.screens, screens) })
      else { return nil }
      let found = made.remove(at: index)
      made.append(found)
      contents.made[name] = made
      return found.scope
    }
  }

  /// Keeps what was made for these screens, in place of what was made for the same ones before.
  func keep(_ scope: [TreeHandler], _ scene: SceneName, _ prefix: String, for screens: [AnyScreen?]) {
    contents.withLock { contents in
      let name = "\(scene) \(prefix)"
      var made = contents.made[name] ?? []
      made.removeAll { $0.screens == screens }
      made.append(Made(screens: screens, scope: scope))
      if contents.made.updateValue(Array(made.suffix(Self.screensMax)), forKey: name) == nil {
        contents.order.append(name)
      }
      guard contents.order.count > Self.keysMax else { return }
      contents.made[contents.order.removeFirst()] = nil
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
