// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteModel
import Testing
import WireProtocol

@testable import CoordinatorService

@Suite("What one peer costs the others")
struct BudgetTests {
  private static let json = Channel(.json)

  private static func subscribed(_ scenes: [SceneName]) -> [Event] { [.subscribed(to: scenes, on: json)] }

  @Test("A state is sent at once for a first subscription, and once a second for repeated ones")
  func states() {
    var debts = StateDebts()
    let scenes: [SceneName] = ["cluster", "main"]
    #expect(debts.answer("wk1/json/main/", of: 1, among: scenes, at: 0) == Self.subscribed(["main"]))
    #expect(debts.answer("wk1/json/", of: 1, among: scenes, at: 10) == Self.subscribed(["cluster"]))
    #expect(debts.next == 1_000_000, "the other one was told just now")
    for time in 20..<60 as Range<Int64> {
      #expect(debts.answer("wk1/json/main/", of: 1, among: scenes, at: time) == [])
    }
    #expect(debts.next == 1_000_000)
    #expect(
      debts.answer("wk1/json/main/", of: 2, among: scenes, at: 70) == Self.subscribed(["main"]), "another observer")
    #expect(debts.pay(among: scenes, at: 999_999) == [])
    #expect(debts.pay(among: scenes, at: 1_000_000) == Self.subscribed(["main"]))
    #expect(debts.next == nil)
    #expect(debts.answer("wk1/json/main/", of: 1, among: scenes, at: 1_500_000) == [])
    #expect(debts.pay(among: scenes, at: 2_000_000) == Self.subscribed(["main"]))
    #expect(debts.answer("wk1/json/main/", of: 1, among: scenes, at: 4_000_000) == Self.subscribed(["main"]))
  }

  @Test("A flood of subscriptions is answered with everything, once; a peer that has left is owed nothing")
  func flood() {
    var debts = StateDebts()
    let scenes: [SceneName] = ["cluster", "main"]
    for number in 0..<1000 { _ = debts.answer("wk1/json/n\(number)", of: 1, among: scenes, at: Int64(number)) }
    let all = Self.subscribed(scenes) + [.subscribed(to: scenes, on: Channel(.protobuf))]
    #expect(debts.pay(among: scenes, at: 1_000_000) == all)
    #expect(debts.next == nil)
    for number in 0..<1000 { _ = debts.answer("wk1/json/", of: 2, among: scenes, at: Int64(number)) }
    debts.forget(connection: 2)
    #expect(debts.pay(among: scenes, at: 2_000_000) == [])
  }

  @Test("A long turn is told with the message that took longest and its sender, a short one is not")
  func turns() throws {
    var watch = TurnWatch()
    watch.begin(at: 1_000_000)
    watch.note("hello", of: ReceivedPeer(pid: 7, uid: 1000, program: "kiosk"), microseconds: 200_000)
    watch.note("query", of: ReceivedPeer(pid: 8, uid: nil, program: "way"), microseconds: 90_000)
    #expect(watch.report(at: 1_249_999) == nil)
    let metadata = try #require(watch.report(at: 1_300_000))
    #expect(metadata["message.kind"] == "hello" && metadata["message.ms"] == "200" && metadata["turn.ms"] == "300")
    #expect(metadata["peer.pid"] == "7" && metadata["peer.uid"] == "1000" && metadata["peer.program"] == "kiosk")
    watch.begin(at: 2_000_000)
    #expect(watch.report(at: 2_300_000)?["message.kind"] == nil)
  }
}
