// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Welcome: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["session", "version", "verdicts"])
    self.init(
      session: try node.required("session", "a number").count(), version: try node.note("version") ?? "",
      verdicts: try node.list("verdicts", Settled.init(form:)))
  }

  var form: JSONValue {
    .record([
      "session": .count(session), "version": .string(version), "verdicts": .array(verdicts.map(\.form)),
    ])
  }
}

extension Registered: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["generation"])
    self.init(generation: try node.required("generation", "a number").count())
  }

  var form: JSONValue { .record(["generation": .count(generation)]) }
}

extension Ask: JSONForm {
  private enum Phase: String, CaseIterable { case handle, `guard`, host, build, parse }

  init(form node: JSONNode) throws(FormError) {
    try node.object(
      [
        "token", "commandId", "scene", "revision", "phase", "request", "from", "element", "draft", "route", "context",
        "animated", "deadlineMs", "depth", "node", "url", "step",
      ] + AnyScreen.members)
    let phase: Phase = try node.required("phase", "one of handle, guard, host, build, parse").word()
    let question: Question =
      switch phase {
      case .handle: .handle(try Request(form: node))
      case .guard: .leave
      case .host: .host
      case .build: .build(try node.required("node", TreeKey.rule).key())
      case .parse: .parse(try node.required("url", "a URL").string())
      }
    self.init(
      token: try node.required("token", "the name of the ask").value(), command: try node.commandID(),
      scene: try node.required("scene", "the name of a scene").name(),
      revision: try node.required("revision", "a number").count(), question: question,
      screen: try AnyScreen(members: node), element: try node["element"]?.value(), isDraft: try node.flag("draft"),
      route: try node["route"]?.value() ?? Path([]), context: try node["context"]?.content() ?? .null,
      animated: try node.flag("animated"), deadlineMs: try node.required("deadlineMs", "a number").milliseconds(),
      depth: try node["depth"]?.int() ?? 0)
    step = try node["step"]?.value()
  }

  var form: JSONValue {
    var phase = Phase.handle
    var more: KeyValuePairs<String, JSONValue?> = [:]
    switch question {
    case .handle(.change(let name, _)): more = ["from": .name(name)]
    case .handle: break
    case .leave: phase = .guard
    case .host: phase = .host
    case .build(let key):
      phase = .build
      more = ["node": .string(key.rawValue)]
    case .parse(let url):
      phase = .parse
      more = ["url": .string(url)]
    }
    return JSONValue.record([
      "token": token.form, "commandId": command.form, "scene": .name(scene), "revision": .count(revision),
      "phase": .string(phase.rawValue), "request": .string(question.description),
    ])
    .adding(more)
    .adding(["step": step?.form])
    .adding(screen.form)
    .adding([
      "element": element?.form ?? .null, "draft": .bool(isDraft), "route": route.form, "context": context,
      "animated": .bool(animated), "deadlineMs": .integer(deadlineMs), "depth": .integer(Int64(depth)),
    ])
  }
}

extension Request {
  /// The request that an ask's object names.
  fileprivate init(form node: JSONNode) throws(FormError) {
    let request = try node.required("request", "what is asked")
    let words = try request.string().split(separator: " ").map(String.init)
    let name = words.count == 2 ? ScreenName(words[1]) : nil
    let route = words.count == 3 ? RouteID(words[2]) : nil
    switch (words.first, name, route) {
    case ("back", nil, nil) where words.count == 1: self = .back
    case ("show", let name?, nil): self = .show(name)
    case ("hide", let name?, nil): self = .hide(name)
    case ("install", let name?, nil): self = .install(name)
    case ("change", let name?, nil):
      self = .change(from: try node.required("from", "the name of the screen to be exchanged").name(), to: name)
    case ("to", nil, let route?) where words[1] == "child": self = .toChild(route)
    case ("to", _, nil) where words == ["to", "parent"]: self = .toParent
    case ("to", _, nil) where words == ["to", "self"]: self = .toSelf
    default:
      throw request.unexpected(
        "a request: 'show NAME', 'hide NAME', 'change NAME', 'install NAME', 'back', 'to child ROUTE', 'to parent' or "
          + "'to self'")
    }
  }
}

extension Working: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["token", "ms"])
    self.init(token: try node.token(), ms: try node.required("ms", "the time wanted").milliseconds())
  }

  var form: JSONValue { .record(["token": token.form, "ms": .integer(ms)]) }
}

extension Settled: JSONForm {
  private enum Verdict: String, CaseIterable { case used, cancelled }

  init(form node: JSONNode) throws(FormError) {
    try node.object(["token", "verdict"])
    let verdict: Verdict = try node.required("verdict", "one of used, cancelled").word()
    self.init(token: try node.token(), used: verdict == .used)
  }

  var form: JSONValue {
    .record(["token": token.form, "verdict": .string((used ? Verdict.used : .cancelled).rawValue)])
  }
}

extension Abandoned: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["token"])
    self.init(token: try node.token())
  }

  var form: JSONValue { .record(["token": token.form]) }
}

extension JSONNode {
  fileprivate func token() throws(FormError) -> AskToken { try required("token", "the token of the ask").value() }
}

extension WorkerState: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["scene", "revision", "elements", "path", "animated"])
    self.init(
      scene: try node.required("scene", "the name of a scene").name(),
      revision: try node.required("revision", "a number").count(),
      elements: try node.required("elements", "a list of elements").items(Element.init(form:)),
      path: try node["path"]?.value(), animated: try node.flag("animated"))
  }

  var form: JSONValue {
    JSONValue.record(["scene": .name(scene), "revision": .count(revision), "elements": .array(elements.map(\.form))])
      .adding(["path": path?.form, "animated": .bool(animated)])
  }
}

extension Appeared: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["scene", "elements", "id"])
    let elements: [ElementID] =
      if let id = node["id"] { [try id.value()] } else {
        try node.required("elements", "a list of ids").items(ElementID.init(form:))
      }
    self.init(scene: try node["scene"]?.name() ?? "main", elements: elements)
  }

  var form: JSONValue { .record(["scene": .name(scene), "elements": .array(elements.map(\.form))]) }
}

extension CannotShow: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["scene", "element", "code", "message"])
    self.init(
      scene: try node["scene"]?.name() ?? "main", element: try node.required("element", "an id").value(),
      code: try node.note("code"), message: try node.note("message"))
  }

  var form: JSONValue {
    .record(["scene": .name(scene), "element": element.form, "code": .text(code), "message": .text(message)])
  }
}

extension Pong: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["applied", "unsettled"])
    self.init(
      applied: try [SceneName: Applied](table: node["applied"]),
      unsettled: try node.list("unsettled", AskToken.init(form:)))
  }

  var form: JSONValue { .record(["applied": applied.form, "unsettled": .array(unsettled.map(\.form))]) }
}

extension Bye: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["restartingMs"])
    self.init(restartingMs: try node["restartingMs"]?.milliseconds())
  }

  var form: JSONValue { .record(["restartingMs": restartingMs.map(JSONValue.integer) ?? .null]) }
}
