// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension JSONNode {
  /// The route that a drive leads to.
  func route() throws(FormError) -> RouteID { try required("route", "the id of a route").name() }
}

extension Drive {
  /// The drive of a verb's object.
  init(_ destination: Destination, _ node: JSONNode, inAnswer: Bool) throws(FormError) {
    let start = try node["from"].map { node throws(FormError) in try Target(form: node, inAnswer: inAnswer) }
    self.init(
      destination, from: start, input: try node["input"]?.content() ?? .null,
      transactional: try node.flag("transactional"))
  }

  /// Its object.
  var form: JSONValue {
    let (word, route): (VerbWord, RouteID?) =
      switch destination {
      case .route(let id): (.driveTo, id)
      case .subTree(let id): (.driveSub, id)
      case .parent: (.driveParent, nil)
      }
    return Verb.form(
      word,
      [
        "route": route.map { .name($0) }, "from": start?.form, "input": input.isNull ? nil : input,
        "transactional": isTransactional ? .bool(true) : nil,
      ])
  }
}

extension DriveStep: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["direction", "route", "screen", "subTree", "destination", "input"])
    self.init(
      try node.required("direction", "one of up, down, stay").word(), to: try node.route(),
      screen: try node.required("screen", "the name of a screen").name(), beginsSubTree: try node.flag("subTree"),
      destination: try node.required("destination", "the id of a route").name(),
      input: try node["input"]?.content() ?? .null)
  }

  var form: JSONValue {
    .record([
      "direction": .string(direction.rawValue), "route": .name(route), "screen": .name(screen),
      "subTree": .bool(beginsSubTree), "destination": .name(destination), "input": input,
    ])
  }
}

extension WalkStep: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["direction", "route", "screen", "subTree", "element", "from", "asked", "missing"])
    let from: Outcome.Party = try node.required("from", "where the step starts").value()
    guard let origin = from.screen else { throw node.wrong("member 'from' has to name a screen") }
    self.init(
      try node.required("direction", "one of up, down, stay").word(), to: try node.route(),
      screen: try node.required("screen", "the name of a screen").name(), beginsSubTree: try node.flag("subTree"),
      element: try node["element"]?.value(), from: origin, at: from.element, worker: from.worker,
      isAsked: try node.flag("asked"), missing: try node.list("missing") { node throws(FormError) in try node.string() }
    )
  }

  var form: JSONValue {
    .record([
      "direction": .string(direction.rawValue), "route": .name(route), "screen": .name(screen),
      "subTree": .bool(beginsSubTree), "element": element?.form ?? .null,
      "from": Outcome.Party(worker: worker, screen: origin, element: originElement).form, "asked": .bool(isAsked),
      "missing": .array(missing.map { .string($0) }),
    ])
  }
}

extension SubTree: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["route", "origin"])
    self.init(try node.route(), from: try node.required("origin", "the number of an element").value())
  }

  var form: JSONValue { .record(["route": .name(route), "origin": origin.form]) }
}

extension RoutePoint: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    guard case .members = node.value else {
      self.init(try node.name())
      return
    }
    try node.object(["id", "requires", "takes"])
    self.init(
      try node.required("id", "the id of a route").name(),
      requires: try node.list("requires") { node throws(FormError) in try node.string() },
      takes: try node.list("takes") { node throws(FormError) in try node.string() })
  }

  var form: JSONValue { document }
}
