// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// The one JSON, a line at a time: what `way run`, `way watch` and programs that are screens read and write
/// (specification, section "Messages").
public enum WireLine {
  // ── commands and outcomes: the bare object ─────────────────────────────────────────────────────

  /// The command that a line spells. Read strictly, for people write it: an unknown member is an error that names the
  /// nearest one. What the line leaves out, its id too, comes from `defaults`, whose verb is not used.
  public static func command(_ line: some StringProtocol, defaults: Command) throws(FormError) -> Command {
    let value = try parse(line, "command")
    return try Command(form: JSONNode(value, place: .root("command"), isStrict: true), defaults: defaults)
  }

  /// An outcome as a line.
  public static func text(_ outcome: Outcome) -> String { outcome.form.json }

  /// The outcome that a line spells.
  public static func outcome(_ line: some StringProtocol) throws(FormError) -> Outcome {
    try JSONNode(try parse(line, "outcome"), place: .root("outcome")).value()
  }

  // ── everything else: the object, wrapped in the word of its kind ───────────────────────────────

  /// A message as a line: `{"ask":{…}}`. HELLO's word is `register`.
  public static func text(_ message: Message) -> String {
    let word = message.kind == .hello ? Message.Kind.register.word : message.kind.word
    return wrapped(word, message.form)
  }

  /// Another event as a line: `{"gap":{…}}`.
  public static func text(event word: String, _ members: KeyValuePairs<String, JSONValue>) -> String {
    wrapped(word, .record(members))
  }

  /// The message that a wrapped line spells. A registration may leave out its incarnation, where `incarnation` gives one.
  /// Read strictly, an unknown member is an error that names the nearest one.
  public static func message(
    _ line: some StringProtocol, incarnation: Incarnation? = nil, strictly isStrict: Bool = false
  ) throws(FormError) -> Message {
    guard case .members(let members) = try parse(line, "line"), members.count == 1 else {
      throw FormError("line: an object with one member belongs here, whose name says what it is: {\"answer\": {…}}")
    }
    let word = members[0].key
    let node = JSONNode(members[0].value, place: .root(word), isStrict: isStrict)
    switch word {
    case Message.Kind.register.word: return .register(try Registration(form: node, incarnation: incarnation))
    case Message.Kind.state.word: return try Message(node["elements"] == nil ? .state : .workerState, node)
    default: break
    }
    let kinds = Message.Kind.allCases
    guard let kind = kinds.first(where: { $0.word == word }) else {
      let nearest = Spelling.nearest(to: word, among: kinds.map(\.word))
      throw FormError("line: '\(word)' is no kind of message" + (nearest.map { " (did you mean '\($0)'?)" } ?? ""))
    }
    return try Message(kind, node)
  }

  private static func wrapped(_ word: String, _ body: JSONValue) -> String {
    JSONValue.members([JSONValue.Member(word, body)]).json
  }

  private static func parse(_ line: some StringProtocol, _ what: String) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(line.utf8) } catch { throw FormError("\(what): this is no JSON: \(error)") }
  }
}
