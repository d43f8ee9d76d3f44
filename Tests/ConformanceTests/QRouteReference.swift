// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The walks of one line by QRoute's rules, or by ours, step by step on objects that are routes, as QRoute has them: the
/// rules differ only in what a sub-tree is, and in what becomes of a route that is none. It shares nothing with our plans.
struct QRouteReference {
  /// Whose rules.
  enum Side {
    /// Routes are the same where their ids are, and a way is looked for in the children first.
    case theirs
    /// Routes are the same where their objects are, and a way leads out of a sub-tree only to where it was driven from.
    case ours
  }

  /// What an operation comes to.
  struct Outcome: Equatable {
    var events: [JSONValue] = []
    var merges: [JSONValue] = []
    /// Whether a screen is told that it arrived.
    var isCompleted = false
    var stack: [JSONValue] = []
  }

  /// A route, or a copy of one in a sub-tree.
  private struct Point {
    var id: String
    var takes: Set<String>
    var parent: Int?
    var children: [Int] = []
    var isClone = false
  }

  private typealias Step = (direction: Drive.Step.Direction, to: Int)

  private let side: Side
  private let mergesOnTheWay: Bool
  private var points: [Point] = []
  /// The screens, from the bottom up: their routes, and what was merged into them.
  private var screens: [(point: Int, input: [String: JSONValue])] = []

  init(_ line: JSONValue, by side: Side) throws {
    self.side = side
    mergesOnTheWay = try line.text("merge") == "dest"
    guard let plan = line["plan"] else { throw Vectors.Unreadable(what: "no plan") }
    try add(plan, below: nil)
    let start = try line.text("start")
    guard let point = points.firstIndex(where: { $0.id == start }) else {
      throw Vectors.Unreadable(what: "\(start) is not in the plan")
    }
    screens = (ancestors(of: point).reversed() + [point]).map { ($0, [:]) }
  }

  private mutating func add(_ route: JSONValue, below parent: Int?) throws {
    let point = points.count
    points.append(Point(id: try route.text("id"), takes: Set(try route.texts("dependencies")), parent: parent))
    if let parent { points[parent].children.append(point) }
    for child in route.items("routes") { try add(child, below: point) }
  }

  private func ancestors(of point: Int) -> [Int] {
    points[point].parent.map { [$0] + ancestors(of: $0) } ?? []
  }

  private func descendant(of point: Int, _ id: String) -> Int? {
    let children = points[point].children
    if let child = children.first(where: { points[$0].id == id }) { return child }
    for child in children {
      if let found = descendant(of: child, id) { return found }
    }
    return nil
  }

  /// The steps down to a route; they end where the id is that of the place they come from.
  private func descent(from point: Int, to target: Int) -> [Step] {
    ([target] + ancestors(of: target)).prefix { points[$0].id != points[point].id }.reversed().map { (.down, $0) }
  }

  private mutating func copy(_ point: Int, below parent: Int) -> Int {
    let copy = points.count
    points.append(Point(id: points[point].id, takes: points[point].takes, parent: parent, isClone: true))
    for child in points[point].children {
      let child = self.copy(child, below: copy)
      points[copy].children.append(child)
    }
    return copy
  }
}

extension QRouteReference {
  /// The steps to a route; none where there is no such route.
  private func way(from start: Int, to id: String) -> [Step] {
    if points[start].id == id { return [(.stay, start)] }
    if let target = descendant(of: start, id) { return descent(from: start, to: target) }
    let above = ancestors(of: start)
    switch side {
    case .ours:
      for (index, place) in above.enumerated() {
        let ups = above[...index].map { Step(.up, $0) }
        if points[place].id == id { return ups }
        if let target = descendant(of: place, id) { return ups + descent(from: place, to: target) }
      }
      return []
    case .theirs:
      if let index = above.firstIndex(where: { points[$0].id == id }) { return above[...index].map { (.up, $0) } }
      guard let root = above.last, let target = descendant(of: root, id) else { return [] }
      // Both lines end at the first route that has the root's id.
      func line(_ line: [Int]) -> ArraySlice<Int> {
        line[...(line.firstIndex { points[$0].id == points[root].id } ?? line.count - 1)]
      }
      let known = Set(line(ancestors(of: target)).map { points[$0].id })
      let common = line(above).first { known.contains(points[$0].id) } ?? root
      return above[...(above.firstIndex(of: common) ?? 0)].map { (.up, $0) } + descent(from: common, to: target)
    }
  }

  private mutating func steps(of operation: JSONValue, from start: Int) throws -> [Step] {
    let parent = points[start].parent
    switch (try operation.text("op"), side) {
    case ("driveTo", _): return way(from: start, to: try operation.text("target"))
    case ("driveParent", .theirs): return parent.map { way(from: start, to: points[$0].id) } ?? []
    case ("driveParent", .ours): return parent.map { [(.up, $0)] } ?? []
    case ("driveSub", _):
      let target = try operation.text("target")
      guard let target = way(from: start, to: target).last?.to else { return [] }
      return [(.down, copy(target, below: start))]
    case (let word, _): throw Vectors.Unreadable(what: "operation \(word)")
    }
  }

  /// Takes one operation.
  mutating func take(_ operation: JSONValue) throws -> Outcome {
    guard let start = screens.last?.point else { throw Vectors.Unreadable(what: "no screen") }
    var input: [String: JSONValue] = [:]
    if case .members(let members)? = operation["input"] { for member in members { input[member.key] = member.value } }
    let steps = try steps(of: operation, from: start)
    // A walk to nowhere ends at once, and tells whence it came.
    var outcome = Outcome(isCompleted: try steps.isEmpty && operation.text("op") == "driveTo" && side == .theirs)
    for step in steps {
      outcome.isCompleted = false
      outcome.events.append(event(step, to: steps.last?.to ?? start, input))
      let number = Int64(outcome.events.count)
      if [operation.number("abortAt"), operation.number("nilAt")].contains(number) { break }
      switch step.direction {
      case .stay: break
      case .down: screens.append((step.to, [:]))
      case .up where screens.count > 1: screens.removeLast()
      // Nothing is beneath: it never completes.
      case .up:
        outcome.stack = stack
        return outcome
      }
      if mergesOnTheWay || step.direction == .stay { outcome.merges.append(merge(input)) }
      outcome.isCompleted = true
    }
    outcome.stack = stack
    return outcome
  }

  private var stack: [JSONValue] {
    screens.map { screen in
      .object([
        ("clone", .bool(points[screen.point].isClone)), ("id", .string(points[screen.point].id)),
        ("input", .object(screen.input.map { ($0.key, $0.value) })),
      ])
    }
  }

  /// Merges its share of the input into the screen on top.
  private mutating func merge(_ input: [String: JSONValue]) -> JSONValue {
    let top = screens.count - 1
    let point = points[screens[top].point]
    screens[top].input.merge(input.filter { point.takes.contains($0.key) }) { $1 }
    return .object([
      ("route", .string(point.id)), ("input", .object(screens[top].input.map { ($0.key, $0.value) })),
    ])
  }

  private func event(_ step: Step, to destination: Int, _ input: [String: JSONValue]) -> JSONValue {
    let asked = points[screens[screens.count - 1].point]
    let (call, direction, to): (String, String, String?) =
      switch step.direction {
      case .down: ("toChild", "DOWN", points[step.to].id)
      case .up: ("toParent", "UP", asked.parent.map { points[$0].id })
      case .stay: ("toSelf", "SELF", asked.id)
      }
    return .object([
      ("call", .string(call)), ("from", .string(asked.id)), ("to", to.map { .string($0) } ?? .null),
      ("input", .object(input.map { ($0.key, $0.value) })), ("finalDestination", .string(points[destination].id)),
      ("pathNode", .array([.string(direction), .string(points[step.to].id)])), ("fromIsClone", .bool(asked.isClone)),
    ])
  }
}
