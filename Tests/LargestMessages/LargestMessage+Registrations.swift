// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

extension LargestMessage {
  static let registrations: [LargestMessage] =
    Encoding.allCases.flatMap { encoding in
      [
        LargestMessage("HELLO, every list filled", .hello(filled), encoding, isOfWorker: true),
        LargestMessage("REGISTER, every list filled", .register(filled), encoding, isOfWorker: true),
        LargestMessage("HELLO, a tree of 9 900 nodes", .hello(wide), encoding, isOfWorker: true),
        LargestMessage("HELLO, 256 scenes and a tree", .hello(served), encoding, isOfWorker: true),
      ]
    } + [
      LargestMessage(
        "HELLO, parts that lead twice to the next, a route", .hello(doubling(route: true)), .json, isOfWorker: true,
        isRefused: true),
      LargestMessage(
        "HELLO, parts that lead twice to the next, no route", .hello(doubling(route: false)), .json, isOfWorker: true),
      LargestMessage("HELLO, alternatives that both lead to the next", .hello(alternating), .json, isOfWorker: true),
      LargestMessage(
        "HELLO, a chain of 250 parts of 30 levels", .hello(chain(250, levels: 30)), .json, isOfWorker: true,
        isRefused: true),
      LargestMessage("HELLO, a tree of 9 900 nodes again", .hello(wide), .json, isOfWorker: true),
    ]

  static let ends = [LargestMessage("BYE", .bye(Bye(restartingMs: .max)), .json, isOfWorker: true)]

  private static func blank(_ number: Int) -> Registration {
    Registration(worker: Names.worker(number), incarnation: Names.incarnation(number))
  }

  /// As much of everything as a message holds.
  private static let filled: Registration = {
    var registration = blank(1)
    registration.scenes = ["main"] + (0..<255).map(Names.scene)
    registration.root = (0..<256).map(Names.screen)
    let handles = (0..<24).map { RequestPattern(.show, Names.screen($0)) }
    for number in 0..<256 {
      registration.routables[Names.screen(number)] = Routable(handles: handles, guards: true)
    }
    registration.tree = .anyOf((0..<2000).map { .screen(Names.screen($0), route: RoutePoint(Names.route($0))) })
    for number in 0..<256 { registration.parts[Names.part(number)] = .screen(Names.screen(number)) }
    let patterns = (0..<256).compactMap {
      try? LinkPattern(url: "exhibit\($0)/{id:int}/{name=none}?{sort}&all", path: "home/exhibit?id={id}/{name}")
    }
    registration.links = LinkReading(schemes: (0..<16).map { "museum\($0)" }, patterns: patterns)
    for number in 0..<256 { registration.applied[Names.scene(number)] = Applied(epoch: 1, revision: 1) }
    registration.unsettled = (0..<Limits.usedTokensMax).map { Ask.Token(epoch: 1, number: UInt64($0)) }
    return registration
  }()

  private static let wide: Registration = {
    var registration = blank(1)
    registration.tree = .anyOf(
      (0..<4900).map { number in
        .screen(
          Names.screen(number), nesting: .screen(Names.screen(number + 1)), route: RoutePoint(Names.route(number)))
      })
    return registration
  }()

  private static let served: Registration = {
    var registration = wide
    registration.scenes = (0..<256).map(Names.scene)
    return registration
  }()

  private static func doubling(route: Bool) -> Registration {
    var registration = blank(1)
    registration.tree = .remote(Names.part(0))
    for number in 0..<40 {
      let next = TreeNode.remote(Names.part(number + 1))
      registration.parts[Names.part(number)] = .anyOf([next, next])
    }
    registration.parts[Names.part(40)] = .screen("leaf", route: route ? RoutePoint("leaf") : nil)
    return registration
  }

  private static let alternating: Registration = {
    var registration = blank(1)
    registration.tree = .remote(Names.part(0))
    for number in 0..<40 {
      let next = TreeNode.remote(Names.part(number + 1))
      registration.parts[Names.part(number)] = .conditional(on: "x", then: next, otherwise: next)
    }
    registration.parts[Names.part(40)] = .screen("leaf", route: RoutePoint("leaf"))
    return registration
  }()

  private static func chain(_ parts: Int, levels: Int) -> Registration {
    var registration = blank(1)
    registration.tree = .remote(Names.part(0))
    for number in 0..<parts {
      var node = TreeNode.remote(Names.part(number + 1))
      for level in 0..<levels {
        node = .screen(Names.screen(level), nesting: node, route: RoutePoint(Names.route(number * levels + level)))
      }
      registration.parts[Names.part(number)] = node
    }
    return registration
  }
}
