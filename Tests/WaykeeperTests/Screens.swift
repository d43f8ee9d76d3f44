// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Screens of a museum's kiosk.
struct Home: Screen {
  static let name: ScreenName = "home"
}

struct List: Screen {
  static let name: ScreenName = "list"
  var query: String?
}

struct Exhibit: Screen {
  static let name: ScreenName = "exhibit"
  var id: Int
  var zoom: Double = 1
}

struct Feedback: Screen {
  static let name: ScreenName = "feedback"
  var presentationStyle: PresentationStyle { .sheet() }
}

/// The names of a path, root first.
func names(_ path: Path) -> [ScreenName] { path.elements.map(\.screen.name) }

/// The names of a path, root first.
func names(_ path: PlacedPath) -> [ScreenName] { path.elements.map(\.screen.name) }
