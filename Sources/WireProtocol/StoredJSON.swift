// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// The one JSON as text, for what is kept: the bodies of the journal. What is written often is UTF-8 from the start, and
/// brief: members whose absence says the same are left out, so that less is written to the disk, and read by a start.
package enum StoredJSON {
  /// Appends a route: the list of its elements.
  package static func append(_ route: Route, to bytes: inout ByteWriter) {
    JSONWriter.append(route.root, isBrief: true, to: &bytes)
  }

  /// Appends a cause.
  package static func append(_ cause: Cause, to bytes: inout ByteWriter) {
    JSONWriter.append(cause, isBrief: true, to: &bytes)
  }

  /// Appends an origin.
  package static func append(_ origin: Origin, to bytes: inout ByteWriter) {
    JSONWriter.append(origin, isBrief: true, to: &bytes)
  }

  /// Appends an outcome; that of a dry run has `"dryRun":true` at its end, that of a command that left guards unasked
  /// `"guards":"skip"`.
  package static func append(
    _ outcome: Outcome, ofDryRun isDryRun: Bool = false, skippingGuards: Bool = false, to bytes: inout ByteWriter
  ) {
    JSONWriter.append(outcome, isBrief: true, to: &bytes)
    guard isDryRun || skippingGuards else { return }
    _ = bytes.takeLast(from: bytes.count - 1)
    if isDryRun { bytes.append(#","dryRun":true"#) }
    if skippingGuards { bytes.append(#","guards":"skip""#) }
    bytes.append("}")
  }

  /// The sensitive screens of a worker: a list of texts, of one that has said goodbye in an object `{"parted":[…]}`.
  package static func text(_ screens: [ScreenName], ofParted isParted: Bool = false) -> String {
    let list = JSONValue.array(screens.map { .string($0.rawValue) })
    return (isParted ? .object([("parted", list)]) : list).json
  }

  /// What becomes of screens whose worker does not come back, by screen as HELLO says it.
  package static func text(_ policies: [ScreenName: Routable.DeathPolicy]) -> String { JSONWriter.text(of: policies) }

  /// The scenes of a worker: a list of texts.
  package static func text(_ scenes: [SceneName]) -> String {
    JSONValue.array(scenes.map { .string($0.rawValue) }).json
  }

  /// The route that `text` spells.
  package static func route(_ text: String) throws(FormError) -> Route { Route(root: try value(text, "route")) }

  /// The cause that `text` spells.
  package static func cause(_ text: String) throws(FormError) -> Cause { try value(text, "cause") }

  /// The origin that `text` spells.
  package static func origin(_ text: String) throws(FormError) -> Origin { try value(text, "origin") }

  /// The outcome that `text` spells.
  package static func outcome(_ text: String) throws(FormError) -> Outcome { try value(text, "outcome") }

  /// The sensitive screens that `text` spells, and whether their worker has said goodbye.
  package static func screens(_ text: String) throws(FormError) -> (screens: [ScreenName], isParted: Bool) {
    let value = try object(text)
    let isParted = value["parted"] != nil
    guard case .array(let items) = value["parted"] ?? value else { throw FormError("this is no list") }
    var screens: [ScreenName] = []
    for item in items {
      guard case .string(let text) = item, let name = ScreenName(text) else {
        throw FormError("\(item) is no name of a screen")
      }
      screens.append(name)
    }
    return (screens, isParted)
  }

  /// The scenes of a worker that `text` spells.
  package static func scenes(_ text: String) throws(FormError) -> [SceneName] {
    guard case .array(let items) = try object(text) else { throw FormError("this is no list") }
    var scenes: [SceneName] = []
    for item in items {
      guard case .string(let text) = item, let name = SceneName(text) else {
        throw FormError("\(item) is no name of a scene")
      }
      scenes.append(name)
    }
    return scenes
  }

  /// What becomes of screens whose worker does not come back, as `text` spells it.
  package static func policies(_ text: String) throws(FormError) -> [ScreenName: Routable.DeathPolicy] {
    try value(text, "on_death")
  }

  /// The route in `text` with all its members, as updates carry it.
  package static func wholeRoute(_ text: String) throws(FormError) -> JSONValue { try whole(route(text).root) }

  /// The cause in `text` with all its members, as updates carry it.
  package static func wholeCause(_ text: String) throws(FormError) -> JSONValue { try whole(cause(text)) }

  /// The origin in `text` with all its members, as causes carry it.
  package static func wholeOrigin(_ text: String) throws(FormError) -> JSONValue { try whole(origin(text)) }

  /// The outcome in `text` with all its members, as lines carry it; behind them stands whether it is that of a dry run, or of a command
  /// that left guards unasked.
  package static func wholeOutcome(_ text: String) throws(FormError) -> JSONValue {
    let stored = try object(text)
    let outcome = try whole(read(stored, "outcome") as Outcome)
    guard case .members(var members) = outcome else { return outcome }
    if isDryRun(stored) { members.append(.init("dryRun", .bool(true))) }
    if skippedGuards(stored) { members.append(.init("guards", .string("skip"))) }
    return .members(members)
  }

  /// Whether the outcome in `text` is that of a dry run, and whether its command left guards unasked.
  package static func marks(_ text: String) throws(FormError) -> (isDryRun: Bool, skippedGuards: Bool) {
    let stored = try object(text)
    return (isDryRun(stored), skippedGuards(stored))
  }

  /// The JSON in `text`, members in their order.
  package static func object(_ text: String) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(text.utf8) } catch { throw FormError("this is no JSON: \(error)") }
  }

  private static func isDryRun(_ stored: JSONValue) -> Bool { stored["dryRun"] == .bool(true) }

  private static func skippedGuards(_ stored: JSONValue) -> Bool { stored["guards"] == .string("skip") }

  private static func whole(_ value: some FormValue) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(JSONWriter.bytes(of: value)) } catch {
      throw FormError("this cannot be written as JSON: \(error)")
    }
  }

  private static func value<Value: FormValue>(_ text: String, _ what: String) throws(FormError) -> Value {
    try read(object(text), what)
  }

  private static func read<Value: FormValue>(_ stored: JSONValue, _ what: String) throws(FormError) -> Value {
    try JSONReader.read(JSONNode(stored, place: .root(what), isBounded: false))
  }
}
