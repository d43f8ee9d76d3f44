// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Testing

@testable import WireProtocol

/// What the specification lists whole, at the place that defines it: nothing is missing there, and nothing is too much.
@Suite("A list of the specification")
struct SpecificationListTests {
  /// The words that stand between two texts of a section, or in the first column of a table that begins with the first text.
  struct List: Sendable, CustomTestStringConvertible {
    let page: String
    let section: String
    let start: String
    let end: String
    /// Words between them that belong to something else.
    var others: Set<String> = []
    let words: [String]

    var testDescription: String { "\(page), \(section): \(start)" }
  }

  static let lists = [
    List(
      page: "wire", section: "CMD", start: "| verb | members |\n|---|---|\n", end: "\n\n",
      words: Verb.variants.words),
    List(
      page: "wire", section: "Reasons", start: "| `unchanged` |", end: " |\n",
      words: UnchangedReason.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Reasons", start: "| `vetoed` | `by` (party), `code` |", end: " |\n",
      words: Outcome.VetoReason.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Reasons", start: "| `failed` | `who` (party), `code` |", end: " |\n",
      words: Outcome.FailureReason.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Reasons", start: "| `timedOut` | `phase`:", end: ";",
      words: Outcome.Phase.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Reasons", start: "| rejected | because |\n|---|---|\n", end: "\n\n",
      words: RejectedReason.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Traces", start: "\n`answer`:", end: "\n\n", others: ["tree", "path"],
      words: Asked.Answer.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Errors", start: "| code | meaning | what to do |\n|---|---|---|\n", end: "\n\n",
      words: ProtocolError.Code.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "QUERY, STATUS, CANCEL, RESUME, ACCEPTED", start: "committed):", end: ". With",
      words: Status.State.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "STATE, UPDATE, PRESENCE, KEEPALIVE", start: "`cause`: `kind`", end: ",",
      words: Cause.Kind.allCases.map(\.rawValue)),
    List(
      page: "wire", section: "Reports", start: "by name: `worker version state`", end: ": processes", others: ["pid"],
      words: WorkerStatus.State.allCases.map(\.rawValue)),
    List(
      page: "behaviour", section: "Presence", start: "| presence | means |\n|---|---|\n", end: "\n\n",
      words: Presence.allCases.map(\.rawValue)),
    List(
      page: "behaviour", section: "Following", start: "says how it shows", end: "\n\n",
      words: Element.Visibility.allCases.map(\.rawValue)),
  ]

  @Test("holds each word of the sources, and no other", arguments: lists)
  func words(list: List) throws {
    let section = try Specification.section(list.section, of: list.page)
    let start = try #require(section.range(of: list.start))
    let end = try #require(section.range(of: list.end, range: start.upperBound..<section.endIndex))
    let text = section[start.upperBound..<end.lowerBound]
    // Of a row only the first cell.
    let isTable = list.start.hasSuffix("|\n")
    let cells = isTable ? text.split(separator: "\n").compactMap { $0.split(separator: "|").first } : [text]
    let words = cells.flatMap(Specification.quoted).filter { !list.others.contains($0) }
    #expect(Set(words) == Set(list.words))
  }

  @Test("holds each kind of message, with its octet and who sends it to whom")
  func kinds() throws {
    let section = try Specification.section("Messages", of: "wire")
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| kind ") }
      .map { $0.split(separator: "|").prefix(3).map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows == Message.Kind.allCases.map { [$0.name, $0.octet, Self.direction($0)] })
  }

  /// From whom to whom: K client, W worker, C coordinator, O observer.
  private static func direction(_ kind: Message.Kind) -> String {
    switch kind {
    case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active: "K→C"
    case .accepted, .outcome, .status, .snapshot, .report: "C→K"
    case .error: "C→K, C→W"
    case .hello, .register, .answer, .working, .abandoned, .appeared, .cannotShow, .pong, .bye: "W→C"
    case .welcome, .who, .registered, .ask, .settled, .workerState, .ping, .treeEvent, .arrival: "C→W"
    case .state, .update, .presence, .keepalive: "C→O"
    }
  }

  @Test("of kinds says of each who takes it as the coordinator does", arguments: Message.Kind.allCases)
  func directions(kind: Message.Kind) {
    #expect(kind.isForCoordinator == Self.direction(kind).hasSuffix("→C"))
  }
}
