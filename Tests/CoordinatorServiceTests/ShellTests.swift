// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// The parts of the shell, each by itself.
@Suite struct ShellTests {
  private let link = Connection(id: [0, 1, 2, 3, 4])

  private func message(_ first: UInt8, _ prefix: String) -> [[UInt8]] { [[first] + Array(prefix.utf8)] }

  @Test("a subscription says its prefix, its end and bytes that are no text nothing")
  func subscriptionSaysPrefixEnd() {
    let subscriptions = Subscriptions()
    #expect(subscriptions.take(message(1, "wk1/json/")) == .subscribed(prefix: "wk1/json/"))
    #expect(subscriptions.take(message(0, "wk1/json/")) == .irrelevant)
    #expect(subscriptions.take(message(1, "")) == .subscribed(prefix: ""))
    #expect(subscriptions.take([[1, 0xFF, 0xFE]]) == .irrelevant)
  }

  @Test(
    "what is no subscription is garbage", arguments: [[], [[]], [[2, 3]], [[1], [1]], [[1, 2], []]] as [[[UInt8]]])
  func noSubscription(frames: [[UInt8]]) {
    let subscriptions = Subscriptions()
    #expect(subscriptions.take(frames) == .garbage)
  }

  @Test("a state that waits gives way to a newer one and is tried until it is sent")
  func stateWaitsGivesWay() {
    var links = WorkerConnections()
    func postpone(_ scene: SceneName, _ revision: Revision, at now: Int64) -> Bool {
      links.postpone(WorkerState(scene: scene, revision: revision, elements: []), link, at: now)
    }
    func due(_ now: Int64) -> [Revision] { links.takePostponed(at: now).map(\.0.revision) }
    #expect(postpone("main", 1, at: 0))
    #expect(postpone("main", 2, at: 10))
    #expect(postpone("other", 7, at: 10))
    #expect(due(49_999) == [])
    #expect(due(50_000) == [2, 7])
    links.settle("main", link)
    #expect(postpone("other", 8, at: 60_000))
    #expect(due(200_000) == [8])
    #expect(!postpone("other", 9, at: 1_000_010), "taking nothing for a second is to be gone")
    #expect(postpone("main", 3, at: 1_000_010))
  }

  @Test("each loss is looked at three times, and many at once hardly more often")
  func lossLookedThree() throws {
    var sweeps = Sweeps()
    func look(_ moment: Int64) -> Bool { sweeps.takeDue(moment) }
    #expect(!look(1_000_000))
    sweeps.schedule(from: 0)
    #expect([0, 0, 5_000, 99_999, 100_000].map(look) == [true, false, true, false, true])
    #expect(sweeps.next == nil)
    for moment in 0..<1000 { sweeps.schedule(from: Int64(moment)) }
    var looks = 0
    while let next = sweeps.next {
      #expect(look(next))
      looks += 1
    }
    #expect(looks <= 8)
  }

  @Test("the last loss of many is looked at to its end")
  func lastLossMany() {
    var sweeps = Sweeps()
    for moment in 0..<1000 { sweeps.schedule(from: Int64(moment)) }
    let isDue = sweeps.takeDue(100_998)
    #expect(isDue)
    #expect(sweeps.next == 105_998, "5 ms after the one before")
  }

  @Test("losses that follow each other are looked at at most each 5 ms, and less often while nobody has died")
  func lossesFollowing() throws {
    var sweeps = Sweeps()
    /// The looks while there is a loss each 100 µs.
    func looks(_ span: Range<Int64>) -> [Int64] {
      stride(from: span.lowerBound, to: span.upperBound, by: 100).filter { moment in
        sweeps.schedule(from: moment)
        return sweeps.takeDue(moment)
      }
    }
    #expect(looks(0..<400_000) == [0, 5_000, 15_000, 35_000, 75_000, 155_000, 255_000, 355_000])
    #expect(sweeps.next == 455_000)
    sweeps.noteDeath(at: 400_000)
    #expect(looks(400_000..<505_000) == Array(stride(from: 400_000, to: 505_000, by: 5_000)), "to its last look")
    #expect(looks(505_000..<520_000) == [505_000, 510_000], "and then less often again")
    #expect(looks(900_000..<910_000) == [900_000, 905_000], "after a pause as at first")
  }

  @Test("the end of a connection means something where somebody has greeted by it, or by one that nobody can tell")
  func greetedConnection() {
    var links = WorkerConnections()
    func hasGreeted(_ descriptor: Int32) -> Bool { links.takeGreeting(by: descriptor) }
    for _ in 0..<2 { links.noteGreeting(by: 7, on: link) }
    #expect([8, 7, 7].map(hasGreeted) == [false, true, false])
    links.noteGreeting(by: nil, on: link)
    #expect([8, 7, 7].map(hasGreeted) == [true, true, true])
  }

  @Test("the end of a connection that is told late takes nothing from the next one with its descriptor")
  func greetedAgain() {
    var links = WorkerConnections()
    func hasGreeted(_ descriptor: Int32) -> Bool { links.takeGreeting(by: descriptor) }
    links.noteGreeting(by: 7, on: link)
    links.noteGreeting(by: 7, on: Connection(id: [0, 1, 2, 3, 5]))
    #expect([7, 7, 7].map(hasGreeted) == [true, true, false])
  }

  @Test("what a connection says that has ended leaves nothing, once no connection has its descriptor")
  func greetedTooLate() {
    var links = WorkerConnections()
    for _ in 0..<2 { links.noteGreeting(by: 7, on: link) }
    links.forgetGreetings(by: 7)
    let hasGreeted = links.takeGreeting(by: 7)
    #expect(!hasGreeted)
  }

  @Test("where the last look finds something unheard there is another one")
  func unheardLookedAgain() {
    var sweeps = Sweeps()
    sweeps.scheduleAnother(from: 7)
    #expect(sweeps.next == 100_007)
    sweeps.scheduleAnother(from: 9)
    let isDue = sweeps.takeDue(100_007)
    #expect(isDue)
    #expect(sweeps.next == nil)
  }

  @Test("a process that has ended is heard to its end, for as long as something of it is unread, but not for ever")
  func endedProcessHeard() throws {
    let input = try #require(ProcessPipe())
    let child = try Child(ChildProcess(words: ["/bin/cat"], input: input.reading))
    close(input.reading)
    var links = WorkerConnections()
    var poller = Poller()
    links.add(link, writing: .json)
    try links.watch(link, pid: child.pid, &poller)
    func outliving(_ now: Int64, isUnheard: Bool) -> [[Connection]] {
      let (overdue, waiting) = links.outliving(at: now) { _ in isUnheard }
      return [overdue, waiting]
    }
    #expect(outliving(10_000_000, isUnheard: true) == [[], []], "it lives")
    close(input.writing)
    let hasEnded = links.haveEnded(try poller.wait(ms: patienceMs), &poller, at: 0)
    #expect(hasEnded)
    #expect(outliving(99_999, isUnheard: false) == [[], []])
    #expect(outliving(100_000, isUnheard: false) == [[link], []])
    #expect(outliving(100_000, isUnheard: true) == [[], [link]])
    #expect(outliving(3_000_000, isUnheard: true) == [[link], []])
    child.wait()
  }

  @Test(
    "connections leave descriptors for everything else, and each worker has a second one",
    arguments: [256, 300, 1024, 4096, 65_536])
  func connectionsLeaveDescriptorsEverything(descriptors: Int) throws {
    let each = try Descriptors.connectionsMax(of: descriptors)
    #expect(each >= 56 && each <= 1024)
    #expect(descriptors - 4 * each >= 32)
  }

  @Test("with too few descriptors there is no start, and the reason says what to do")
  func tooFewDescriptorsThere() throws {
    let error = #expect(throws: ServiceError.self) { try Descriptors.connectionsMax(of: 255) }
    #expect(error?.exitCode == 73)
    #expect(error?.message.contains("255") == true && error?.message.contains("LimitNOFILE") == true)
  }

  @Test("a turn that was not recorded says so in its outcomes alone")
  func unrecordedTurn() throws {
    let id = try #require(CommandID("one"))
    let peer = Peer(returnAddress: [1], connection: nil)
    let outcome = Outcome(id: id, kind: .committed, scene: "main", epoch: 1, revision: 1, path: PlacedPath(Path([])))
    var lost = outcome
    lost.durable = false
    let accepted = Message.accepted(Accepted(id: id, place: 0))
    let actions: [Action] = [.reply(.outcome(outcome), to: peer), .reply(accepted, to: peer)]
    #expect(actions.withoutDurability == [.reply(.outcome(lost), to: peer), .reply(accepted, to: peer)])
  }
}
