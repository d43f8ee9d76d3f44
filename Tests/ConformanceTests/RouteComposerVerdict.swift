// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What our rules say to a scenario: that our plan does as RouteComposer, or that a rule of ours is the only difference.
/// Nothing is known of single lines, so a new line is judged like the others.
struct RouteComposerVerdict {
  /// The rule by which our plan differs; nil where it does not, or where ``difference`` says how.
  private(set) var rule: Rule?
  /// What no rule explains.
  private(set) var difference: String?

  init(on test: RouteComposerCase) throws {
    let theirs = try RouteComposerExpectation(test.line)
    let ours = try RouteComposerRun(test)
    let difference = try theirs.difference(from: ours)
    guard let difference else { return }
    let undoings: [[Rule]] = [[.onlyLeaving], [.convertedContext], [.onlyLeaving, .convertedContext]]
    let undone = try undoings.map { (rule: $0[0], run: try RouteComposerRun(test, undoing: Set($0))) }
    rule = try undone.first { try theirs.difference(from: $0.run) == nil }?.rule
    for run in [ours] + undone.map(\.run) where rule == nil {
      // Their contexts come first whatever else is different.
      for theirs in [theirs] + theirs.withContextsLast(run) where rule == nil {
        rule = try Rule.allOfRouteComposer.first { try theirs.isExplained(by: $0, run) }
      }
    }
    if rule == nil { self.difference = difference }
  }
}

/// What a line says that RouteComposer does.
struct RouteComposerExpectation {
  let line: JSONValue
  let expected: JSONValue
  let end: RouteComposerRun.End
  private(set) var asks: [String]
  let state: String
  let path: String
  private let stacks: Set<String>

  init(_ line: JSONValue) throws {
    self.line = line
    let expected = line["expect"] ?? .null
    self.expected = expected
    var stacks: Set<String> = []
    _ = line.contains { node in
      if node["arr"] == "stack", case .string(let id)? = node["id"] ?? node["screen"] { stacks.insert(id) }
      return false
    }
    self.stacks = stacks
    if let error = expected["error"] {
      let kind = try error.text("kind")
      guard let failure = RouteComposerRun.Failure(rawValue: kind) else { throw Vectors.Unreadable(what: kind) }
      end = .failed(failure)
    } else {
      end = .done
    }
    asks = try expected.items("events").compactMap { try Self.ask($0, stacks) }
    state = try RouteComposerStory.text(expected.items("state"))
    path = RouteComposerStory.path(try expected.text("path"), stacks: stacks)
  }

  /// A question as text; nil for what is none, or is asked of a stack.
  private static func ask(_ event: JSONValue, _ stacks: Set<String>) throws -> String? {
    let asked = try event.text("ask")
    guard !stacks.contains(asked) else { return nil }
    let label = RouteComposerStory.label(asked)
    switch try event.text("do") {
    case "can_be_dismissed?": return "can_be_dismissed? \(label) \(event.flag("answer"))"
    case "intercept": return "intercept \(try event.text("name"))"
    case "context_task": return "context_task \(label) \(try event.text("name"))"
    case "post_task":
      let stack = try event.texts("routing_stack").filter { !stacks.contains($0) }.map(RouteComposerStory.label)
      return "post_task \(label) \(try event.text("name")) [\(stack.joined(separator: " "))]"
    default: return nil
    }
  }

  /// The first thing that is not as they have it.
  func difference(from ours: RouteComposerRun) throws -> String? {
    if ours.end != end { return "ends \(ours.end), they \(end)" }
    if ours.asks != asks { return "asks \(ours.asks), they \(asks)" }
    return try differenceOfState(from: ours)
  }

  private func differenceOfState(from ours: RouteComposerRun) throws -> String? {
    let story = RouteComposerStory.text(ours.route, ours.labels)
    if story != state { return "leads to \(story), they to \(state)" }
    let ourPath = RouteComposerStory.path(ours.route, ours.labels)
    if ourPath != path { return "has the path \(ourPath), they \(path)" }
    guard end == .done else { return nil }
    if ours.made.count != starts.count { return "makes \(ours.made.count), they \(starts)" }
    let left = Set(ours.labels.filter { ours.route.element($0.key) == nil }.values)
    let gone = Set(try expected.texts("gone").filter { !stacks.contains($0) }.map(RouteComposerStory.label))
    // The root's id passes to the next root, so what had it before has no id any more.
    if !left.isSubset(of: gone) { return "loses \(left.sorted()), they \(gone.sorted())" }
    let late = ours.outline.steps.filter { $0.find == .foundLate && !$0.isStack }.map { $0.element }
    let theirLate = try expected.items("events").filter { $0["do"] == "found_late" }.map { try $0.text("ask") }
      .filter { !stacks.contains($0) }.map(RouteComposerStory.label)
    return late.map { $0.flatMap { ours.labels[$0] } ?? "?" } == theirLate
      ? nil : "finds late \(late), they \(theirLate)"
  }

  /// What is started, in order.
  private var starts: [JSONValue] { expected.items("events").filter { $0["do"] == "start" } }
}

extension Rule {
  /// Where we differ on purpose from RouteComposer (specification, section "Destinations"), after those that can be undone.
  static var allOfRouteComposer: [Rule] {
    [
      .contextsLast, .plannedFirst, .hostsLast, .noTraces, .replanned, .notPlaced, .revealed, .notPostponed,
      .twoBranches, .emptyStack,
      .stacksCannotRefuse, .oneAtATime,
    ]
  }
}

extension RouteComposerExpectation {
  /// Whether a rule is the only difference.
  func isExplained(by rule: Rule, _ ours: RouteComposerRun) throws -> Bool {
    let isUntouched = ours.route == ours.test.route
    switch rule {
    case .contextsLast:
      return try hasContextsFirst(ours)
    case .plannedFirst:
      // The next route is impossible: there that shows after the gates, here before.
      return try ours.end == end && end != .done && isUntouched && ours.asks.isEmpty && !asks.isEmpty && asksAreKnown
        && end != .failed(.cantBeDismissed) && end != .failed(.generic)
        && (differenceOfState(from: ours) == nil || hasTraces(of: ours))
    case .hostsLast:
      // There a factory prepares before the gates, or builds before the screens nearer the destination are there.
      return try ours.isHostRefused && ours.end == end && isUntouched && ours.asks != asks
        && ours.asks.starts(with: asks)
        && (isUnchanged(from: ours) || hasTraces(of: ours))
    case .noTraces:
      return try ours.end == end && end != .done && isUntouched && ours.asks == asks && hasTraces(of: ours)
    case .replanned:
      guard let root = ours.replanned, end == .failed(.deallocated), ours.asks.starts(with: asks) else { return false }
      guard ours.end == .done else { return try ours.asks == asks && differenceOfState(from: ours) == nil }
      return RouteComposerStory.text(root.route, root.labels) == state
        && RouteComposerStory.path(root.route, root.labels) == path
    case .notPlaced:
      let made = try starts.map { try $0.text("screen") }
      return try ours.end == .failed(.notPlaced) && isUntouched && end == .done && asksAreKnown
        && (isUnchanged(from: ours) || hasTraces(of: ours))
        && made.contains { try expected.texts("gone").contains($0) }
    case .revealed:
      return ours.end == end && end == .done && ours.asks == asks && isRevealed(ours)
    case .notPostponed:
      return try ours.end == .done && end == .failed(.compositionFailed) && seesPostponed(ours)
        && ours.asks.starts(with: asks) && (isUnchanged(from: ours) || hasTraces(of: ours))
    case .twoBranches:
      return try ours.end == end && ours.asks == asks
        && expected.contains { $0["arr"] == "split" && $0.items("kids").count > 2 }
        && RouteComposerStory.text(expected.items("state").map(\.withTwoBranches))
          == RouteComposerStory.text(ours.route, ours.labels)
    case .emptyStack:
      return try end == .done && ours.end == .failed(.compositionFailed) && isUntouched && asksAreKnown
        && hasTraces(of: ours)
        && expected.items("state").contains {
          $0.contains { ["stack", "tabs"].contains($0["arr"]) && $0.items("kids").isEmpty }
        }
    case .stacksCannotRefuse:
      // What refuses is the stack itself: no screen stands for it.
      let refusing = expected.items("events").last { $0["do"] == "can_be_dismissed?" && !$0.flag("answer") }
      guard end == .failed(.cantBeDismissed), case .string(let id)? = refusing?["ask"] else { return false }
      return stacks.contains(id) && ours.end == .done && ours.asks.starts(with: asks) && isUnchanged(from: ours)
    case .oneAtATime:
      // Another request is still taking a layer away or bringing one.
      return try line.items("given").contains { $0.contains { $0["busy"] != nil } } && ours.end == .done
        && [.done, .failed(.compositionFailed)].contains(end) && ours.asks.starts(with: asks)
        && (isUnchanged(from: ours) || hasTraces(of: ours))
    default: return false
    }
  }

  private static func isGate(_ ask: String) -> Bool {
    ask.hasPrefix("intercept") || ask.hasPrefix("can_be_dismissed?")
  }

  /// The same with the tasks of the found screen after the gates, where they come here, and without them, where a gate ends
  /// it. A found screen that leaves is not asked here.
  fileprivate func withContextsLast(_ ours: RouteComposerRun) -> [RouteComposerExpectation] {
    let early = asks.prefix { $0.hasPrefix("context_task") }
    let gates = asks.dropFirst(early.count).prefix(while: Self.isGate)
    let rest = asks.dropFirst(early.count + gates.count)
    let stays = early.filter { ask in
      ours.labels.contains { ask.hasPrefix("context_task \($1) ") && ours.route.element($0) != nil }
    }
    return [gates + stays + rest, gates + rest].filter { $0 != asks[...] }.map { asks in
      var expectation = self
      expectation.asks = Array(asks)
      return expectation
    }
  }

  /// Whether the tasks of the found screen come first there, and after the gates here.
  private func hasContextsFirst(_ ours: RouteComposerRun) throws -> Bool {
    guard ours.end == end else { return false }
    let isLeft = try isUnchanged(from: ours) || hasTraces(of: ours)
    for moved in withContextsLast(ours) where ours.asks == moved.asks {
      if try differenceOfState(from: ours) == nil || end != .done && isLeft { return true }
    }
    // A task that fails does so before the gates there, and one that refuses to prepare before all else.
    guard end == .failed(.generic), hasFailingTask, isLeft, !asks.contains(where: Self.isGate) else { return false }
    let others = ours.asks.filter { !Self.isGate($0) }
    let stays = withContextsLast(ours).first?.asks ?? asks
    return ours.asks != asks && others.starts(with: stays) && areKnown(ours.asks)
  }

  private var hasFailingTask: Bool {
    line["request"]?.contains { value in
      value.items("context_tasks").contains { if case .string(let name) = $0 { name.hasSuffix("fail") } else { false } }
    } == true
  }

  /// Whether theirs is ours, but for what shows: our own route with other branches selected gives their text.
  private func isRevealed(_ ours: RouteComposerRun) -> Bool {
    func withoutSelection(_ text: String) -> String { text.filter { $0 != "*" } }
    let story = RouteComposerStory.text(ours.route, ours.labels)
    return story != state && withoutSelection(story) == withoutSelection(state)
      && ours.route.tip?.id == ours.destination
  }

  /// Whether all that they ask is named in the request, or is a screen of the start that may refuse.
  private var asksAreKnown: Bool { areKnown(asks) }

  private func areKnown(_ asks: [String]) -> Bool {
    asks.allSatisfy { ask in
      ask.hasPrefix("can_be_dismissed?")
        || line["request"]?.contains { value in
          guard case .string(let name) = value["name"] ?? value else { return false }
          return ask.split(separator: " ").contains { $0 == name }
        } == true
    }
  }

  /// Whether their state is that of the start.
  private func isUnchanged(from ours: RouteComposerRun) -> Bool {
    state == RouteComposerStory.text(ours.test.route, ours.test.labels)
  }

  /// Whether their state is not that of the start, but holds nothing that was not there or started.
  private func hasTraces(of ours: RouteComposerRun) throws -> Bool {
    guard !isUnchanged(from: ours) else { return false }
    var known = Set(ours.test.labels.values).union(stacks)
    for start in starts { known.insert(try start.text("screen")) }
    return !expected.items("state").contains { node in
      node.contains { if case .string(let id)? = $0["id"] { !known.contains(id) } else { false } }
    }
  }

  /// Whether a screen is found late that one of the edits before it made, which there are still to come.
  private func seesPostponed(_ ours: RouteComposerRun) -> Bool {
    let steps = ours.outline.steps
    return steps.indices.contains { index in
      guard steps[index].find == .foundLate, index >= 2 else { return false }
      let found = steps[index].element
      return steps[..<index].reversed().prefix { $0.find == .made }.count >= 2
        && steps[..<index].contains { $0.find == .made && $0.element == found }
    }
  }
}

extension JSONValue {
  /// A node whose splits hold their first and their last child only.
  fileprivate var withTwoBranches: JSONValue {
    guard case .members(let members) = self else { return self }
    let kids = items("kids").map(\.withTwoBranches)
    let kept = self["arr"] == "split" && kids.count > 2 ? [kids[0], kids[kids.count - 1]] : kids
    return .object(members.map { ($0.key, $0.key == "kids" ? .array(kept) : $0.value) })
  }
}
