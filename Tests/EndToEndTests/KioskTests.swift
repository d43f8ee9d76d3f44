// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// The kiosk of `Deploy/examples`, with real windows on a display of its own.
  @Suite("The kiosk", .enabled(if: Kiosk.isPossible, "needs what Deploy/prerequisites --tests installs"))
  struct KioskTests {
    @Test("What is on the route is what is on the display: shown, covered, uncovered, changed, denied")
    func windows() async throws {
      try await Kiosk.run { kiosk in
        try await kiosk.shows("home", .home)
        try await kiosk.appears("show", "list")
        try await kiosk.shows("list", .list)
        try await kiosk.appears("open", "museum://exhibit/7")
        try await kiosk.shows("exhibit 7", .exhibit7)
        #expect(try await kiosk.outcome("replace-content", "@2", "exhibit?id=3").isAsAsked)
        try await kiosk.shows("exhibit 3", .exhibit3)

        try await kiosk.appears("show", "notes")
        try await kiosk.shows("notes", .notes)
        try await kiosk.tool("xdotool", "type", "wonderful")
        try await kiosk.shows("notes *", .notes)
        #expect(try await kiosk.outcome("back").message == "unsaved notes")
        try await kiosk.shows("notes *", .notes)
        #expect(try await kiosk.outcome("back", "--skip-guards").isAsAsked)
        try await kiosk.shows("exhibit 3", .exhibit3)
        #expect(try await kiosk.outcome("back").isAsAsked)
        try await kiosk.shows("list", .list)
      }
    }

    @Test("The screen in Swift is sold at: its buttons change the route, its guard holds a visitor who has not paid")
    func buttons() async throws {
      try await Kiosk.run(endedBy: SIGINT) { kiosk in
        try await kiosk.shows("home", .home)
        try await kiosk.press(button: 2)
        try await kiosk.shows("1 ticket", .tickets)
        try await kiosk.press(button: 1)
        try await kiosk.shows("2 tickets", .tickets)
        #expect(try await kiosk.outcome("back").message == "2 tickets are not paid")
        #expect(try await kiosk.outcome("open", "museum://exhibit/7").message == "2 tickets are not paid")
        try await kiosk.press(button: 4)
        try await kiosk.shows("2 tickets are not paid", .tickets)
        try await kiosk.press(button: 1)
        try await kiosk.shows("home", .home)
      }
    }

    @Test("Screens and a coordinator that are killed come back, and so does what they showed")
    func kills() async throws {
      try await Kiosk.run { kiosk in
        try await kiosk.appears("open", "museum://exhibit/7")
        try await kiosk.shows("exhibit 7", .exhibit7)
        try await kiosk.replace("exhibits", killing: "exhibit.py")
        let window = try await kiosk.shows("exhibit 7", .exhibit7)
        try await kiosk.kill("waykeeperd", of: "coordinator")
        #expect(try await kiosk.way("wait", "exhibit", "--appeared", "--timeout", "30s").code == 0)
        #expect(try await kiosk.shows("exhibit 7", .exhibit7) == window, "a restart is nothing that a screen notices")
        #expect(try await kiosk.outcome("back").isAsAsked)
        try await kiosk.shows("list", .list)
        try await kiosk.replace("visitor", killing: "visitor.py")
        try await kiosk.shows("list", .list)
        try await kiosk.appears("open", "museum://tickets/3")
        try await kiosk.shows("3 tickets", .tickets)
        try await kiosk.replace("tickets", killing: "tickets")
        try await kiosk.shows("3 tickets", .tickets)
      }
    }
  }
}
