// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Registration: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try self.init(form: node, incarnation: nil)
  }

  /// A registration that may leave out its incarnation, where whoever carries it knows the process.
  init(form node: JSONNode, incarnation known: Incarnation?) throws(FormError) {
    try node.object([
      "worker", "version", "incarnation", "scenes", "root", "routables", "tree", "parts", "links", "generation",
      "wantsRoutes", "applied", "unsettled",
    ])
    let rule = "1 to 64 printable characters that no other process of this worker has: 128 random bits"
    let incarnation: Incarnation
    if let node = node["incarnation"] {
      guard let own = Incarnation(try node.string()) else { throw node.unexpected(rule) }
      incarnation = own
    } else {
      guard let known else { throw node.wrong("member 'incarnation' is missing: \(rule)") }
      incarnation = known
    }
    self.init(
      worker: try node.required("worker", "the name of the worker").name(), version: try node.note("version") ?? "",
      incarnation: incarnation, scenes: try node.scenes(),
      root: try node.list("root") { node throws(FormError) in try node.name() },
      tree: try node["tree"].map { node throws(FormError) in try TreeNode.whole(node) },
      links: try node["links"]?.value(),
      generation: try node["generation"]?.count() ?? 1, wantsRoutes: try node.flag("wantsRoutes"),
      applied: try [SceneName: Applied](table: node["applied"]),
      unsettled: try node.list("unsettled", AskToken.init(form:)))
    for (key, value) in try node["routables"]?.table() ?? [] {
      guard let screen = ScreenName(key) else { throw node.wrong("'\(key)' is not \(ScreenName.rule)") }
      routables[screen] = try value.value()
    }
    for (key, value) in try node["parts"]?.table() ?? [] {
      guard let part = PartName(key) else { throw node.wrong("'\(key)' is not \(PartName.rule)") }
      parts[part] = try TreeNode.whole(value)
    }
  }

  var form: JSONValue {
    let names = routables.keys.sorted()
    return JSONValue.record([
      "worker": .name(worker), "version": .string(version), "incarnation": .string(incarnation.rawValue),
      "scenes": scenes.map { .array($0.map { .name($0) }) } ?? .string("*"), "root": .array(root.map { .name($0) }),
      "routables": .members(names.map { JSONValue.Member($0.rawValue, routables[$0]?.form ?? .null) }),
    ])
    .adding([
      "tree": tree.map { $0 == .empty ? .record([:]) : $0.form },
      "parts": parts.isEmpty
        ? nil : .members(parts.keys.sorted().map { JSONValue.Member($0.rawValue, parts[$0]?.form ?? .null) }),
      "links": links?.form,
    ])
    .adding([
      "generation": .count(generation), "wantsRoutes": .bool(wantsRoutes), "applied": applied.form,
      "unsettled": .array(unsettled.map(\.form)),
    ])
  }
}

extension JSONNode {
  /// The scenes of a worker: a list, `"*"` for all; left out, `main`.
  fileprivate func scenes() throws(FormError) -> [SceneName]? {
    guard let node = self["scenes"] else { return ["main"] }
    if case .string("*") = node.value { return nil }
    return try node.items { node throws(FormError) in try node.name() }
  }
}

extension Routable: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object([
      "handles", "standing", "guard", "unanswered", "hosts", "back", "prepares", "sensitive", "virtual",
      "presentation", "onDeath", "askMs", "workingMaxMs",
    ])
    self.init(
      handles: try node.list("handles") { node throws(FormError) in try node.pattern(node.string()) },
      guards: try node.flag("guard"), unanswered: try node["unanswered"]?.word() ?? .allow,
      hosts: try node.flag("hosts", default: true), back: try node.flag("back"),
      prepares: try node.flag("prepares"), sensitive: try node.flag("sensitive"), isVirtual: try node.flag("virtual"),
      presentation: try node["presentation"]?.value(), onDeath: try node["onDeath"]?.value() ?? .keep,
      askMs: try node["askMs"]?.milliseconds(), workingMaxMs: try node["workingMaxMs"]?.milliseconds())
    for (key, value) in try node["standing"]?.table() ?? [] {
      standing[try node.pattern(key)] = try value.value(Instruction.self)
    }
  }

  var form: JSONValue {
    let patterns = standing.keys.sorted()
    return .record([
      "handles": .array(handles.map { .string($0.description) }),
      "standing": .members(patterns.map { JSONValue.Member($0.description, standing[$0]?.form ?? .null) }),
      "guard": .bool(guards), "unanswered": .string(unanswered.rawValue), "hosts": .bool(hosts), "back": .bool(back),
      "prepares": .bool(prepares), "sensitive": .bool(sensitive), "virtual": .bool(isVirtual),
      "presentation": presentation?.form ?? .null, "onDeath": onDeath.form,
      "askMs": askMs.map(JSONValue.integer) ?? .null, "workingMaxMs": workingMaxMs.map(JSONValue.integer) ?? .null,
    ])
  }
}

extension JSONNode {
  /// The requests that `text` spells.
  fileprivate func pattern(_ text: String) throws(FormError) -> RequestPattern {
    guard let pattern = RequestPattern(text) else {
      throw wrong("'\(text)' is no request: 'show NAME', 'hide NAME' or 'change NAME', with * for any name")
    }
    return pattern
  }
}

extension Routable.DeathPolicy: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    switch node.value {
    case .string("keep"): self = .keep
    case .string("pop"): self = .pop
    case .members:
      try node.object(["fallback"])
      self = .fallback(try node.required("fallback", "a screen").value())
    default: throw node.unexpected("one of keep, pop, {\"fallback\": SCREEN}")
    }
  }

  var form: JSONValue {
    switch self {
    case .keep: .string("keep")
    case .pop: .string("pop")
    case .fallback(let screen): .record(["fallback": screen.form])
    }
  }
}
