// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

extension CoordinatorStatus: FormRecord, ReportForm {
  static let blank = CoordinatorStatus(
    version: "", epoch: 0, starts: 0, uptime: .zero, requiresHosts: true, isDurable: false)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var hosting = Hosting(requiresHosts)
    try visitor.member("version", 0, &version, .usual)
    try visitor.member("epoch", 0, &epoch, .usual)
    try visitor.member("starts", 0, &starts, .usual)
    try visitor.time("uptimeMs", &uptime)
    try visitor.member("hosting", 0, &hosting, .usual)
    try visitor.member("durable", 0, &isDurable, .usual)
    try visitor.member("scenes", 0, &scenes, .usual)
    try visitor.member("workers", 0, &workers, .usual)
    try visitor.member("lately", 0, &notAsAsked, .usual)
    try visitor.member("counters", 0, &counters, .usual)
    try visitor.member("users", 0, &users, .usual)
    try visitor.member("capacities", 0, &capacities, .usual)
    try visitor.inline(0, &service, by: "journal")
    requiresHosts = hosting.flag
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "status") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

/// Whether each screen needs a host.
private struct Hosting: FlagWord {
  static let falseWord = "optional"
  static let trueWord = "required"
  var flag: Bool

  init(_ flag: Bool) { self.flag = flag }
}

extension CoordinatorStatus.NotAsAsked: FormRecord {
  static let blank = CoordinatorStatus.NotAsAsked(.blank, in: "blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("verb", 0, &verb, .usual)
    try visitor.member("outcome", 0, &outcome, .usual)
    try visitor.member("reason", 0, &reason, .sparse)
    try visitor.note("message", 0, &message, .sparse)
    try visitor.member("scene", 0, &scene, .required("a name"))
    try visitor.member("commandId", 0, &command, .required("a command id"))
    try visitor.member("asked", 0, &asked, .usual)
    try visitor.member("answers", 0, &answers, .sparse)
    try visitor.member("origin", 0, &origin, .usual)
    try visitor.member("pid", 0, &pid, .usual)
    try visitor.time("agoMs", &ago)
  }
}

extension CoordinatorStatus.Counters: FormRecord {
  static let blank = CoordinatorStatus.Counters()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var codes = CountTable(counts: garbage)
    try visitor.member("commands", 0, &commands, .usual)
    try visitor.member("commits", 0, &commits, .usual)
    try visitor.member("asks", 0, &asks, .usual)
    try visitor.member("lateAnswers", 0, &lateAnswers, .usual)
    try visitor.member("strayAnswers", 0, &strayAnswers, .usual)
    try visitor.member("deaths", 0, &deaths, .usual)
    try visitor.member("parked", 0, &parked, .usual)
    try visitor.member("refusedHellos", 0, &refusedHellos, .usual)
    try visitor.member("outsideWindow", 0, &outsideWindow, .usual)
    try visitor.member("full", 0, &full, .usual)
    try visitor.member("stalls", 0, &stalls, .usual)
    try visitor.member("failedStarts", 0, &failedStarts, .usual)
    try visitor.member("garbage", 0, &codes, .usual)
    garbage = codes.counts
  }
}

extension CoordinatorStatus.UserShare: FormRecord {
  static let blank = CoordinatorStatus.UserShare()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("uid", 0, &uid, .sparse)
    try visitor.member("address", 0, &address, .sparse)
    try visitor.member("outcomes", 0, &outcomes, .usual)
    try visitor.member("outcomeBytes", 0, &outcomeBytes, .usual)
    try visitor.member("waiting", 0, &waiting, .usual)
    try visitor.member("scenes", 0, &scenes, .usual)
    try visitor.member("workers", 0, &workers, .usual)
  }
}

extension CoordinatorStatus.Capacities: FormRecord {
  static let blank = CoordinatorStatus.Capacities()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("outcomes", 0, &outcomes, .usual)
    try visitor.member("outcomeBytes", 0, &outcomeBytes, .usual)
    try visitor.member("waiting", 0, &waiting, .usual)
    try visitor.member("scenes", 0, &scenes, .usual)
    try visitor.member("workers", 0, &workers, .usual)
  }
}

/// Counts by a text, as an object. Only JSON has it.
private struct CountTable: FormValue {
  var counts: [String: UInt64]

  init(counts: [String: UInt64]) { self.counts = counts }

  init(json reader: inout JSONReader) throws(FormError) {
    counts = [:]
    for (key, node) in try reader.node.table(atMost: .max) { counts[key] = try node.count() }
  }
  func write(json writer: inout JSONWriter) {
    writer.value(.object(counts.map { ($0.key, .integer(Int64(clamping: $0.value))) }))
  }
  static func schema(_ book: inout SchemaBook) -> JSONValue { .record(["type": .string("object")]) }

  static func absent(_ rule: MemberRule) -> CountTable? { CountTable(counts: [:]) }
  init(binary reader: inout BinaryReader) { counts = [:] }
  func write(binary writer: inout BinaryWriter) {}
}

extension CoordinatorStatus.Service: FormRecord {
  static let blank = CoordinatorStatus.Service(
    pid: 0, runtimeFolder: "", stateFolder: nil, observers: [], journal: .none, sockets: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("pid", 0, &pid, .usual)
    try visitor.member("runtimeDir", 0, &runtimeFolder, .usual)
    try visitor.member("stateDir", 0, &stateFolder, .sparse)
    try visitor.member("observers", 0, &observers, .usual)
    try visitor.member("journal", 0, &journal, .usual)
    try visitor.member("sockets", 0, &sockets, .usual)
  }
}

extension CoordinatorStatus.Observer: FormRecord {
  static let blank = CoordinatorStatus.Observer(pid: 0, command: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("pid", 0, &pid, .usual)
    try visitor.member("command", 0, &command, .usual)
  }
}

extension CoordinatorStatus.Journal: FormRecord {
  static let blank = CoordinatorStatus.Journal.none

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("mode", 0, &mode, .usual)
    try visitor.member("durability", 0, &durability, .sparse)
    try visitor.member("commits", 0, &commits, .sparse)
    try visitor.member("outcomes", 0, &outcomes, .sparse)
    try visitor.member("gaps", 0, &gaps, .sparse)
    try visitor.member("bytes", 0, &bytes, .sparse)
    try visitor.member("works", 0, &isWorking, .sparse)
    var since = failingSince?.microseconds
    try visitor.member("failingSince", 0, &since, .sparse)
    failingSince = since.map { .microseconds($0) }
    try visitor.note("problem", 0, &problem, .sparse)
  }
}

extension CoordinatorStatus.Sockets: FormRecord {
  static let blank = CoordinatorStatus.Sockets()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("connections", 0, &connections, .usual)
    try visitor.member("discardedReplies", 0, &discardedReplies, .usual)
    try visitor.member("refusedHandshakes", 0, &refusedHandshakes, .usual)
    try visitor.member("strangeSubscriptions", 0, &strangeSubscriptions, .usual)
    try visitor.member("connectionsMax", 0, &connectionsMax, .usual)
    try visitor.member("refusedConnections", 0, &refusedConnections, .usual)
    try visitor.member("endedConnections", 0, &endedConnections, .usual)
    try visitor.member("unpublished", 0, &unpublished, .usual)
    try visitor.member("users", 0, &users, .usual)
  }
}

extension CoordinatorStatus.SocketShare: FormRecord {
  static let blank = CoordinatorStatus.SocketShare(uid: nil)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("uid", 0, &uid, .sparse)
    try visitor.member("connections", 0, &connections, .usual)
    try visitor.member("subscriptions", 0, &subscriptions, .usual)
    try visitor.member("unreadBytes", 0, &unreadBytes, .usual)
    try visitor.member("unsentBytes", 0, &unsentBytes, .usual)
  }
}
