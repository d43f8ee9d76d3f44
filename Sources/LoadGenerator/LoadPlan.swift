// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// What load is to be put on a coordinator. All of it is bounded by ``LoadBounds``.
package struct LoadPlan: Hashable, Sendable {
  /// Scenes that the navigations go to in turn.
  package var scenes = 1
  /// Clients, each with a connection of its own.
  package var clients = 1
  /// Commands that each client has under way at once.
  package var outstanding = 1
  /// How many handlers are asked in each navigation; with 0 `go` and `back` ask nobody.
  package var asks = 1
  /// Workers that are connected besides those that are asked.
  package var idleWorkers = 0
  /// Screens that the idle workers register together.
  package var idleScreens = 0
  /// Observers of all scenes.
  package var observers = 1
  /// Observers of a scene in which nothing happens.
  package var idleObservers = 0
  /// Bytes of the content of the screen that comes and goes.
  package var contentBytes = 0
  /// Elements of a path below the screen that comes and goes, those in containers counted, the containers not.
  package var depth = 1
  /// Containers of tabs in each other, in the innermost of which all of that lies.
  package var containers = 0
  /// Whether the workers host the screens, and say when they appear.
  package var isHosted = false
  /// Navigations a second, each of which is due at its time, whether those before have ended or not; nil: the next one as soon as
  /// one has ended. As many are under way at most in both.
  package var rate: Int?
  /// Navigations before anything is measured: evenly many of each client, and at least one of each unless there are none.
  package var warmUp = 200

  /// A plan of one navigation at a time.
  package init() {}

  /// Commands that are under way at once.
  package var underWay: Int { clients * outstanding }

  /// What cannot be together; nil where all can.
  package var problem: String? {
    if depth < asks { return "a path of \(depth) elements has no place for \(asks) handlers: make it as deep" }
    if asks == 0, clients > scenes {
      // Commands of two connections come in any order.
      return "with --asks 0 each client needs a scene of its own, for it takes back what it did: --scenes \(clients)"
    }
    if idleScreens > idleWorkers * LoadBounds.screensOfWorker {
      let needed = (idleScreens - 1) / LoadBounds.screensOfWorker + 1
      return
        "\(idleScreens) \(idleScreens == 1 ? "screen needs" : "screens need") \(needed) idle "
        + "\(needed == 1 ? "worker" : "workers"): one registers \(LoadBounds.screensOfWorker) at most"
    }
    if elements > Route.elementsMax {
      return
        "a path of \(depth) elements in \(containers) containers has \(elements), with the containers, their other "
        + "branches and what comes: a route has at most \(Route.elementsMax) elements"
    }
    return nil
  }

  /// The elements of a scene in which each of its clients has shown the screen that comes and goes.
  private var elements: Int { depth + 2 * containers + (clients - 1) / scenes + 1 }

  /// How many of those before the measuring a client sends.
  func warmUpShare(of client: Int) -> Int {
    let all = warmUp == 0 ? 0 : max(warmUp, clients)
    return all / clients + (client < all % clients ? 1 : 0)
  }
}

extension LoadPlan {
  /// What all names of a load begin with.
  package static let prefix = "bench-"
  /// The screen that comes and goes.
  package static let target: ScreenName = "bench-target"
  /// The screen whose handler takes the requests.
  static let home: ScreenName = "bench-home"
  /// A screen without a handler.
  static let filler: ScreenName = "bench-filler"
  /// A container.
  static let tabs: ScreenName = "bench-tabs"
  /// Its branch that shows, and the other one.
  static let branches: (shown: BranchName, other: BranchName) = ("shown", "other")

  /// A scene.
  package static func scene(_ number: Int) -> SceneName { name(number) }

  /// A screen whose handler declines.
  static func decliner(_ number: Int) -> ScreenName { name("declines-\(number)") }

  /// A name of this load.
  static func name<Kind>(_ rest: some CustomStringConvertible) -> Name<Kind> {
    guard let name = Name<Kind>("\(prefix)\(rest)") else { preconditionFailure("'\(prefix)\(rest)' is no name") }
    return name
  }

  /// The path that each scene begins with, and comes back to.
  package var path: [PathItem] {
    let handlers = [Self.home] + (1..<max(1, asks)).map(Self.decliner)
    let fillers = [ScreenName](repeating: Self.filler, count: max(0, depth - handlers.count))
    // The handlers lie on top, so that nobody else is asked.
    let path = (fillers + handlers).map { PathItem(AnyScreen($0)) }
    return (0..<containers).reduce(path) { path, _ in
      let other = [PathItem(AnyScreen(Self.filler))]
      let branches = [
        PathItem.Branch(Self.branches.shown, path: path), PathItem.Branch(Self.branches.other, path: other),
      ]
      return [PathItem(AnyScreen(Self.tabs), branches: branches, selected: Self.branches.shown)]
    }
  }
}
