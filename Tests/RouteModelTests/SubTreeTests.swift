// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Sub-trees of a plan")
struct SubTreeTests {
  /// A route that is driven about on.
  struct Car {
    var route: Route
    var ids: IDSource
    var registry = TestRegistry()

    init(_ path: String) throws {
      registry.handles = [:]
      registry.routePlan = RoutePlan(DriveTests.tree)
      (route, ids) = try Route.made(path, in: registry)
    }

    /// Where the drive ends; the path, or why not.
    mutating func drive(_ drive: Drive) -> String {
      var plan = Plan(.drive(drive), on: route, ids: ids, stepwise: true)
      var step = plan.begin(in: registry)
      while case .step(let next) = step {
        route = next
        step = plan.resume(on: next, in: registry)
      }
      ids = plan.ids
      switch step {
      case .finished(let next): route = next
      case .refused(.unchanged(let reason)): return "unchanged \(reason)"
      case .refused(.rejected(let reason, _)): return "rejected \(reason)"
      case .ask, .task, .step, .stopped, .unhandled: return "\(step)"
      }
      return route.root.elements.map { $0.screen.name.rawValue + ($0.subTree == nil ? "" : "*") }
        .joined(separator: "/")
    }
  }

  @Test("A sub-tree stands above where one is, even above itself; leaving it leads back there and ends it")
  func identity() throws {
    var car = try Car("home/list")
    #expect(car.drive(Drive(.subTree("list"))) == "home/list/list*")
    #expect(car.route.root.elements.last?.subTree == SubTree("list", from: ElementID(1)))
    #expect(car.drive(Drive(.parent)) == "home/list")
    #expect(car.drive(Drive(.subTree("home"))) == "home/list/home*")
    #expect(car.drive(Drive(.parent)) == "home/list")
  }

  @Test("Inside, children, siblings and parents are those of the sub-tree")
  func inside() throws {
    var car = try Car("home/map")
    #expect(car.drive(Drive(.subTree("home"))) == "home/map/home*")
    #expect(car.drive(Drive(.route("list"))) == "home/map/home*/list")
    #expect(car.drive(Drive(.route("map"))) == "home/map/home*/map")
    #expect(car.drive(Drive(.route("home"))) == "home/map/home*")
    #expect(car.drive(Drive(.parent)) == "home/map")
  }

  @Test("What the sub-tree does not hold is looked for where it was driven from")
  func beyond() throws {
    var car = try Car("home/map")
    #expect(car.drive(Drive(.subTree("list"))) == "home/map/list*")
    #expect(car.drive(Drive(.route("settings"))) == "home/panel")
  }

  @Test("Sub-trees stand in each other, any number of times")
  func nested() throws {
    var car = try Car("home")
    for count in 1...20 {
      let path = "home" + String(repeating: "/map*", count: count)
      #expect(car.drive(Drive(.subTree("map"))) == path)
    }
    #expect(Set(car.route.root.elements.compactMap(\.subTree?.origin)).count == 20)
    for count in (0..<20).reversed() {
      #expect(car.drive(Drive(.parent)) == "home" + String(repeating: "/map*", count: count))
    }
    #expect(car.drive(Drive(.parent)) == "unchanged atRoot")
  }

  @Test("Where its origin has left, what lies beneath is next to it")
  func orphan() throws {
    var car = try Car("home/list")
    #expect(car.drive(Drive(.subTree("map"))) == "home/list/map*")
    car.route.root.elements.remove(at: 1)
    #expect(car.drive(Drive(.parent)) == "home")
  }

  @Test("A route that the plan does not hold any more can be left, and leads nowhere down")
  func forgotten() throws {
    var car = try Car("home/list")
    #expect(car.drive(Drive(.subTree("map"))) == "home/list/map*")
    car.registry.routePlan = RoutePlan(
      TreeComposition([
        TreePart(
          .screen("home", nesting: .screen("list", route: RoutePoint("list")), route: RoutePoint("home")), of: "kiosk")
      ]))
    #expect(car.drive(Drive(.subTree("map"))) == "rejected unknownRoute")
    #expect(car.drive(Drive(.parent)) == "home/list")
  }

  @Test("Only a new screen of the right name begins a sub-tree")
  func arrival() throws {
    let handles: [ScreenName: [Request]] = ["home": [.toChild("map")]]
    let done = try DriveTests.follow(
      Drive(.subTree("map")), on: "home", handles: handles, answers: ["to child map @0": .done])
    #expect(done.end == "rejected invalid")
    let other = try DriveTests.follow(
      Drive(.subTree("map")), on: "home", handles: handles, answers: ["to child map @0": .push(AnyScreen("list"))])
    #expect(other.end == "rejected invalid")
  }
}
