// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing
import TestTraits

/// What holds for every destination on every route.
@Suite("Any destination", .offPool)
struct DestinationRandomTests {
  @Test("A plan ends; a route that it leads to is valid, and shows the destination", arguments: UInt64(0)..<12)
  func invariants(seed: UInt64) throws {
    var source = RandomDestination(seed: seed)
    var (finished, refused) = (0, 0)
    for _ in 0..<150 {
      let (route, ids) = try Route.made(source.path(depth: 0), in: containers)
      let request = DestinationRequest(
        source.destination(), context: source.context(), on: route, ids: ids, among: ["other": source.destination()])
      let follow = DestinationFollow(request, answers: source.answers())
      #expect(follow.description == DestinationFollow(request, answers: source.known).description)
      if follow.end.hasPrefix("@") {
        finished += 1
        check(follow, request)
      } else {
        refused += 1
        #expect(follow.route == request.route)
      }
    }
    #expect(finished > 20 && refused > 20)
  }

  private func check(_ follow: DestinationFollow, _ request: DestinationRequest) {
    #expect(follow.route.validate() == nil)
    let old = Set(request.route.allElements.map(\.id))
    for element in follow.route.allElements where !old.contains(element.id) {
      #expect(element.id >= ElementID(request.ids.next) && element.id < ElementID(follow.ids.next))
    }
    #expect(follow.route.root.first?.id == .root)
    if let destination = follow.destination {
      #expect(follow.route.activePath.contains { $0.id == destination }, "\(request.destination)")
    }
    for task in follow.postTasks { #expect(follow.route.allElements.contains { task.hasSuffix(" \($0.id)") }) }
  }
}

/// Destinations and routes of any shape, of few names, so that much is found.
private struct RandomDestination {
  private var random: SeededGenerator
  /// The answers that were drawn last.
  private(set) var known: [String: DestinationAnswer] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func context() -> JSONValue { one(of: [.null, 1, "text", ["n": 1]]) }

  mutating func path(depth: Int) -> String {
    var items: [String] = []
    for index in 0..<Int.random(in: 1...4, using: &random) {
      let prefix = index == 0 && depth == 0 ? "" : one(of: ["", "", "^", "^!"])
      // A sheet that allows no pushes is followed by a sheet.
      let isClosed = items.last?.hasPrefix("^!") == true && !prefix.hasPrefix("^")
      items.append((isClosed ? "^" : prefix) + item(depth: depth))
    }
    return items.joined(separator: "/")
  }

  private mutating func item(depth: Int) -> String {
    guard depth < 2, chance(3) else { return one(of: ["x", "y", "l", "x?n=1"]) }
    return chance(2)
      ? "tabs{a=\(path(depth: depth + 1)),*b=\(path(depth: depth + 1)),c=}"
      : "split{left=\(path(depth: depth + 1)),right=\(chance(2) ? "" : path(depth: depth + 1))}"
  }

  mutating func destination() -> Destination {
    var steps: [Destination.Step] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) { steps.append(step(depth: 0)) }
    return Destination(steps + [one(of: [.root, .current, .custom(finder(depth: 0))])])
  }

  private mutating func step(depth: Int) -> Destination.Step {
    if depth == 0, chance(8) {
      let cases = [
        Destination.Switch.Case(one(of: [.asked("when"), .found(finder(depth: 0))]), from: [step(depth: 1), .current])
      ]
      return .choose(Destination.Switch(cases, otherwise: [step(depth: 1), .root]))
    }
    if chance(12) { return one(of: [.none, .adapt(.value(1)), .adapt(.asked("turn")), .from("other")]) }
    return .screen(
      Destination.ScreenStep(
        find: chance(2) ? finder(depth: 0) : nil, make: chance(4) ? nil : factory(depth: 0), action: action(),
        interceptors: chance(4) ? ["gate"] : [],
        contextTasks: chance(3) ? [one(of: [.setContent, .asked("fill")])] : [],
        postTasks: chance(3) ? ["log"] : []))
  }

  private mutating func finder(depth: Int) -> Destination.Finder {
    let targets: [Destination.Finder.Target] = [
      .screen("x"), .screen("y", .context), .screen("tabs"), .screen("l"), .asked("shows"), .container(.tabs),
      .container(.split), .container(.single), .stack, .instance(ElementID(2)), .stackOf(ElementID(3)), .presenting,
      .detailStack,
    ]
    let start: Destination.Finder.Start =
      depth < 2 && chance(4) ? .finder(finder(depth: depth + 1)) : one(of: [.topmost, .root])
    let options = chance(2) ? .fullStack : Destination.SearchOptions(rawValue: UInt8.random(in: 0..<64, using: &random))
    return Destination.Finder(one(of: targets), in: options, from: start, isPresented: chance(8))
  }

  private mutating func factory(depth: Int) -> Destination.Factory {
    guard depth < 2, chance(2) else {
      return one(of: [.screen("x"), .screen("y", .context), .screen("tabs"), .screen("split"), .asked("maker")])
    }
    var children: [Destination.Factory.Child] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      children.append(.init(factory(depth: depth + 1), contextTasks: chance(3) ? [.setContent] : []))
    }
    if chance(2) { return .stack(children: children, adopts: !chance(3)) }
    return .container("bar", one(of: [.tabs, .split, .single]), children: children, adopts: !chance(3))
  }

  private mutating func action() -> Destination.Action {
    one(of: [
      .push, .push, .push, .pushAsRoot, .pushReplacingLast, .addTab(), .addTab(at: 1, replacing: true), .setAsMaster,
      .pushToDetails, .pushOnToDetails, .replaceContent, .present(), .present(), .present(from: finder(depth: 1)),
      .replaceRoot, .select("b"), .none, .custom("dock"),
    ])
  }

  /// Answers to the questions of elements near the root, and to those that are of none.
  mutating func answers() -> [String: DestinationAnswer] {
    known = [
      "when when": .decided(chance(2)), "adapt turn": .value(context()), "make maker": .item(PathItem(AnyScreen("x"))),
      "intercept gate": chance(6) ? .deny(code: "no", message: "") : .allow,
    ]
    for id in 0..<12 {
      known["find shows @\(id)"] = .decided(chance(3))
      known["context fill @\(id)"] = .value(context())
      known["place dock @\(id)"] = .edit([.go(to: PathItem(AnyScreen("x")), on: .asked)])
    }
    return known
  }
}
