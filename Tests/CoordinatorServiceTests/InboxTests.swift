// SPDX-License-Identifier: Apache-2.0

import Coordination
import Testing
import ZeroMQ

@testable import CoordinatorService

/// Whose message is next.
@Suite struct InboxTests {
  private func message(_ uid: UInt32?, _ number: UInt8) -> Received {
    Received(frames: [[number]], peer: uid.map { PeerAddress(uid: $0, gid: 0, pid: 1) })
  }

  @Test("users take turns, and each user's messages keep their order")
  func usersTakeTurnsEach() {
    var inbox = Inbox()
    for number in 0..<200 { inbox.add(message(1, UInt8(number))) }
    for number in 0..<3 { inbox.add(message(2, UInt8(number))) }
    inbox.add(message(nil, 9))
    var heard: [(UInt32?, UInt8)] = []
    while let next = inbox.next() { heard.append((next.peer?.uid, next.frames[0][0])) }
    #expect(heard.prefix(8).map(\.0) == [1, 2, nil, 1, 2, 1, 2, 1])
    #expect(heard.filter { $0.0 == 1 }.map(\.1) == (0..<200).map { UInt8($0) })
    #expect(heard.filter { $0.0 == 2 }.map(\.1) == [0, 1, 2])
    #expect(inbox.isEmpty)
  }

  @Test("users beyond those whose lines are kept lose nothing")
  func manyUsers() {
    var inbox = Inbox()
    for round in 0..<3 {
      for user in 0..<40 { inbox.add(message(UInt32(user), UInt8(round))) }
    }
    var heard: [UInt32?: [UInt8]] = [:]
    while let next = inbox.next() { heard[next.peer?.uid, default: []] += next.frames[0] }
    #expect(heard.count == 40 && heard.values.allSatisfy { $0 == [0, 1, 2] })
    #expect(inbox.isEmpty)
  }

  @Test("what was read of messages comes before what was not, in the order in which it was read")
  func eventsKeepTheirOrder() {
    var inbox = Inbox()
    #expect(!inbox.hasNews && inbox.nextEvent() == nil)
    inbox.add(message(1, 1))
    #expect(inbox.hasNews && !inbox.hasEvents && !inbox.isEmpty)
    _ = inbox.next()
    for event in [Event.tick, .stop] { inbox.add(event) }
    #expect(inbox.hasNews && inbox.hasEvents && inbox.isEmpty)
    #expect(inbox.nextEvent() == .tick && inbox.nextEvent() == .stop)
    #expect(!inbox.hasNews)
  }

  @Test("a user that comes while others wait is next but one for each of them")
  func userComesWhileOthers() {
    var inbox = Inbox()
    for _ in 0..<50 { inbox.add(message(1, 1)) }
    _ = inbox.next()
    inbox.add(message(2, 2))
    let users = (0..<2).map { _ in inbox.next()?.peer?.uid }
    #expect(users.contains(2))
  }

  @Test("the memory of messages that were read is kept for others, of so many and of none that was long")
  func memoryIsKept() {
    var inbox = Inbox()
    #expect(inbox.takeUsed() == Received(frames: []))
    var (short, long) = (message(1, 1), message(1, 2))
    (short.octets, long.octets) = (100, 5000)
    inbox.reuse(short)
    inbox.reuse(long)
    #expect(inbox.takeUsed() == short)
    #expect(inbox.takeUsed() == Received(frames: []))
    for _ in 0..<1000 { inbox.reuse(short) }
    var kept = 0
    while inbox.takeUsed() == short { kept += 1 }
    #expect((1...100).contains(kept))
  }

  @Test("an inbox that is out of its place comes back with all that it holds")
  func outOfItsPlace() {
    var inboxes = Inboxes()
    var inbox = inboxes.take(.control)
    inbox.add(message(1, 1))
    #expect(inboxes.isEmpty)
    inboxes.put(inbox, as: .control)
    #expect(!inboxes.isEmpty && inboxes.control.hasNews && !inboxes.screens.hasNews)
    #expect(inboxes.take(.screens).isEmpty)
    var back = inboxes.take(.control)
    #expect(back.next() == message(1, 1))
  }
}
