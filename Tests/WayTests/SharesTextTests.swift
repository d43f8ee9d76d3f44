// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("The shares of users as people read them") struct SharesTextTests {
  private static func status(_ users: [CoordinatorStatus.UserShare]) -> CoordinatorStatus {
    var status = CoordinatorStatus(
      version: "1", epoch: 1, starts: 1, uptime: .zero, requiresHosts: true, isDurable: true)
    status.users = users
    status.capacities.outcomes = 125_000
    status.capacities.outcomeBytes = 64 << 20
    status.capacities.waiting = 76
    status.capacities.scenes = 256
    status.capacities.workers = 1024
    return status
  }

  @Test("A line for each user, those that hold most first, and one for all there is")
  func table() {
    var kiosk = CoordinatorStatus.UserShare(uid: 1000)
    (kiosk.outcomes, kiosk.outcomeBytes, kiosk.waiting, kiosk.scenes, kiosk.workers) = (1204, 3174, 1, 2, 12)
    var flood = CoordinatorStatus.UserShare(address: "00aabbccddeeff0011")
    flood.outcomes = 100_000
    let lines = SharesText(status: Self.status([kiosk, flood]), palette: Palette(isColoured: false)).lines
    #expect(
      lines == [
        "",
        "shares               outcomes      bytes   waiting   scenes   workers",
        "  tcp ccddeeff0011    100 000        0 B         0        0         0",
        "  uid 1000              1 204    3.1 KiB         1        2        12",
        "  of all              125 000   64.0 MiB        76      256     1 024",
      ])
  }

  @Test("Of many users the rest is one line, and nothing is wider than a terminal")
  func many() {
    let users = (0..<300).map { index in
      var user = CoordinatorStatus.UserShare(uid: UInt32.max - UInt32(index))
      (user.outcomes, user.outcomeBytes, user.workers) = (100_000 - index, 60 << 20, 1000)
      return user
    }
    let lines = SharesText(status: Self.status(users), palette: Palette(isColoured: false)).lines
    #expect(lines.count == 12)
    #expect(lines[10].hasPrefix("  292 more "))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("Where no user holds anything nothing is said")
  func none() { #expect(SharesText(status: Self.status([]), palette: Palette(isColoured: false)).lines == []) }
}
