// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

extension SceneStatus: FormRecord, ReportForm {
  static let blank = SceneStatus("blank", revision: 0, majorRevision: 0, path: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 0, &scene, .required("a name"))
    try visitor.member("revision", 0, &revision, .usual)
    try visitor.member("majorRevision", 0, &majorRevision, .usual)
    try visitor.member("path", 0, &path, .usual)
    try visitor.member("waiting", 0, &waiting, .usual)
    try visitor.member("parked", 0, &parked, .usual)
    try visitor.member("parkedCommands", 0, &parkedCommands, .sparse)
    try visitor.member("running", 0, &running, .sparse)
    try visitor.member("underWay", 0, &underWay, .sparse)
    try visitor.member("held", 0, &held, .sparse)
    try visitor.time("idleMs", &unchangedFor)
    try visitor.member("idle", 0, &idle, .sparse)
    try visitor.member("lock", 0, &lock, .sparse)
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "scene") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension SceneStatus.Held: FormRecord {
  static let blank = SceneStatus.Held(.blank, verb: "", origin: "", elapsed: .zero)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("commandId", 0, &id, .required("the id of a command"))
    try visitor.member("parked", 0, &isParked, .usual)
    try visitor.member("verb", 0, &verb, .usual)
    try visitor.member("origin", 0, &origin, .usual)
    try visitor.member("pid", 0, &pid, .usual)
    try visitor.time("forMs", &elapsed)
    try visitor.time("leftMs", &remaining)
    try visitor.member("reason", 0, &reason, .sparse)
  }

  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension SceneStatus.UnderWay: FormRecord {
  static let blank = SceneStatus.UnderWay(verb: "", origin: "", elapsed: .zero)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("verb", 0, &verb, .usual)
    try visitor.member("origin", 0, &origin, .usual)
    try visitor.member("pid", 0, &pid, .usual)
    try visitor.time("forMs", &elapsed)
    try visitor.member("asking", 0, &asking, .sparse)
    try visitor.member("lacking", 0, &lacking, .sparse)
  }

  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension SceneStatus.UnderWay.Asking: FormRecord {
  static let blank = SceneStatus.UnderWay.Asking(request: "", screen: "blank", elapsed: .zero)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("request", 0, &request, .usual)
    try visitor.member("screen", 0, &screen, .required("a name"))
    try visitor.member("element", 0, &element, .sparse)
    try visitor.member("worker", 0, &worker, .sparse)
    try visitor.time("forMs", &elapsed)
  }
}

extension SceneStatus.Idle: FormRecord {
  static let blank = SceneStatus.Idle(after: .zero, path: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.time("afterMs", &after)
    try visitor.member("replace", 0, &path, .usual)
    try visitor.member("unless", 0, &unless, .usual)
    try visitor.time("inMs", &remaining)
    try visitor.member("heldBy", 0, &heldBy, .sparse)
  }
}

extension SceneStatus.Lock: FormRecord {
  static let blank = SceneStatus.Lock(allow: [], out: nil, isOpen: false)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("allow", 0, &allow, .usual)
    try visitor.member("out", 0, &out, .sparse)
    try visitor.member("open", 0, &isOpen, .usual)
  }
}

extension WorkerStatus: FormRecord, ReportForm {
  static let blank = WorkerStatus("blank", state: .live)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    let areUnknown = scenes == [] && state == .gone
    var served: ServedScenes? = areUnknown || Visitor.isReading ? nil : ServedScenes(scenes)
    var median = medianAnswer?.milliseconds
    try visitor.member("worker", 0, &name, .required("a name"))
    try visitor.member("version", 0, &version, .usual)
    try visitor.member("state", 0, &state, .required("a word"))
    try visitor.member("pid", 0, &pid, .sparse)
    try visitor.member("uid", 0, &uid, .sparse)
    try visitor.time("upMs", &uptime)
    try visitor.member("screens", 0, &screens, .usual)
    try visitor.member("root", 0, &roots, .usual)
    try visitor.member("scenes", 0, &served, .sparse)
    try visitor.member("asks", 0, &asks, .usual)
    try visitor.member("unanswered", 0, &unanswered, .usual)
    try visitor.member("late", 0, &lateAnswers, .usual)
    try visitor.member("p50Ms", 0, &median, .sparse)
    try visitor.member("deaths", 0, &deaths, .usual)
    try visitor.time("lastDeathMs", &lastDeath)
    try visitor.member("problem", 0, &problem, .sparse)
    if let served { scenes = served.names } else { scenes = [] }
    medianAnswer = median.map { Duration(ms: $0) }
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "worker") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension WorkerStatus.State: FormWord {
  static let words: FormWords<WorkerStatus.State> = [
    .live: 1, .suspect: 2, .leaving: 3, .gone: 4, .refused: 5, .quarantined: 6,
  ]
}

extension TreeNode.PartReport: FormRecord, ReportForm {
  static let blank = TreeNode.PartReport(scene: "blank", part: nil, worker: "blank", isLive: false, tree: .empty)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 0, &scene, .required("a name"))
    try visitor.member("part", 0, &part, .sparse)
    try visitor.member("worker", 0, &worker, .required("a name"))
    try visitor.member("live", 0, &isLive, .usual)
    try visitor.member("tree", 0, &tree, .usual)
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "part") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension MissingParts: FormRecord, ReportForm {
  static let blank = MissingParts(scene: "blank", parts: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 0, &scene, .required("a name"))
    try visitor.member("missing", 0, &parts, .usual)
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "missing") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension RouteReport: FormRecord, ReportForm {
  static let blank = RouteReport("blank", screen: "blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var path = screens.map(\.rawValue).joined(separator: "/")
    try visitor.member("scene", 0, &scene, .required("a name"))
    try visitor.member("route", 0, &route, .required("a name"))
    try visitor.member("screen", 0, &screen, .required("a name"))
    try visitor.member("parent", 0, &parent, .sparse)
    try visitor.member("requires", 0, &requires, .usual)
    try visitor.member("takes", 0, &takes, .usual)
    try visitor.member("worker", 0, &worker, .sparse)
    try visitor.member("live", 0, &isLive, .usual)
    try visitor.member("path", 0, &path, .usual)
    try visitor.member("elements", 0, &stands, .usual)
    screens = path.split(separator: "/").compactMap { ScreenName($0) }
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "route") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension Destination.Report: FormRecord, ReportForm {
  static let blank = Destination.Report("blank", .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 0, &scene, .required("a name"))
    try visitor.member("name", 0, &name, .required("a name"))
    try visitor.member("worker", 0, &worker, .sparse)
    try visitor.member("live", 0, &isLive, .usual)
    try visitor.member("destination", 0, &destination, .required("a list of steps"))
    try visitor.member("missing", 0, &missing, .usual)
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "destination") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension RouteReport.Stand: FormRecord {
  static let blank = RouteReport.Stand(.root)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("element", 0, &element, .required("an id"))
    try visitor.member("origin", 0, &origin, .sparse)
    try visitor.member("isTop", 0, &isTop, .usual)
  }
}
