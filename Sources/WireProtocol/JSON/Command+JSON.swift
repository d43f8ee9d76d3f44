// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Command: JSONForm {
  /// The members that any verb takes.
  private static let members = [
    "commandId", "ackedBelow", "scene", "context", "animated", "expecting", "ifBusy", "until", "deadlineMs", "guards",
    "stepwise", "because", "within", "depth", "wantsAccepted", "dryRun",
  ]

  init(form node: JSONNode) throws(FormError) {
    let (_, named) = try node.verb()
    try self.init(form: node, id: named.required("commandId", "an id of your own for this command").value())
  }

  /// The command of an object that may leave out its id.
  init(form node: JSONNode, defaults: Command) throws(FormError) {
    let (_, named) = try node.verb()
    try self.init(form: node, id: try named["commandId"]?.value() ?? defaults.id, defaults: defaults)
  }

  private init(form node: JSONNode, id: CommandID, defaults: Command? = nil) throws(FormError) {
    self = defaults ?? Command(id: id, verb: .back)
    self.id = id
    verb = try Verb(form: node, others: Self.members)
    let (_, node) = try node.verb()
    ackedBelow = try node["ackedBelow"]?.count() ?? ackedBelow
    scene = try node["scene"]?.name() ?? scene
    context = try node["context"]?.content() ?? context
    animated = try node.flag("animated", default: animated)
    expecting = try node["expecting"]?.value() ?? expecting
    ifBusy = try node["ifBusy"]?.word() ?? ifBusy
    until = try node["until"]?.word() ?? until
    deadlineMs = try node["deadlineMs"]?.milliseconds() ?? deadlineMs
    if let guards: GuardMode = try node["guards"]?.word() { skipsGuards = guards == .skip }
    stepwise = try node.flag("stepwise", default: stepwise)
    because = try node.note("because") ?? because
    within = try node["within"]?.value() ?? within
    depth = try node["depth"]?.int() ?? depth
    wantsAccepted = try node.flag("wantsAccepted", default: wantsAccepted)
    isDryRun = try node.flag("dryRun", default: isDryRun)
  }

  var form: JSONValue {
    JSONValue.record(["commandId": id.form, "scene": .name(scene)])
      .adding(verb.form)
      .adding([
        "ackedBelow": ackedBelow == 0 ? nil : .count(ackedBelow),
        "context": context.isNull ? nil : context,
        "animated": animated ? .bool(true) : nil,
        "expecting": expecting?.form,
        "ifBusy": ifBusy == .queue ? nil : .string(ifBusy.rawValue),
        "until": until == .committed ? nil : .string(until.rawValue),
        "deadlineMs": deadlineMs.map(JSONValue.integer),
        "guards": skipsGuards ? .string(GuardMode.skip.rawValue) : nil,
        "stepwise": stepwise ? .bool(true) : nil,
        "because": because.map(JSONValue.string),
        "within": within?.form,
        "depth": depth == 0 ? nil : .integer(Int64(depth)),
        "wantsAccepted": wantsAccepted ? .bool(true) : nil,
        "dryRun": isDryRun ? .bool(true) : nil,
      ])
  }
}

/// Whether guards are asked.
enum GuardMode: String, CaseIterable {
  case ask, skip
}

extension Expectation: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["revision", "top"])
    switch (node["revision"], node["top"]) {
    case (let revision?, nil): self = .revision(try revision.count())
    case (nil, let top?): self = .top(try top.value())
    case (nil, nil), (_?, _?): throw node.wrong("one of 'revision' and 'top' belongs here")
    }
  }

  var form: JSONValue {
    switch self {
    case .revision(let revision): .record(["revision": .count(revision)])
    case .top(let id): .record(["top": id.form])
    }
  }
}

extension Accepted: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["commandId", "place"])
    self.init(id: try node.commandID(), place: try node.required("place", "a number").int())
  }

  var form: JSONValue { .record(["commandId": id.form, "place": .integer(Int64(place))]) }
}

extension Query: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["commandId", "seal"])
    self.init(
      id: try node.required("commandId", "a command id, or any ending of one").string(), seal: try node.flag("seal"))
  }

  var form: JSONValue { .sparse(["commandId": .string(id), "seal": seal ? .bool(true) : nil]) }
}

extension Status: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["commandId", "state", "revisions"])
    self.init(
      id: try node.required("commandId", "the id as it was asked for").string(),
      state: try node.required("state", "a word").word(),
      revisions: try node.list("revisions") { node throws(FormError) in try node.count() })
  }

  var form: JSONValue {
    .record([
      "commandId": .string(id), "state": .string(state.rawValue), "revisions": .array(revisions.map { .count($0) }),
    ])
  }
}

extension Cancel: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["commandId"])
    self.init(id: try node.commandID())
  }

  var form: JSONValue { .record(["commandId": id.form]) }
}

extension Resume: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["commandId", "target"])
    self.init(id: try node.commandID(), target: try node.required("target", "the id of the parked command").value())
  }

  var form: JSONValue { .record(["commandId": id.form, "target": target.form]) }
}

extension JSONNode {
  /// The id that stands under `commandId`.
  func commandID() throws(FormError) -> CommandID { try required("commandId", "the id of a command").value() }
}
