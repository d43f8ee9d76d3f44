// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The way to a destination of 20 steps on a route of nearly as many elements as one has, of which nobody is asked.
enum DestinationBenchmark {
  private static let elements = 236

  static func run() {
    let route = route()
    print("a destination of 20 steps on a route of \(route.allElements.count) elements, nobody is asked:")
    Report.tell("the last step is found deep in a hidden tab", measure(destination(atEnd: "last"), on: route))
    Report.tell("the last step is found at once", measure(destination(atEnd: nil), on: route))
    let path = route.allElements.map { PathItem($0.screen) }
    Report.tell(
      "replacing a path of as many elements, for comparison",
      measure(on: Route(root: Path(route.allElements))) {
        Plan(.navigator(.replace(path: path, in: nil)), on: $0, ids: $1)
      })
  }

  /// Tabs, each with a long path.
  private static func route() -> Route {
    var next: UInt64 = 1
    let branches = (0..<5).map { number in
      let held = (0..<(elements / 5)).map { index in
        defer { next += 1 }
        let isLast = number == 4 && index == elements / 10
        return Element(id: ElementID(next), screen: AnyScreen(isLast ? "last" : "filler"))
      }
      return Branches.Branch(BranchName("tab-\(number)") ?? "tab", path: Path(held))
    }
    let tabs = Element(
      id: .root, screen: AnyScreen("tabs"), branches: Branches(kind: .tabs, branches: branches, selected: "tab-0"))
    return Route(root: Path([tabs]))
  }

  private static func destination(atEnd name: ScreenName?) -> Destination {
    let steps = (0..<19).map { number in
      let screen = ScreenName("step-\(number)") ?? "step"
      return Destination.Step.screen(
        Destination.ScreenStep(find: .screen(screen), make: .screen(screen), action: .push))
    }
    return Destination(steps + [name.map { .custom(.screen($0)) } ?? .custom(.screen("filler"))])
  }

  private static func measure(_ destination: Destination, on route: Route) -> [Duration] {
    measure(on: route) { Plan(.route(.inline(destination)), on: $0, ids: $1) }
  }

  private static func measure(on route: Route, _ plan: (Route, IDSource) -> Plan) -> [Duration] {
    let clock = ContinuousClock()
    return (0..<200).map { _ in
      clock.measure {
        var plan = plan(route, IDSource(next: 1000))
        let step = plan.begin(in: DeclaredContainers())
        guard case .finished = step else {
          guard case .refused(.unchanged(.same)) = step else { preconditionFailure("\(step)") }
          return
        }
      }
    }
  }
}
