// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What is still missing of what is waited for, for the moment when the time is over.
final class WaitProgress: Sendable {
  private let text = Mutex<(@Sendable () -> String)?>(nil)

  /// What is missing now; nil as long as there is no coordinator.
  var missing: String? { text.withLock(\.self)?() }

  /// A coordinator is there, and has said nothing yet.
  func found(_ folder: String) { set("the coordinator in \(folder) has not answered") }

  /// In front of what was missing when the coordinator was heard last.
  static let silence = "no coordinator is heard any more; when it was last heard, "

  /// This is missing.
  func set(_ missing: String) { set { missing } }

  /// This is missing, in words that depend on the moment.
  func set(_ missing: @escaping @Sendable () -> String) { text.withLock { $0 = missing } }
}
