// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// A report with a form in the one JSON (specification, section "Reports"). Unknown members are ignored; an absent count
/// is 0 and an absent list is empty, so that the reports of an older coordinator are read too.
package protocol ReportForm: Sendable {
  /// Reads the report; `object` is what a REPORT holds.
  init(report object: JSONValue) throws(FormError)
  /// Its JSON, canonical.
  var report: JSONValue { get }
}

extension ReportObject {
  /// Its JSON.
  package var form: JSONValue {
    switch self {
    case .status(let status): status.report
    case .worker(let worker): worker.report
    case .scene(let scene): scene.report
    case .part(let part): part.report
    case .missing(let missing): missing.report
    case .route(let route): route.report
    case .json(let object): object
    }
  }
}

extension SceneStatus: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("scene"))
    self.init(
      try node.required("scene", "a name").name(), revision: try node.counted("revision"),
      majorRevision: try node.counted("majorRevision"), path: try node["path"]?.string() ?? "",
      waiting: try node["waiting"]?.int() ?? 0, parked: try node["parked"]?.int() ?? 0,
      running: try node["running"]?.value(), unchangedFor: try node.time("idleMs"))
  }

  package var report: JSONValue {
    .report([
      ("scene", .name(scene)), ("revision", .count(revision)), ("majorRevision", .count(majorRevision)),
      ("path", .string(path)), ("waiting", .integer(Int64(waiting))), ("parked", .integer(Int64(parked))),
      ("running", running?.form ?? .null), ("idleMs", .time(unchangedFor)),
    ])
  }
}

extension WorkerStatus: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("worker"))
    self.init(
      try node.required("worker", "a name").name(), version: try node["version"]?.string() ?? "",
      state: try node.required("state", "a word").word(), screens: try node.names("screens"),
      roots: try node.names("root"), scenes: node["scenes"]?.value == .string("*") ? nil : try node.names("scenes"))
    pid = try node["pid"]?.process()
    uid = try node["uid"].map { node throws(FormError) in UInt32(clamping: try node.count()) }
    uptime = try node.time("upMs")
    (asks, lateAnswers) = (try node["asks"]?.int() ?? 0, try node["late"]?.int() ?? 0)
    medianAnswer = try node["p50Ms"].map { node throws(FormError) in Duration(ms: try node.double()) }
    (deaths, lastDeath) = (try node["deaths"]?.int() ?? 0, try node.time("lastDeathMs"))
  }

  package var report: JSONValue {
    .report([
      ("worker", .name(name)), ("version", .string(version)), ("state", .string(state.rawValue)),
      ("pid", pid.map { .integer(Int64($0)) } ?? .null), ("uid", uid.map { .integer(Int64($0)) } ?? .null),
      ("upMs", .time(uptime)), ("screens", .names(screens)), ("root", .names(roots)),
      ("scenes", scenes.map { .names($0) } ?? .string("*")), ("asks", .integer(Int64(asks))),
      ("late", .integer(Int64(lateAnswers))), ("p50Ms", medianAnswer.map { .number($0.milliseconds) } ?? .null),
      ("deaths", .integer(Int64(deaths))), ("lastDeathMs", .time(lastDeath)),
    ])
  }
}

extension PastCommand: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("outcome"))
    self.init(
      try node.value(), verb: try node["verb"]?.string() ?? "", because: try node.note("because"),
      origin: try node["origin"]?.value() ?? Origin(name: ""),
      timeSince1970: .microseconds(Int64(clamping: try node.counted("at"))))
  }

  package var report: JSONValue {
    outcome.form.adding([
      "verb": .string(verb), "because": .text(because), "origin": origin.form,
      "at": .integer(timeSince1970.microseconds),
    ]).canonical
  }
}

extension TreePartReport: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("part"))
    self.init(
      scene: try node.required("scene", "a name").name(), part: try node["part"]?.name(),
      worker: try node.required("worker", "a name").name(), isLive: try node.flag("live"),
      tree: try node["tree"]?.value() ?? .empty)
  }

  package var report: JSONValue {
    .report([
      ("scene", .name(scene)), ("part", .name(part)), ("worker", .name(worker)), ("live", .bool(isLive)),
      ("tree", tree.form),
    ])
  }
}

extension MissingParts: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("missing"))
    self.init(scene: try node.required("scene", "a name").name(), parts: try node.names("missing"))
  }

  package var report: JSONValue { .report([("scene", .name(scene)), ("missing", .names(parts))]) }
}

extension RouteReport: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("route"))
    self.init(
      try node.required("route", "a name").name(), screen: try node.required("screen", "a name").name(),
      parent: try node["parent"]?.name(), scene: try node.required("scene", "a name").name(),
      worker: try node["worker"]?.name(), isLive: try node.flag("live"))
    requires = try node.list("requires") { node throws(FormError) in try node.string() }
    takes = try node.list("takes") { node throws(FormError) in try node.string() }
    screens = try (node["path"]?.string() ?? "").split(separator: "/").compactMap { ScreenName($0) }
    stands = try node.list("elements") { node throws(FormError) in
      Stand(
        try node.required("element", "an id").value(), origin: try node["origin"]?.value(),
        isTop: try node.flag("isTop"))
    }
  }

  package var report: JSONValue {
    let elements = stands.map { stand in
      JSONValue.report([
        ("element", stand.element.form), ("origin", stand.origin?.form ?? .null), ("isTop", .bool(stand.isTop)),
      ])
    }
    return .report([
      ("scene", .name(scene)), ("route", .name(route)), ("screen", .name(screen)), ("parent", .name(parent)),
      ("requires", .array(requires.map(JSONValue.string))), ("takes", .array(takes.map(JSONValue.string))),
      ("worker", .name(worker)), ("live", .bool(isLive)),
      ("path", .string(screens.map(\.rawValue).joined(separator: "/"))), ("elements", .array(elements)),
    ])
  }
}
