// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One line of walks, run on our plans: who is asked what, and where one ends.
struct QRouteRun {
  /// Every screen wants to take every step itself, as the harness's resolvers do.
  struct Resolvers: Registry {
    var routePlan: RoutePlan

    func answersRequests(_ name: ScreenName) -> Bool { false }
    func mayHandle(_ request: Request, screen: ScreenName) -> Bool { true }
    func presentation(of name: ScreenName) -> Presentation? { nil }
    func declaredBranches(of name: ScreenName) -> Branches? { nil }
  }

  /// What one operation came to.
  struct Result {
    /// The questions, as the vectors tell them.
    var events: [JSONValue] = []
    /// The contents that an input became a part of: route and share.
    var merges: [JSONValue] = []
    /// Whether the walk arrived.
    var isCompleted = false
    /// Why there was no walk.
    var refusal: Refusal?
  }

  let line: JSONValue
  let resolvers: Resolvers
  private(set) var route: Route
  private var ids = IDSource()

  init(_ line: JSONValue) throws {
    self.line = line
    let plan = try RoutePlan(vector: line)
    resolvers = Resolvers(routePlan: plan)
    guard let start = try RouteID(line.text("start")).flatMap({ plan.index(of: $0) }) else {
      throw Vectors.Unreadable(what: "\(line["start"]?.json ?? "") is not in the plan")
    }
    var elements: [Element] = []
    for node in plan.ancestors(of: start).reversed() + [start] {
      let id = elements.isEmpty ? ElementID.root : ids.fresh()
      elements.append(Element(id: id, screen: AnyScreen(plan.nodes[node].screen)))
    }
    route = Route(root: Path(elements))
  }

  /// The route of the screen on top.
  var current: String { route.root.elements.last?.screen.name.rawValue ?? "" }

  /// Whether the element is part of a sub-tree.
  private func isClone(_ id: ElementID) -> Bool {
    route.root.elements.prefix { $0.id != id }.contains { $0.subTree != nil }
      || route.element(id)?.subTree != nil
  }

  /// The screens, as the vectors tell them.
  var stack: [JSONValue] {
    route.root.elements.map { element in
      .object([
        ("clone", .bool(isClone(element.id))), ("id", .string(element.screen.name.rawValue)),
        ("input", element.screen.content),
      ])
    }
  }

  /// Takes one operation; each of its questions is answered as the harness does.
  mutating func take(_ operation: JSONValue) throws -> Result {
    var result = Result()
    guard let drive = try drive(of: operation) else {
      result.refusal = .rejected(.unknownRoute, message: "an empty id")
      return result
    }
    let merges = try line.text("merge") == "dest"
    var plan = Plan(.drive(drive), on: route, ids: ids, stepwise: true)
    var step = plan.begin(in: resolvers)
    while true {
      switch step {
      case .ask(let ask):
        guard let leg = ask.step, case .element(let id) = ask.subject else {
          throw Vectors.Unreadable(what: "a question of another kind: \(ask)")
        }
        result.events.append(event(leg, of: id))
        let number = Int64(result.events.count)
        if number == operation.number("abortAt") { return result }
        if number == operation.number("nilAt") {
          step = plan.answer(.declined, in: resolvers)
          continue
        }
        let isMerged = merges || leg.direction == .stay
        step = plan.answer(.instruction(instruction(for: leg), merging: isMerged), in: resolvers)
        if isMerged, let top = plan.draft.root.elements.last {
          result.merges.append(
            .object([("route", .string(top.screen.name.rawValue)), ("input", top.screen.content)]))
        }
      case .step(let next):
        (route, ids) = (next, plan.ids)
        step = plan.resume(on: next, in: resolvers)
      case .finished(let next):
        (route, ids) = (next, plan.ids)
        result.isCompleted = true
        return result
      case .refused(.unchanged(.same)):
        result.isCompleted = true
        return result
      case .refused(let refusal):
        result.refusal = refusal
        return result
      case .unhandled, .task, .stopped: return result
      }
    }
  }

  private func instruction(for leg: Drive.Step) -> Instruction {
    switch leg.direction {
    case .down: .push(AnyScreen(leg.screen))
    case .up: .pop
    case .stay: .done
    }
  }

  private func drive(of operation: JSONValue) throws -> Drive? {
    let input = operation["input"] ?? .null
    let word = try operation.text("op")
    guard word != "driveParent" else { return Drive(.parent, input: input) }
    guard let target = try RouteID(operation.text("target")) else { return nil }
    switch word {
    case "driveTo": return Drive(.route(target), input: input)
    case "driveSub": return Drive(.subTree(target), input: input)
    default: throw Vectors.Unreadable(what: "operation \(word)")
    }
  }

  private func event(_ leg: Drive.Step, of id: ElementID) -> JSONValue {
    let (call, direction) =
      switch leg.direction {
      case .down: ("toChild", "DOWN")
      case .up: ("toParent", "UP")
      case .stay: ("toSelf", "SELF")
      }
    return .object([
      ("call", .string(call)), ("from", .string(route.element(id)?.screen.name.rawValue ?? "")),
      ("to", .string(leg.route.rawValue)), ("input", leg.input),
      ("finalDestination", .string(leg.destination.rawValue)),
      ("pathNode", .array([.string(direction), .string(leg.route.rawValue)])),
      ("fromIsClone", .bool(isClone(id))),
    ])
  }
}
