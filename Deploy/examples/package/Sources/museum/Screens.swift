// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Where a visitor begins.
struct Home: Screen {
  static let name: ScreenName = "home"
}

/// One exhibit, and the note that the visitor writes about it.
struct Exhibit: Screen {
  static let name: ScreenName = "exhibit"
  var id: Int
  /// A note that is not sent yet; nil where there is none.
  var note: String?

  /// What the visitor sees.
  var caption: String { "Exhibit \(id)" + (note.map { ", with the note “\($0)”" } ?? "") }
}
