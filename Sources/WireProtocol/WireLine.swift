// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// The one JSON, a line at a time: what `way run`, `way watch` and programs that are screens read and write
/// (specification, section "Messages").
package enum WireLine {
  // ── commands and outcomes: the bare object ─────────────────────────────────────────────────────

  /// The command that a line spells. Read strictly, for people write it: an unknown member is an error that names the
  /// nearest one. What the line leaves out, its id too, comes from `defaults`, whose verb is not used.
  package static func command(_ line: some StringProtocol, defaults: Command) throws(FormError) -> Command {
    try command(JSONNode(try parse(line, "command"), place: .root("command"), isStrict: true), defaults)
  }

  private static func command(_ node: JSONNode, _ defaults: Command) throws(FormError) -> Command {
    var reader = JSONReader(node)
    reader.optionalMember = "commandId"
    var command = defaults
    try command.read(json: &reader)
    return command
  }

  /// An outcome as a line.
  package static func text(_ outcome: Outcome) -> String { JSONWriter.text(of: outcome) }

  /// The outcome that a line spells.
  package static func outcome(_ line: some StringProtocol) throws(FormError) -> Outcome {
    try JSONReader.read(JSONNode(try parse(line, "outcome"), place: .root("outcome")))
  }

  // ── everything else: the object, wrapped in the word of its kind ───────────────────────────────

  /// A message as a line: `{"ask":{…}}`. HELLO's word is `register`.
  package static func text(_ message: Message) -> String {
    var none: PathMemory?
    var body: [UInt8] = []
    let kind = MessageForm.encode(message, .json, &none, into: &body)
    let word = kind == .hello ? Message.Kind.register.word : kind.word
    return "{\"\(word)\":\(String(decoding: body, as: UTF8.self))}"
  }

  /// Another event as a line: `{"gap":{…}}`.
  package static func text(event word: String, _ members: KeyValuePairs<String, JSONValue>) -> String {
    JSONValue.record([word: .record(members)]).json
  }

  /// The message that a wrapped line spells. A registration may leave out its incarnation, where `incarnation` gives one,
  /// and a command what `defaults` gives; all that a program says of a scene is of that one too, unless it names another. Read
  /// strictly, an unknown member is an error that names the nearest one.
  package static func message(
    _ line: some StringProtocol, incarnation: Incarnation? = nil, defaults: Command? = nil,
    strictly isStrict: Bool = false
  ) throws(FormError) -> Message {
    guard case .members(let members) = try parse(line, "line"), members.count == 1 else {
      throw FormError("line: an object with one member belongs here, whose name says what it is: {\"answer\": {…}}")
    }
    let word = members[0].key
    let scene = defaults?.scene ?? "main"
    let node = JSONNode(members[0].value, place: .root(word), isStrict: isStrict)
    switch word {
    case Message.Kind.register.word: return .register(try registration(node, incarnation))
    case Message.Kind.command.word:
      if let defaults { return .command(try command(node, defaults)) }
    case Message.Kind.active.word: return .active(try record(node, Active(scene: scene)))
    case Message.Kind.appeared.word: return .appeared(try record(node, Appeared(scene: scene, elements: [])))
    case Message.Kind.cannotShow.word:
      return .cannotShow(try record(node, CannotShow(scene: scene, element: .root)))
    case Message.Kind.state.word: return try MessageForm.read(node["elements"] == nil ? .state : .workerState, node)
    default: break
    }
    let kinds = Message.Kind.allCases
    guard let kind = kinds.first(where: { $0.word == word }) else {
      throw FormError("line: '\(word)' is no kind of message" + Spelling.aside(word, among: kinds.map(\.word)))
    }
    return try MessageForm.read(kind, node)
  }

  /// The ask that a line means to answer, also where its answer cannot be read; nil of any other line.
  package static func answered(by line: some StringProtocol) -> Ask.Token? {
    guard let value = try? parse(line, "line"),
      case .string(let token)? = value[Message.Kind.answer.word]?["token"]
    else { return nil }
    return Ask.Token(token)
  }

  private static func record<Value: FormRecord>(_ node: JSONNode, _ start: Value) throws(FormError) -> Value {
    var (reader, value) = (JSONReader(node), start)
    try reader.object(&value)
    return value
  }

  private static func registration(_ node: JSONNode, _ known: Incarnation?) throws(FormError) -> Registration {
    var reader = JSONReader(node)
    var registration = Registration.blank
    if let known {
      registration.incarnation = known
      reader.optionalMember = "incarnation"
    }
    try reader.object(&registration)
    return registration
  }

  private static func parse(_ line: some StringProtocol, _ what: String) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(line.utf8) } catch { throw FormError("\(what): this is no JSON: \(error)") }
  }
}
