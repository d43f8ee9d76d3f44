// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Which screens may follow which. `help` belongs to another process.
struct MuseumTree: NavigationTree {
  var builder: some PathBuilder {
    Screen(Home.self) {
      Screen("help")
      Screen(Exhibit.self) { Screen("help") }
    }
  }
}
