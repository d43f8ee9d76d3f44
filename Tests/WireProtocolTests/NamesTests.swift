// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import SwiftProtobuf
import Testing
import WireProtocol

/// `WRITE_GOLDEN=1` writes the table of wire.md anew.
@Suite("The table of names")
struct NamesTests {
  private static let page = GoldenFile.protocols.appending(path: "wire.md")
  private static let head =
    "| kind | octet | `.proto` message | schema definition | on a line | golden |\n|---|---|---|---|---|---|\n"

  @Test("says of every kind how it is called where")
  func table() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "### Names of messages\n"))
    let end = try #require(text.range(of: "\n### ", range: start.upperBound..<text.endIndex))
    let section = text[start.upperBound..<end.lowerBound]
    let intro = try #require(section.range(of: Self.head))
    let table = Self.head + Coordination.Message.Kind.allCases.map(Self.row).joined()
    if ProcessInfo.processInfo.environment["WRITE_GOLDEN"] != nil {
      try text.replacingCharacters(in: intro.lowerBound..<end.lowerBound, with: table)
        .write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(section[intro.lowerBound...] == table, "WRITE_GOLDEN=1 swift test --filter NamesTests")
    }
  }

  private static func row(_ kind: Coordination.Message.Kind) -> String {
    let golden = GoldenMessages.all.filter { $0.message.kind == kind }.map(\.name).sorted()
    let message = proto(kind).protoMessageName.split(separator: ".").last ?? ""
    return "| \(kind.name) | \(kind.octet) | \(message) | `\(kind)` | "
      + "\(line(kind)) | \(golden.count <= 4 ? golden.map { "`\($0)`" }.joined(separator: " ") : pattern(golden)) |\n"
  }

  /// Many golden messages of a kind begin alike.
  private static func pattern(_ names: [String]) -> String {
    let prefix = names.first?.split(separator: "-").first ?? ""
    let bare = names.contains(String(prefix)) ? "`\(prefix)` " : ""
    let others = names.filter { $0 != prefix }
    #expect(others.allSatisfy { $0.hasPrefix("\(prefix)-") })
    return "\(bare)`\(prefix)-*` (\(others.count))"
  }

  private static func line(_ kind: Coordination.Message.Kind) -> String {
    if kind == .command || kind == .outcome { return "the bare object" }
    let message = GoldenMessages.all.first { $0.message.kind == kind }?.message
    let text = message.map { WireLine.text($0) } ?? ""
    return "`\(text.dropFirst(2).prefix { $0 != "\"" })`"
  }

  private static func proto(_ kind: Coordination.Message.Kind) -> any SwiftProtobuf.Message.Type {
    switch kind {
    case .command: ProtoCommand.self
    case .query: ProtoQuery.self
    case .cancel: ProtoCancel.self
    case .resume: ProtoResume.self
    case .snapshotRequest: ProtoSnapshotRequest.self
    case .inspect: ProtoInspect.self
    case .clear: ProtoClear.self
    case .active: ProtoActive.self
    case .accepted: ProtoAccepted.self
    case .outcome: ProtoOutcome.self
    case .status: ProtoStatus.self
    case .snapshot: ProtoSnapshot.self
    case .report: ProtoReport.self
    case .error: ProtoError.self
    case .hello, .register: ProtoRegistration.self
    case .answer: ProtoAnswer.self
    case .working: ProtoWorking.self
    case .abandoned: ProtoAbandoned.self
    case .appeared: ProtoAppeared.self
    case .cannotShow: ProtoCannotShow.self
    case .pong: ProtoPong.self
    case .bye: ProtoBye.self
    case .welcome: ProtoWelcome.self
    case .who, .ping: ProtoNothing.self
    case .registered: ProtoRegistered.self
    case .ask: ProtoAsk.self
    case .settled: ProtoSettled.self
    case .workerState: ProtoWorkerState.self
    case .treeEvent: ProtoTreeEvent.self
    case .arrival: ProtoArrival.self
    case .state: ProtoSceneState.self
    case .update: ProtoUpdate.self
    case .presence: ProtoPresenceChange.self
    case .keepalive: ProtoKeepalive.self
    }
  }
}
