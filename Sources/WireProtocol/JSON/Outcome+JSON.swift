// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Outcome: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object([
      "outcome", "reason", "message", "scene", "epoch", "revision", "commandId", "path", "asked", "ms", "durable",
      "by", "phase", "who", "code", "revisions", "appeared", "index", "element", "allowed", "missing", "steps",
      "walk",
    ])
    self.init(
      id: try node.commandID(), kind: try Kind(form: node), message: try node.note("message"),
      scene: try node.required("scene", "the name of a scene").name(),
      epoch: try node.required("epoch", "a number").count(),
      revision: try node.required("revision", "a number").count(),
      path: try node.required("path", "a list of elements").value(),
      asked: try node.list("asked", Asked.init(form:)), ms: try node.required("ms", "a number").double(),
      durable: try node.flag("durable", default: true),
      revisions: try node.list("revisions") { node throws(FormError) in try node.count() },
      appeared: try node["appeared"]?.bool(), stop: try TreeStop(outcome: node),
      steps: try node.list("steps", BuildStep.init(form:)), walk: try node.list("walk", WalkStep.init(form:)))
  }

  var form: JSONValue {
    JSONValue.record([
      "outcome": .string(word), "reason": .text(reason), "message": .text(message), "scene": .name(scene),
      "epoch": .count(epoch), "revision": .count(revision), "commandId": id.form, "path": path.form,
      "asked": .array(asked.map(\.form)), "ms": .number(ms), "durable": .bool(durable),
    ])
    .adding(kind.members)
    .adding([
      "revisions": revisions.isEmpty ? nil : .array(revisions.map { .count($0) }),
      "appeared": appeared.map(JSONValue.bool),
      "index": stop.map { .integer(Int64($0.index)) },
      "element": stop.map { .string($0.screen.text) },
      "allowed": stop.map { .array($0.allowed.map { .name($0) }) },
      "missing": stop.map { .array($0.missing.map { .name($0) }) },
      "steps": steps.isEmpty ? nil : .array(steps.map(\.form)),
      "walk": walk.isEmpty ? nil : .array(walk.map(\.form)),
    ])
  }
}

extension TreeStop {
  /// Where the path stops of an outcome that says so.
  fileprivate init?(outcome node: JSONNode) throws(FormError) {
    guard let index = node["index"], let element = node["element"] else { return nil }
    self.init(
      index: try index.int(), screen: try element.value(),
      allowed: try node.list("allowed") { node throws(FormError) in try node.name() },
      missing: try node.list("missing") { node throws(FormError) in try node.name() })
  }
}

extension Outcome.Kind {
  /// The kind whose word and members stand in an outcome's object.
  fileprivate init(form node: JSONNode) throws(FormError) {
    let word: Word = try node.required("outcome", "how it ended").word()
    func reason<Reason>() throws(FormError) -> Reason
    where Reason: RawRepresentable & CaseIterable, Reason.RawValue == String {
      try node.required("reason", "a word of \(word.rawValue)").word()
    }
    switch word {
    case .committed: self = .committed
    case .unchanged: self = .unchanged(try reason())
    case .vetoed:
      let by: Outcome.Party = try node.required("by", "who vetoed").value()
      self = .vetoed(by: by, try reason(), code: try node.note("code"))
    case .unhandled: self = .unhandled
    case .rejected: self = .rejected(try reason())
    case .conflict: self = .conflict
    case .superseded: self = .superseded(by: try node.required("by", "the id of a command").value())
    case .busy: self = .busy
    case .timedOut:
      self = .timedOut(phase: try node.required("phase", "a word").word(), who: try node["who"]?.value())
    case .cancelled: self = .cancelled
    case .failed:
      let who: Outcome.Party = try node.required("who", "who failed").value()
      self = .failed(who: who, try reason(), code: try node.note("code"))
    }
  }

  private enum Word: String, CaseIterable {
    case committed, unchanged, vetoed, unhandled, rejected, conflict, superseded, busy, timedOut, cancelled, failed
  }

  /// What belongs to the kind beside its word and reason.
  fileprivate var members: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .vetoed(let by, _, let code): ["by": by.form, "code": .text(code)]
    case .superseded(let by): ["by": by.form]
    case .timedOut(let phase, let who): ["phase": .string(phase.rawValue), "who": who?.form ?? .null]
    case .failed(let who, _, let code): ["who": who.form, "code": .text(code)]
    case .committed, .unchanged, .unhandled, .rejected, .conflict, .busy, .cancelled: [:]
    }
  }
}

extension Outcome.Party: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["worker", "screen", "element"])
    self.init(
      worker: try node["worker"]?.name(), screen: try node["screen"]?.name(), element: try node["element"]?.value())
  }

  var form: JSONValue {
    .record(["worker": .name(worker), "screen": .name(screen), "element": element?.form ?? .null])
  }
}

extension Asked: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["request", "screen", "element", "worker", "answer", "ms", "standing", "message"])
    self.init(
      request: try node.required("request", "what was asked").string(),
      screen: try node.required("screen", "the name of a screen").name(), element: try node["element"]?.value(),
      worker: try node["worker"]?.name(), answer: try node.required("answer", "what came back").word(),
      ms: try node.required("ms", "a number").double(), standing: try node.flag("standing"),
      message: try node.note("message"))
  }

  var form: JSONValue {
    JSONValue.record([
      "request": .string(request), "screen": .name(screen), "element": element?.form ?? .null, "worker": .name(worker),
      "answer": .string(answer.rawValue), "ms": .number(ms),
    ])
    .adding(["standing": standing ? .bool(true) : nil, "message": message.map(JSONValue.string)])
  }
}

extension Origin: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["name", "pid", "uid", "command"])
    let pid = try node["pid"]?.count() ?? 0
    let uid = try node["uid"]?.count()
    guard let pid = Int32(exactly: pid) else { throw node.wrong("no process has the id \(pid)") }
    if let uid, UInt32(exactly: uid) == nil { throw node.wrong("no user has the id \(uid)") }
    self.init(
      name: try node.required("name", "what the client calls itself").string(), pid: pid,
      uid: uid.map { UInt32(truncatingIfNeeded: $0) }, command: try node["command"]?.string() ?? "")
  }

  var form: JSONValue {
    .record([
      "name": .string(name), "pid": .integer(Int64(pid)), "uid": uid.map { .integer(Int64($0)) } ?? .null,
      "command": .string(command),
    ])
  }
}

extension Cause: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["kind", "commandId", "verb", "origin", "asked", "because", "tokens", "guards"])
    let guards: GuardMode? = try node["guards"]?.word()
    self.init(
      kind: try node.required("kind", "a word").word(), command: try node["commandId"]?.value(),
      verb: try node.required("verb", "the verb as people write it").string(),
      origin: try node.required("origin", "who wanted it").value(), asked: try node.list("asked", Asked.init(form:)),
      because: try node.note("because"), tokens: try node.list("tokens", AskToken.init(form:)),
      skippedGuards: guards == .skip)
  }

  var form: JSONValue {
    .record([
      "kind": .string(kind.rawValue), "commandId": command?.form ?? .null, "verb": .string(verb),
      "origin": origin.form, "asked": .array(asked.map(\.form)), "because": .text(because),
      "tokens": .array(tokens.map(\.form)),
      "guards": .string((skippedGuards ? GuardMode.skip : .ask).rawValue),
    ])
  }
}
