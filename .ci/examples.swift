// SPDX-License-Identifier: Apache-2.0
//
// What the examples of the pages take for granted; see .ci/examples. An example may declare the same names anew.

import Foundation
import Logging
import Waykeeper
import WaykeeperTesting

struct Home: Screen { static let name: ScreenName = "home" }
struct List: Screen { static let name: ScreenName = "list" }
struct Login: Screen { static let name: ScreenName = "login" }
struct Help: Screen { static let name: ScreenName = "help" }
struct Profile: Screen { static let name: ScreenName = "profile" }
struct Settings: Screen { static let name: ScreenName = "settings" }
struct Shop: Screen { static let name: ScreenName = "shop" }
struct Floor: Screen { static let name: ScreenName = "floor" }
struct Museum: Screen {
  static let name: ScreenName = "museum"
  typealias Holds = Container.Tabs
}
struct Kiosk: Screen {
  static let name: ScreenName = "kiosk"
  typealias Holds = Container.Tabs
}
struct Wings: Screen {
  static let name: ScreenName = "wings"
  typealias Holds = Container.Split
}
struct Exhibit: Screen {
  static let name: ScreenName = "exhibit"
  var id: Int
  var zoom: Double?
  var note: String?
  var caption: String { "Exhibit \(id)" }
}
struct Detail: Screen {
  static let name: ScreenName = "detail"
  var id: String
}
struct Feedback: Screen {
  static let name: ScreenName = "feedback"
  var presentationStyle: PresentationStyle { .sheet() }
}

struct AccountTree: NavigationTree {
  var builder: some PathBuilder { Screen(Login.self) }
}
struct KioskTree: NavigationTree {
  var signedIn = false
  var builder: some PathBuilder { Screen(Home.self) }
}
struct SettingsTree: NavigationTree {
  var builder: some PathBuilder { Screen(Settings.self) }
}
extension LinkParser {
  static let homeSettings = LinkParser { _ in nil }
}

let navigator = Navigator.mock()
let worker = ScreenWorker("example") { Hosts(Home.self) { _ in } }
var parked: CommandID { get throws { try navigator.command(for: .back).id } }
let screen = AnyScreen("exhibit")
let logger = Logger(label: "example")
let unsaved = false
func exhibits(at location: CoordinatorLocation) -> ScreenWorker { worker }

func draw(_ screen: some Screen) {}
func log(_ values: Any...) {}
func show(_ path: PlacedPath) {}
func showHint(_ text: String?) {}
func showStale() {}

@MainActor final class ExhibitWindow {
  var isShown = true
  init(_ exhibit: Exhibit) {}
  func show(_ exhibit: Exhibit) {}
  func close() {}
}
struct StatusBar: Sendable {
  var title: String {
    get { "" }
    nonmutating set {}
  }
}
let bar = StatusBar()

struct Session: Sendable {
  var isOpen = false
  var user: String? { get async { nil } }
}
let session = Session()
struct Notes: Sendable { func isDirty(_ id: ElementID) -> Bool { false } }
let notes = Notes()
struct Calendar: Sendable {
  func exhibitOfToday() async -> Int { 5 }
  func isOpen(_ id: Int) async -> Bool { true }
}
let calendar = Calendar()
struct Catalogue: Sendable {
  func has(_ id: Int) async -> Bool { true }
  func floor(of id: Int) async -> Int { 1 }
}
let catalogue = Catalogue()
struct DetailStore: Sendable { func appeared(_ isInitial: Bool) async {} }
struct Model: Sendable {
  var navigator: Navigator
  func exhibitTapped(_ id: Int, _ navigator: Navigator) async {}
  func helpTapped(_ driver: some Driver) async throws {}
}
struct Shelf: Sendable {
  var navigator: Navigator
  func tapped(_ id: Int) async throws {}
}
let driver = RecordingDriver()
let model = Model(navigator: .mock())
struct ExhibitModel: Sendable {
  var driver: any Driver
  func helpTapped() async {}
}
