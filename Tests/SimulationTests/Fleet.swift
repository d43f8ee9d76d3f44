// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// What a seed's installation consists of: settings, scenes, and what each worker can do.
struct Fleet {
  static let screens: [ScreenName] = ["home", "list", "detail", "form", "map", "help"]

  var settings = Settings()
  var scenes: [SceneName] = ["main"]
  /// What each worker registers; the incarnation is filled in for each process.
  var workers: [Registration] = []
  var clients = 2
  var observers = 2

  /// Everybody hosts something and answers; nothing special.
  static let plain: Fleet = {
    var fleet = Fleet()
    var home = Routable(handles: [RequestPattern(.show, nil), RequestPattern(.hide, nil)])
    home.workingMaxMs = 2000
    fleet.workers = [
      Self.worker("home", ["home": home], root: ["home"]),
      Self.worker("list", ["list": home, "detail": Routable(hosts: true)]),
    ]
    fleet.settings.requiresHosts = false
    return fleet
  }()

  static func worker(
    _ name: WorkerName, _ routables: [ScreenName: Routable], root: [ScreenName] = []
  ) -> Registration {
    guard let incarnation = Incarnation("0") else { preconditionFailure("an incarnation") }
    return Registration(
      worker: name, version: "1", incarnation: incarnation, scenes: nil, root: root, routables: routables)
  }
}

extension Fleet {
  /// An installation of chance.
  init(from random: inout SeededGenerator) {
    settings.requiresHosts = random.chance(400)
    settings.hostWaitMs = random.chance(300) ? 500 : 0
    settings.afterDeathMs = random.chance(500) ? 1000 : 200
    if random.chance(400) { scenes.append("side") }
    if random.chance(400) {
      for scene in scenes {
        settings.scenes[scene] = .init(
          start: [PathItem(AnyScreen("home"))], backAtRoot: random.chance(300) ? [PathItem(AnyScreen("help"))] : nil)
      }
    }
    clients = 1 + random.below(3)
    observers = 1 + random.below(2)
    let split = random.chance(500)
    var groups: [(WorkerName, [ScreenName])] = [("home", ["home"]), ("list", ["list", "detail"])]
    if split { groups += [("form", ["form"]), ("map", ["map", "help"])] } else { groups[0].1 += ["form", "map"] }
    for (name, screens) in groups {
      var routables: [ScreenName: Routable] = [:]
      for screen in screens { routables[screen] = Self.routable(screen, from: &random) }
      var worker = Self.worker(name, routables, root: name == "home" ? ["home", "map"] : [])
      worker.wantsRoutes = random.chance(200)
      workers.append(worker)
    }
    if random.chance(300) { plantTree(&random) } else if random.chance(400) { openMuseum(&random) }
  }

  private static func routable(_ screen: ScreenName, from random: inout SeededGenerator) -> Routable {
    var routable = Routable(sensitive: screen == Secret.screen)
    if random.chance(800) { routable.handles.append(RequestPattern(.show, random.chance(700) ? nil : "list")) }
    if random.chance(700) { routable.handles.append(RequestPattern(.hide, nil)) }
    if random.chance(300) { routable.handles.append(RequestPattern(.change, nil)) }
    if random.chance(400) { routable.handles.append(RequestPattern(toChild: random.chance(700) ? nil : "list")) }
    if random.chance(400) { routable.handles.append(RequestPattern(.toParent, nil)) }
    if random.chance(300) { routable.handles.append(RequestPattern(.toSelf, nil)) }
    if random.chance(150) { routable.standing = [RequestPattern(.show, "detail"): .push(nil)] }
    routable.guards = random.chance(250)
    routable.unanswered = random.chance(500) ? .allow : .deny
    routable.back = random.chance(200)
    routable.prepares = random.chance(200)
    routable.isVirtual = random.chance(50)
    routable.hosts = !routable.isVirtual
    if random.chance(200) { routable.presentation = .sheet(allowsPush: random.chance(500)) }
    routable.onDeath = random.pick([.keep, .keep, .pop, .fallback(AnyScreen("help"))])
    if random.chance(200) { routable.askMs = random.number(50...1500) }
    routable.workingMaxMs = 2000
    return routable
  }

  /// The same worker after an update of its software.
  static func changed(_ registration: Registration, from random: inout SeededGenerator) -> Registration {
    var changed = registration
    for screen in registration.routables.keys.sorted() where random.chance(500) {
      var routable = routable(screen, from: &random)
      routable.branches = registration.routables[screen]?.branches
      routable.instance = registration.routables[screen]?.instance ?? .standard
      // What is checked of guards needs one that always is.
      if !registration.destinations.isEmpty, screen == "detail" { routable.guards = true }
      changed.routables[screen] = routable
    }
    if registration.tree != nil { changed.tree = tree(from: &random) }
    if registration.parts["rooms"] != nil { changed.parts["rooms"] = rooms(from: &random) }
    return changed
  }
}
