// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

extension CoordinatorStatus: ReportForm {
  package init(report object: JSONValue) throws(FormError) {
    let node = JSONNode(object, place: .root("status"))
    self.init(
      version: try node["version"]?.string() ?? "", epoch: try node.counted("epoch"),
      starts: try node.counted("starts"), uptime: try node.time("uptimeMs") ?? .zero,
      requiresHosts: try node["hosting"]?.string() != "optional", isDurable: try node.flag("durable"))
    scenes = try node.list("scenes") { node throws(FormError) in try SceneStatus(report: node.value) }
    workers = try node.list("workers") { node throws(FormError) in try WorkerStatus(report: node.value) }
    notAsAsked = try node.list("lately", NotAsAsked.init(form:))
    counters = try node["counters"]?.value() ?? Counters()
    service = node["journal"] == nil ? nil : try Service(form: node)
  }

  package var report: JSONValue {
    let members: [(String, JSONValue)] = [
      ("version", .string(version)), ("epoch", .count(epoch)), ("starts", .count(starts)), ("uptimeMs", .time(uptime)),
      ("hosting", .string(requiresHosts ? "required" : "optional")), ("durable", .bool(isDurable)),
      ("scenes", .array(scenes.map(\.report))), ("workers", .array(workers.map(\.report))),
      ("lately", .array(notAsAsked.map(\.form))), ("counters", counters.form),
    ]
    return .report(members + (service?.members ?? []))
  }
}

extension CoordinatorStatus.NotAsAsked: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    let id: CommandID = try node.required("commandId", "a command id").value()
    let scene: SceneName = try node.required("scene", "a name").name()
    self.init(id, in: scene)
    (verb, outcome) = (try node["verb"]?.string() ?? "", try node["outcome"]?.string() ?? "")
    (reason, message) = (try node["reason"]?.string(), try node.note("message"))
    (asked, origin) = (try node.names("asked"), try node["origin"]?.string() ?? "")
    (pid, ago) = (try node["pid"]?.process() ?? 0, try node.time("agoMs") ?? .zero)
  }

  var form: JSONValue {
    .report([
      ("verb", .string(verb)), ("outcome", .string(outcome)), ("reason", .text(reason)), ("message", .text(message)),
      ("scene", .name(scene)), ("commandId", command.form), ("asked", .names(asked)), ("origin", .string(origin)),
      ("pid", .integer(Int64(pid))), ("agoMs", .time(ago)),
    ])
  }
}

extension CoordinatorStatus.Counters: JSONForm {
  /// Each count but that of garbage, by its name.
  private static let counts: [(String, any WritableKeyPath<Self, UInt64> & Sendable)] = [
    ("commands", \.commands), ("commits", \.commits), ("asks", \.asks), ("lateAnswers", \.lateAnswers),
    ("deaths", \.deaths), ("parked", \.parked), ("refusedHellos", \.refusedHellos),
    ("outsideWindow", \.outsideWindow), ("full", \.full), ("stalls", \.stalls), ("failedStarts", \.failedStarts),
  ]

  init(form node: JSONNode) throws(FormError) {
    self.init()
    for (name, count) in Self.counts { self[keyPath: count] = try node.counted(name) }
    for (code, count) in try node["garbage"]?.table() ?? [] { garbage[code] = try count.count() }
  }

  var form: JSONValue {
    var members = Self.counts.map { ($0, JSONValue.count(self[keyPath: $1])) }
    members.append(("garbage", .report(garbage.map { ($0.key, .count($0.value)) })))
    return .report(members)
  }
}

extension CoordinatorStatus.Service {
  /// Reads what stands among the members of a status.
  fileprivate init(form node: JSONNode) throws(FormError) {
    self.init(
      pid: try node["pid"]?.process() ?? 0, runtimeFolder: try node["runtimeDir"]?.string() ?? "",
      stateFolder: try node["stateDir"]?.string(),
      observers: try node.list("observers") { node throws(FormError) in
        CoordinatorStatus.Observer(pid: try node["pid"]?.process() ?? 0, command: try node["command"]?.string() ?? "")
      }, journal: try node["journal"]?.value() ?? .none, sockets: try node["sockets"]?.value() ?? .init())
  }

  fileprivate var members: [(String, JSONValue)] {
    let observers = observers.map { observer in
      JSONValue.report([("pid", .integer(Int64(observer.pid))), ("command", .string(observer.command))])
    }
    return [
      ("pid", .integer(Int64(pid))), ("runtimeDir", .string(runtimeFolder)), ("stateDir", .text(stateFolder)),
      ("observers", .array(observers)), ("journal", journal.form), ("sockets", sockets.form),
    ]
  }
}

extension CoordinatorStatus.Journal: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    self.init(mode: try node["mode"]?.string() ?? "none")
    durability = try node["durability"]?.string()
    (commits, outcomes, gaps) = (try node["commits"]?.count(), try node["outcomes"]?.count(), try node["gaps"]?.count())
    (bytes, isWorking) = (try node["bytes"]?.milliseconds(), try node["works"]?.bool())
  }

  var form: JSONValue {
    .report([
      ("mode", .string(mode)), ("durability", .text(durability)), ("commits", commits.map { .count($0) } ?? .null),
      ("outcomes", outcomes.map { .count($0) } ?? .null), ("gaps", gaps.map { .count($0) } ?? .null),
      ("bytes", bytes.map { .integer($0) } ?? .null), ("works", isWorking.map { .bool($0) } ?? .null),
    ])
  }
}

extension CoordinatorStatus.Sockets: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    self.init()
    (connections, discardedReplies) = (try node.counted("connections"), try node.counted("discardedReplies"))
    refusedHandshakes = try node.counted("refusedHandshakes")
    strangeSubscriptions = try node.counted("strangeSubscriptions")
  }

  var form: JSONValue {
    .report([
      ("connections", .count(connections)), ("discardedReplies", .count(discardedReplies)),
      ("refusedHandshakes", .count(refusedHandshakes)), ("strangeSubscriptions", .count(strangeSubscriptions)),
    ])
  }
}
