// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One line of RouteComposer's scenarios, run on our plan: who is asked what, what is made, and where it ends.
struct RouteComposerRun {
  /// The kinds of errors that both sides have.
  enum Failure: String {
    case typeMismatch, compositionFailed, cantBeDismissed, generic
    case notFound = "initialController.notFound"
    case deallocated = "initialController.deallocated"
    /// Ours alone.
    case notPlaced
  }

  /// The end.
  enum End: Equatable {
    case done
    case failed(Failure)
  }

  let test: RouteComposerCase
  let undone: Set<Rule>
  private(set) var end = End.done
  /// The questions, as the lines tell them.
  private(set) var asks: [String] = []
  /// The route at the end, and what its elements are called.
  private(set) var route: Route
  private(set) var labels: [ElementID: String]
  /// What was made in order; of stacks nil.
  private(set) var made: [ElementID?] = []
  private(set) var outline = Destination.Outline()
  private(set) var destination: ElementID?
  /// Whether it ended because a host would not prepare its screen.
  private(set) var isHostRefused = false
  /// The route on which it began again because a gate changed it.
  private(set) var replanned: (route: Route, labels: [ElementID: String])?

  init(_ test: RouteComposerCase, undoing undone: Set<Rule> = []) throws {
    var test = test
    self.undone = undone
    self.test = test
    (route, labels) = (test.route, test.labels)
    var request = try Self.request(test, undone)
    var plan = DestinationPlan(request)
    var step = plan.begin(in: LoneScreens())
    while true {
      switch step {
      case .ask(let ask):
        if case .interceptor(let name) = ask.question, replanned == nil,
          let root = Self.newRoot(by: name, in: test.line)
        {
          // It answers with a redirect: the plan waits, and is made again on the route of that moment.
          asks.append("intercept \(name)")
          try test.replaceRoot(with: root)
          (route, labels) = (test.route, test.labels)
          replanned = (route, labels)
          request = try Self.request(test, undone)
          plan = DestinationPlan(request)
          step = plan.begin(in: LoneScreens())
        } else {
          step = plan.answer(answer(to: ask), in: LoneScreens())
        }
      case .guards(let next):
        if let refused = guards(for: next, plan) {
          end = .failed(refused)
          return
        }
        labels = Self.labels(test.labels, with: plan.outline.made)
        step = plan.resume()
      case .finished(let result):
        finish(result)
        return
      case .refused(let refusal):
        labels = test.labels
        end = .failed(Failure(refusal))
        return
      }
    }
  }

  private static func request(_ test: RouteComposerCase, _ undone: Set<Rule>) throws -> DestinationRequest {
    var destination = try test.destination()
    if undone.contains(.convertedContext) { destination = destination.choosingFirst }
    return DestinationRequest(
      destination, context: JSONValue(vectorContext: test.line["request"]?["context"]), on: test.route, ids: test.ids,
      hooks: try test.hooks())
  }

  /// The root that an interceptor puts in the place of the old one.
  private static func newRoot(by name: TaskName, in line: JSONValue) -> JSONValue? {
    var root: JSONValue?
    _ = line.contains { value in
      if value["name"] == .string(name.rawValue), let node = value["replace_root"] { root = node }
      return false
    }
    return root
  }

  private mutating func answer(to ask: Destination.Ask) -> DestinationAnswer {
    switch ask.question {
    case .condition(let name): return .decided(name == "yes")
    case .interceptor(let name):
      asks.append("intercept \(name)")
      let fails = test.line["request"]?.contains {
        $0["name"] == .string(name.rawValue) && $0["result"] == "fail"
      }
      return fails == true ? .deny(code: "failed", message: "interceptor \(name) failed") : .allow
    case .contextTask(let name):
      // A task that fails leaves no trace in the lines.
      if name.rawValue.hasSuffix("fail") { return .deny(code: "failed", message: "context task failed") }
      asks.append("context_task \(label(ask.element)) \(name)")
      return .allow
    case .finder, .conversion, .factory, .action: return .noAnswer
    }
  }

  /// Asks the screens that would leave, topmost first. With that rule undone, as RouteComposer does: all screens of the
  /// anchor's layer and of those above it, from below.
  private mutating func guards(for next: Route, _ plan: DestinationPlan) -> Failure? {
    var asked = route.leaving(for: next)
    if undone.contains(.onlyLeaving), let anchor = plan.outline.steps.first?.element {
      let layers = route.root.layers
      let first = layers.firstIndex { layer in Path(Array(route.root.elements[layer]))[anchor] != nil } ?? 0
      asked = []
      Path(Array(route.root.elements[layers[first].lowerBound...])).forEachElement { asked.append($0) }
    }
    for element in asked {
      guard let answer = test.guards[element.id] else { continue }
      asks.append("can_be_dismissed? \(label(element.id)) \(answer)")
      if !answer { return .cantBeDismissed }
    }
    return nil
  }

  /// New elements are called by their number; stacks count too.
  private static func labels(_ old: [ElementID: String], with made: [ElementID?]) -> [ElementID: String] {
    var labels = old
    for (index, id) in made.enumerated() { if let id { labels[id] = "+\(index + 1)" } }
    return labels
  }

  private mutating func finish(_ result: DestinationResult) {
    (outline, made, destination) = (result.outline, result.outline.made, result.destination)
    // A factory that fails is here a host that does not prepare its screen.
    let arriving = made.compactMap { $0.flatMap { result.route.element($0) }?.screen.name.rawValue }
    let fails = test.line["request"]?.contains { node in
      guard node["fail"] != nil, case .string(let kind)? = node["kind"] else { return false }
      return arriving.contains(kind)
        || node["arr"] == "stack" && outline.steps.contains { $0.find == .made && $0.isStack }
    }
    if fails == true {
      isHostRefused = true
      labels = test.labels
      end = .failed(.generic)
      return
    }
    route = result.route
    for task in result.postTasks {
      if task.name == "fail" {
        end = .failed(.generic)
        return
      }
      let arrived = task.arrived.map { label($0) }.joined(separator: " ")
      asks.append("post_task \(label(task.element)) \(task.name) [\(arrived)]")
    }
  }

  private func label(_ id: ElementID?) -> String { id.flatMap { labels[$0] } ?? "" }
}

extension RouteComposerRun.Failure {
  init(_ refusal: DestinationRefusal) {
    switch refusal.reason {
    case .refused(.unchanged(.notPlaced)): self = .notPlaced
    case .refused(.rejected(.typeMismatch, _)): self = .typeMismatch
    case .refused(.rejected(.targetNotFound, _)) where refusal.step == nil: self = .notFound
    case .refused: self = .compositionFailed
    case .denied, .noAnswer: self = .generic
    }
  }
}

extension Destination {
  /// The same chain with every choice made before the context changes, as RouteComposer makes it.
  fileprivate var choosingFirst: Destination {
    guard let index = steps.firstIndex(where: { if case .choose = $0 { true } else { false } }),
      case .choose(let choice) = steps[index]
    else { return self }
    let before = Array(steps[..<index])
    let cases = choice.cases.map { Destination.Switch.Case($0.condition, from: before + $0.steps) }
    return Destination([
      .choose(Destination.Switch(cases, otherwise: before + (choice.otherwise ?? []), context: choice.context))
    ])
  }
}

/// In UIKit a screen takes pushes in a navigation controller only.
private struct LoneScreens: Registry {
  func answersRequests(_ name: ScreenName) -> Bool { false }
  func mayHandle(_ request: Request, screen: ScreenName) -> Bool { false }
  func presentation(of name: ScreenName) -> Presentation? { .sheet(allowsPush: false) }
  func declaredBranches(of name: ScreenName) -> Branches? { nil }
}
