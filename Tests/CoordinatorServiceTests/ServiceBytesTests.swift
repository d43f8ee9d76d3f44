// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// Bytes at the sockets: what is large gets through or is refused, and no peer makes others pay for what it does not read.
@Suite struct ServiceBytesTests {
  let folder: ServiceFolder
  let service: RunningService
  let client: RawPeer
  /// Asks for the status.
  let witness: RawPeer

  init() throws {
    folder = try ServiceFolder()
    service = try RunningService(folder.configuration())
    client = try RawPeer(folder, "control", encoding: .protobuf)
    witness = try RawPeer(folder, "control")
  }

  /// A path near the largest that commits; quotes are the longest content in a verb's text.
  private func large(_ letter: String, filling: String = "\"") -> [PathItem] {
    let text = JSONValue.string(letter + String(repeating: filling, count: 7900))
    return (0..<14).map { _ in PathItem(AnyScreen("page", content: .object([("t", text)]))) }
  }

  private func run(_ id: String, _ verb: Verb) throws {
    let outcome = try client.run(id, verb)
    #expect(outcome.kind == .committed, "\(outcome.kind) \(outcome.message)")
  }

  @Test("the largest routes reach an observer, with the verb cut for people", arguments: Encoding.allCases)
  func largestRoutesReachObserver(encoding: Encoding) throws {
    let observer = try RawPeer(
      folder, "updates", .sub, encoding: encoding, subscribing: ["wk1/\(encoding.rawValue)/main/"])
    try eventually("the subscription") { try witness.status()["observers"] != .array([]) }
    try run("first", replace("home"))
    for (number, letter) in ["a", "b"].enumerated() {
      let verbs = [large("x"), large(letter)].map { NavigatorVerb.replace(path: $0, in: nil) }
      try run("large-\(letter)", .batch(verbs))
      let update = try observer.first("an update") { message in
        if case .update(let update) = message, update.revision > 1 { update } else { nil }
      }
      #expect(update.revision == Revision(number + 2))
      #expect(update.cause.verb.utf8.count <= 1024 && update.cause.verb.hasSuffix("…"))
      #expect(update.current.path.elements.count == 14)
    }
    #expect(try witness.count(in: "sockets", "unpublished") == 0)
    try service.stop()
  }

  @Test("a client that does not read gets no more than its share, and others get their answers")
  func clientDoesNotRead() throws {
    try run("large", .navigator(.replace(path: large("a", filling: "xy"), in: nil)))
    let deaf = try RawPeer(folder, "control", encoding: .protobuf, queue: 1)
    for _ in 0..<40 { try deaf.send(.snapshotRequest(SnapshotRequest())) }
    try eventually("dropped answers") { try witness.count(in: "sockets", "discardedReplies") > 0 }
    let users = try #require(try witness.status()["sockets"]?["users"]?.array)
    guard case .integer(let unsent)? = users.first?["unsentBytes"] else {
      Issue.record("no unsent bytes of \(users)")
      return
    }
    #expect(unsent > 1 << 20 && unsent <= 5 << 20)
    #expect(users.first?["uid"] == .integer(Int64(getuid())))
    try run("another", replace("home"))
    try service.stop()
  }

  @Test("an observer that stops is given up after 16 MiB, and comes back to what is true")
  func observerStopsGivenUp() throws {
    let stopped = try RawPeer(folder, "updates", .sub, subscribing: ["wk1/json/main/"], queue: 1)
    try eventually("the subscription") { try witness.status()["observers"] != .array([]) }
    var revision = 0
    while try witness.count(in: "sockets", "endedConnections") == 0 {
      revision += 1
      try #require(revision < 300)
      try run("update-\(revision)", .navigator(.replace(path: large("\(revision)", filling: "xy"), in: nil)))
    }
    try run("last", replace("home"))
    let last = try stopped.first("the last state") { message in
      if case .state(let state) = message, state.path.path.elements.count == 1 { state } else { nil }
    }
    #expect(last.revision == Revision(revision + 1))
    try service.stop()
  }
}

extension JSONValue {
  fileprivate var array: [JSONValue]? { if case .array(let all) = self { all } else { nil } }
}
