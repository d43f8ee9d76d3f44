// SPDX-License-Identifier: Apache-2.0

import Waykeeper

@main struct MuseumApp {
  static func main() async {
    await museum { print($0) }.runOrExit()
  }
}
