// SPDX-License-Identifier: Apache-2.0

public import Coordination
import RouteModel
package import WireProtocol

/// The one JSON, an object a line, as `way run` and `way watch` speak it, and programs that log or pipe
/// (specification, section "JSON").
public enum JSONLine {
  /// The problem of a line that is no command, with its place and the word that was probably meant.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people.
    public let description: String
  }

  /// The command that a line spells, read strictly: an unknown member is a fault that names the nearest one.
  /// Members that the line leaves out, also its id, come from `defaults`, whose verb is not used.
  public static func command(_ line: some StringProtocol, defaults: Command) throws(Fault) -> Command {
    do {
      return try WireLine.command(line, defaults: defaults)
    } catch {
      throw Fault(description: error.message)
    }
  }

  /// An outcome: the bare object.
  public static func text(_ outcome: Outcome) -> String { WireLine.text(outcome) }

  /// The outcome that a line spells; its other members are not read.
  public static func outcome(_ line: some StringProtocol) throws(Fault) -> Outcome {
    do {
      return try WireLine.outcome(line)
    } catch {
      throw Fault(description: error.message)
    }
  }

  /// The message that a line spells, wrapped in the word of its kind. A `register` line that names no incarnation gets a
  /// random one, and a command has what it leaves out from `defaults`. Read strictly, for people write it: an unknown
  /// member is an error that names the nearest one.
  package static func message(_ line: some StringProtocol, defaults: Command? = nil) throws(Fault) -> Message {
    do {
      return try WireLine.message(line, incarnation: .random(), defaults: defaults, strictly: true)
    } catch {
      throw Fault(description: error.message)
    }
  }

  /// The ask that a line means to answer, also where its answer cannot be read; nil of any other line.
  package static func answered(by line: some StringProtocol) -> Ask.Token? { WireLine.answered(by: line) }

  /// Any message, wrapped in the word of its kind: `{"ask":{…}}`.
  package static func text(_ message: Message) -> String { WireLine.text(message) }

  /// A report as a coordinator writes it: the bare object.
  package static func text(_ report: some ReportForm) -> String { report.report.json }

  /// A report, wrapped in the word that says what it is: `{"past":{…}}`.
  package static func text(_ report: some ReportForm, as word: String) -> String {
    "{\"\(word)\":\(report.report.json)}"
  }

  /// The report that a line spells.
  package static func report<Value: ReportForm>(_ line: String, as _: Value.Type) throws -> Value {
    try Value(report: try JSONValue(json: line))
  }

  /// An event, wrapped in its word: `{"update":{…}}`, `{"gap":{…}}`.
  public static func text(_ event: PathEvent) -> String {
    switch event {
    case .state(let state): WireLine.text(.state(state))
    case .update(let update): WireLine.text(.update(update))
    case .presence(let change): WireLine.text(.presence(change))
    case .gap(let scene, let from, let to):
      WireLine.text(
        event: "gap", ["scene": .string(scene.rawValue), "from": number(from), "to": number(to)])
    case .epoch(let from, let to): WireLine.text(event: "epoch", ["from": number(from), "to": number(to)])
    case .disconnected: WireLine.text(event: "disconnected", [:])
    }
  }

  private static func number(_ value: UInt64) -> JSONValue { .integer(Int64(clamping: value)) }
}
