// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import Waykeeper

@testable import way

@Suite("What a route is waited for to be") struct RouteWishTests {
  /// A scene with this path, whose elements have appeared and are attended by `kiosk`, but for what `change` does.
  private static func state(_ path: String, _ change: (inout SceneState) -> Void = { _ in }) throws -> SceneState {
    let items = try PathItem.path(parsing: path)
    let elements = items.enumerated().map { index, item in
      Element(id: ElementID(UInt64(index)), screen: item.screen, hasAppeared: true)
    }
    var path = PlacedPath(Path(elements))
    for element in elements { path.hosts[element.id] = Host(.attended, worker: "kiosk") }
    var state = SceneState(scene: "main", epoch: 1, revision: 3, presenceNumber: 0, path: path)
    change(&state)
    return state
  }

  private static func problem(
    _ wish: String, _ state: SceneState, appeared: Bool = false, hosted: Bool = false
  ) throws -> String? {
    RouteWish(try PathItem.path(parsing: wish), mustHaveAppeared: appeared, mustBeHosted: hosted)
      .problem(in: state)?.text { _ in "9 s ago" }
  }

  @Test(
    "A screen is so when it is on top, with any content where none is written",
    arguments: ["sheet:feedback?id=7", "feedback?id=7", "feedback", "home/sheet:feedback?id=7"])
  func fits(_ wish: String) throws { #expect(try Self.problem(wish, Self.state("home/sheet:feedback?id=7")) == nil) }

  @Test(
    "Else it is told what is missing, and where the scene is",
    arguments: [
      ("map", "map is not on the route; main is at home / sheet:feedback?id=7, revision 3"),
      ("home", "@0 home is not on top; main is at home / sheet:feedback?id=7, revision 3"),
      ("feedback?id=8", "feedback?id=8 is not on the route; main is at home / sheet:feedback?id=7, revision 3"),
      ("home/feedback?id=7", "main is at home / sheet:feedback?id=7, revision 3"),
      ("home/sheet:feedback", "main is at home / sheet:feedback?id=7, revision 3"),
      ("home/list/map", "main is at home / sheet:feedback?id=7, revision 3"),
    ])
  func missing(_ wish: String, _ text: String) throws {
    #expect(try Self.problem(wish, Self.state("home/sheet:feedback?id=7")) == text)
  }

  @Test("In a scene without a path nothing shows")
  func empty() throws {
    #expect(try Self.problem("home/list", Self.state("")) == "nothing shows in main")
  }

  @Test(
    "What shall have appeared has, and its host is there; else it is told how that stands",
    arguments: [
      (false, Host(.attended, worker: "kiosk"), "; its host kiosk is attended and was told 9 s ago"),
      (false, Host(.unattended, worker: nil), "; no worker hosts it (`way appeared @1` says that it shows)"),
      (false, Host(.failed, worker: "kiosk"), "; its host kiosk cannot show it"),
      (true, Host(.unattended, worker: "kiosk"), ", but its host kiosk is gone"),
      (true, Host(.leaving, worker: "kiosk"), ", but its host kiosk restarts"),
    ])
  func appeared(_ has: Bool, _ host: Host, _ text: String) throws {
    let state = try Self.state("home/list") {
      $0.path.path.elements[1].hasAppeared = has
      $0.path.hosts[ElementID(1)] = host
    }
    #expect(try Self.problem("list", state) == nil)
    #expect(try Self.problem("list", state, appeared: true) == "@1 list has \(has ? "" : "not ")appeared" + text)
  }

  @Test("What lies beneath need not have appeared, and what nobody hosts need not be attended")
  func appearedEnough() throws {
    let state = try Self.state("home/list") {
      $0.path.path.elements[0].hasAppeared = false
      $0.path.hosts[ElementID(1)] = nil
    }
    #expect(try Self.problem("home/list", state, appeared: true) == nil)
  }

  @Test("Where hosts are required, what nobody hosts since a restart is not there, though it had appeared")
  func unhosted() throws {
    let state = try Self.state("home/list") { $0.path.hosts[ElementID(1)] = Host(.unattended, worker: nil) }
    #expect(try Self.problem("list", state, appeared: true) == nil)
    let text = "@1 list has appeared, but no worker hosts it yet"
    #expect(try Self.problem("list", state, appeared: true, hosted: true) == text)
    #expect(try Self.problem("list", state, hosted: true) == nil)
    #expect(try Self.problem("list", Self.state("home/list"), appeared: true, hosted: true) == nil)
  }
}
