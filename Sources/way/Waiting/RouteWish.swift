// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

/// What a route shall be: a screen on top, or a whole path; and whether that shall have appeared.
struct RouteWish {
  private let path: [PathItem]
  private let mustHaveAppeared: Bool
  /// Whether every element has a host, as with hosting required: one without has waited for it since a restart. Else it may be one
  /// that no worker ever hosts.
  private let mustBeHosted: Bool

  init(_ path: [PathItem], mustHaveAppeared: Bool, mustBeHosted: Bool = false) {
    self.path = path
    self.mustHaveAppeared = mustHaveAppeared
    self.mustBeHosted = mustBeHosted
  }

  /// The single screen that shall be on top; nil where it is a path.
  private var screen: AnyScreen? {
    guard path.count == 1, let item = path.first, item.branches.isEmpty, item.selected == nil else { return nil }
    return item.screen
  }

  /// Why the route is not as wished; nil where it is.
  func problem(in state: SceneState) -> RouteProblem? {
    let route = state.path.path
    var tops = route.tops
    if let screen {
      tops = tops.filter { Self.matches($0.screen, screen) }
      if tops.isEmpty { return .notOnTop(screen, state) }
    } else if !route.matches(path) {
      return .otherPath(state)
    }
    guard mustHaveAppeared else { return nil }
    let absent = tops.first { element in
      let host = state.path.hosts[element.id]
      return !element.hasAppeared || (mustBeHosted || host?.worker != nil) && host?.presence != .attended
    }
    return absent.map { .notThere($0, state.path.hosts[$0.id]) }
  }

  /// A screen is named with its content and presentation, or without.
  static func matches(_ screen: AnyScreen, _ wish: AnyScreen) -> Bool {
    screen.name == wish.name && (wish.content.isNull || screen.content == wish.content)
      && (wish.presentation == .push || screen.presentation == wish.presentation)
  }
}

/// What of a route is not as wished.
enum RouteProblem {
  case notOnTop(AnyScreen, SceneState)
  case otherPath(SceneState)
  case notThere(Element, Host?)

  /// In words; `known` says since when an element's host knows of it.
  func text(known: (ElementID) -> String?) -> String {
    switch self {
    case .notOnTop(let screen, let state):
      guard let beneath = state.path.path.element(where: { RouteWish.matches($0.screen, screen) }) else {
        return "\(screen) is not on the route; " + Self.place(state)
      }
      return "\(beneath.id) \(beneath.screen) is not on top; " + Self.place(state)
    case .otherPath(let state): return Self.place(state)
    case .notThere(let element, let host):
      let what = "\(element.id) \(element.screen) has \(element.hasAppeared ? "" : "not ")appeared"
      return what + (element.hasAppeared ? ", but " : "; ") + Self.text(host, element, known(element.id))
    }
  }

  private static func place(_ state: SceneState) -> String {
    let path = PathText(state.path.path).text
    return path.isEmpty
      ? "nothing shows in \(state.scene)" : "\(state.scene) is at \(path), revision \(state.revision)"
  }

  private static func text(_ host: Host?, _ element: Element, _ known: String?) -> String {
    guard let host, let worker = host.worker else {
      return element.hasAppeared
        ? "no worker hosts it yet" : "no worker hosts it (`way appeared \(element.id)` says that it shows)"
    }
    let name = "its host \(worker)"
    switch host.presence {
    case .attended: return "\(name) is attended" + (known.map { " and was told \($0)" } ?? "")
    case .leaving: return "\(name) restarts"
    case .unattended: return "\(name) is gone"
    case .failed: return "\(name) cannot show it"
    case .quarantined: return "\(name) is quarantined"
    case .notInTree: return "the tree does not build it any more"
    }
  }
}

extension Path {
  /// The last element, also of branches, that fits.
  fileprivate func element(where fits: (Element) -> Bool) -> Element? {
    var found: Element?
    forEachElement { if fits($0) { found = $0 } }
    return found
  }
}
