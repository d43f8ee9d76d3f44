// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SocketGate

/// What the scanner finds in the octets of a connection, however they are cut.
@Suite struct FrameScannerTests {
  private static func frame(_ body: [UInt8], more: Bool = false, command: Bool = false) -> [UInt8] {
    Greeting.frame(body, more: more, command: command)
  }

  /// The sum of what is found when the octets come in pieces of these lengths, again and again.
  private static func scan(
    _ octets: [UInt8], pieces: [Int] = [.max], subscriptions: Bool = false, readyMax: Int = GateLimits.commandMax
  ) -> FrameScanner.Found {
    var scanner = FrameScanner(readsSubscriptions: subscriptions, readyMax: readyMax)
    var sum = FrameScanner.Found()
    var rest = octets[...]
    var turn = 0
    while !rest.isEmpty {
      let piece = rest.prefix(pieces[turn % pieces.count])
      let found = Array(piece).withUnsafeBytes { scanner.scan($0) }
      sum.weight += found.weight
      sum.messages += found.messages
      sum.framesMax = max(sum.framesMax, found.framesMax)
      sum.subscriptions += found.subscriptions
      sum.offence = sum.offence ?? found.offence
      rest = rest.dropFirst(piece.count)
      turn += 1
    }
    return sum
  }

  @Test(
    "messages are weighed by frame and octet, however they are cut, and commands of the connection weigh nothing",
    arguments: [[Int.max], [1], [7, 3, 64, 1], [10, 2]])
  func messagesWeighedFrameOctet(pieces: [Int]) {
    let large = [UInt8](repeating: 7, count: 700)
    let octets =
      Greeting.whole + Self.frame([1, 2], more: true) + Self.frame([], more: true) + Self.frame(large)
      + Self.frame([9])
    let found = Self.scan(octets, pieces: pieces)
    #expect(found.weight == 2 + 700 + 1 + 4 * FrameScanner.frameOverhead)
    #expect(found.messages == 2)
    #expect(found.framesMax == 3)
    #expect(found.offence == nil)
  }

  @Test("subscriptions are read in both of their forms", arguments: [[Int.max], [1], [5, 11]])
  func subscriptionsReadBothTheir(pieces: [Int]) {
    let octets =
      Greeting.whole + Self.frame([1] + Array("a/".utf8)) + Self.frame(Array("\u{9}SUBSCRIBEb/".utf8), command: true)
      + Self.frame([0] + Array("a/".utf8)) + Self.frame(Array("\u{6}CANCELb/".utf8), command: true)
      + Self.frame([2, 3])
      + Self.frame(Array("\u{4}PING".utf8), command: true) + Self.frame([1])
    let found = Self.scan(octets, pieces: pieces, subscriptions: true)
    #expect(
      found.subscriptions == [
        .add(Array("a/".utf8)), .add(Array("b/".utf8)), .remove(Array("a/".utf8)), .remove(Array("b/".utf8)), .other(2),
        .add([]),
      ])
    #expect(found.weight == 0)
  }

  @Test("a subscription where none is wanted is noticed, however it is cut", arguments: [[Int.max], [1], [5, 11]])
  func straySubscription(pieces: [Int]) {
    for (command, isStray) in [
      ("\u{9}SUBSCRIBE", true), ("\u{6}CANCELb/", true), ("\u{9}SUBSCRIBED", true), ("\u{4}PING", false),
      ("\u{8}SUBSCRIBE", false), ("\u{5}READY", false),
    ] {
      let octets = Greeting.whole + Self.frame(Array(command.utf8), command: true) + Self.frame([1])
      #expect(Self.scan(octets, pieces: pieces).offence == (isStray ? .straySubscription : nil), "\(command)")
      #expect(Self.scan(octets, pieces: pieces, subscriptions: true).offence == nil)
    }
  }

  @Test(
    "what is no ZMTP 3 is noticed by its first octet, and not before",
    arguments: [
      [0x47], [0], [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7E], Greeting.signature + [0], Greeting.signature + [1],
      Greeting.signature + [2],
    ] as [[UInt8]])
  func otherProtocol(octets: [UInt8]) {
    #expect(Self.scan(octets).offence == .otherProtocol)
    #expect(Self.scan(octets + [5, 0, 5, 0, 1, 2, 3, 4], pieces: [1]).offence == .otherProtocol)
    #expect(Self.scan(Array(octets.dropLast())).offence == nil)
  }

  @Test(
    "a READY with a routing id is noticed when it is whole, whatever its flags are, however it is cut",
    arguments: [[Int.max], [1], [64, 7]], [true, false])
  func routingID(pieces: [Int], command: Bool) {
    let inValue: [UInt8] = [8] + Array("Identity".utf8) + [0, 0, 0, 1, 7]
    for (name, value, isNoticed) in [
      ("Identity", [0, 1, 2, 3, 4], true), ("Identity", [7], true), ("IDENTITY", [7], true), ("identity", [], false),
      ("Identity", [], false), ("Identity ", [7], false), ("X-Identity", [7], false), ("", [7], false),
      ("Resource", inValue, false),
      ("Identity", [UInt8](repeating: 7, count: 255), true),
    ] as [(String, [UInt8], Bool)] {
      for more in [[], [(name: "X-Last", value: [1, 2])]] as [[(name: String, value: [UInt8])]] {
        let ready = Greeting.ready([(name: name, value: value)] + more, command: command)
        let found = Self.scan(Greeting.octets + ready, pieces: pieces)
        #expect(found.offence == (isNoticed ? .routingID : nil), "\(name) \(value)")
        #expect(found.messages == 0 && found.weight == 0 && found.framesMax == 0)
        let subscriber = Self.scan(Greeting.octets + ready, pieces: pieces, subscriptions: true)
        #expect(subscriber.offence == nil, "an XPUB takes no ids")
        #expect(Self.scan(Greeting.octets + Array(ready.dropLast()), pieces: pieces).offence == nil)
      }
    }
    // What looks like one in a message is a message.
    let late = Greeting.whole + Greeting.ready([(name: "Identity", value: [7])], command: false)
    #expect(Self.scan(late, pieces: pieces).offence == nil)
  }

  @Test("a READY that is malformed is left to libzmq, which takes nothing of it", arguments: [[Int.max], [1]])
  func malformedReady(pieces: [Int]) {
    for body in ["", "\u{5}", "\u{5}READY", "\u{5}READY\u{8}", "\u{5}READY\u{8}Iden", "\u{5}READY\u{8}Identity"] {
      for rest in [[], [0], [0, 0, 0, 0], [0xFF]] as [[UInt8]] {
        let ready = Self.frame(Array(body.utf8) + rest, command: true)
        let found = Self.scan(Greeting.octets + ready + Self.frame([1]), pieces: pieces)
        #expect(found.messages == 1)
        #expect(found.offence == nil || rest == [0xFF])
      }
    }
  }

  @Test("a command that is too long is noticed by its length")
  func longCommand() {
    let most = GateLimits.commandMax
    for (size, isNoticed) in [(most, false), (most + 1, true), (580_000, true)] {
      let offence: FrameScanner.Offence? = isNoticed ? .longCommand : nil
      let body = [UInt8](repeating: 0, count: size)
      let octets: [UInt8] = Greeting.whole + Self.frame(body, command: true).prefix(9)
      for subscriptions in [false, true] {
        let found = Self.scan(octets, pieces: [1], subscriptions: subscriptions, readyMax: 128)
        #expect(found.offence == offence, "\(size)")
      }
      #expect(Self.scan(Greeting.whole + Self.frame(body)).offence == nil, "a message has other limits")
    }
  }

  @Test(
    "a READY that is too long is noticed by its length, also without the flag of a command",
    arguments: [128, GateLimits.commandMax], [false, true])
  func longReady(most: Int, subscriptions: Bool) {
    for (size, isNoticed) in [(most, false), (most + 1, true), (580_000, true)] {
      for command in [false, true] {
        // A length of one octet where it fits, else of eight.
        let head = size > 255 ? 9 : 2
        let ready = Self.frame([UInt8](repeating: 0, count: size), command: command).prefix(head)
        let octets: [UInt8] = Greeting.octets + ready
        let found = Self.scan(octets, pieces: [1], subscriptions: subscriptions, readyMax: most)
        #expect(found.offence == (isNoticed ? .longReady : nil), "\(size)")
        #expect(
          Self.scan(Array(octets.dropLast()), subscriptions: subscriptions, readyMax: most).offence == nil, "\(size)")
      }
    }
  }

  @Test("a length beyond all bounds is only waited for")
  func lengthBeyondBoundsOnly() {
    let found = Self.scan(Greeting.whole + [2] + Array(repeating: 0xFF, count: 8) + Array(repeating: 1, count: 100))
    #expect(found.messages == 0)
    #expect(found.weight == 100 + FrameScanner.frameOverhead)
  }

  @Test("noise behind a greeting never traps", arguments: [1, 2, 3] as [UInt64])
  func noiseBehindGreetingNever(seed: UInt64) {
    var noise = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let octets = (0..<400).map { _ in UInt8.random(in: 0...255, using: &noise) }
      for greeting in [Greeting.octets, Greeting.whole] {
        _ = Self.scan(greeting + octets, pieces: [1 + Int(seed), 50], subscriptions: seed == 1)
      }
    }
  }
}
