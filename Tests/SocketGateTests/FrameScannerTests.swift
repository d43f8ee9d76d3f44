// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SocketGate

/// What the scanner finds in the octets of a connection, however they are cut.
@Suite struct FrameScannerTests {
  private static let greeting: [UInt8] =
    [0xFF] + Array(repeating: 0, count: 8) + [0x7F, 3, 1] + Array(repeating: 0, count: 52)

  private static func frame(_ body: [UInt8], more: Bool = false, command: Bool = false) -> [UInt8] {
    let flags: UInt8 = (more ? 1 : 0) | (command ? 4 : 0)
    guard body.count > 255 else { return [flags, UInt8(body.count)] + body }
    return [flags | 2] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) } + body
  }

  /// The sum of what is found when the octets come in pieces of these lengths, again and again.
  private static func scan(_ octets: [UInt8], pieces: [Int] = [.max], subscriptions: Bool = false) -> FrameScanner.Found
  {
    var scanner = FrameScanner(readsSubscriptions: subscriptions)
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
      sum.strange += found.strange
      sum.hasStraySubscription = sum.hasStraySubscription || found.hasStraySubscription
      rest = rest.dropFirst(piece.count)
      turn += 1
    }
    return sum
  }

  @Test(
    "messages are weighed by frame and octet, however they are cut, and commands of the connection weigh nothing",
    arguments: [[Int.max], [1], [7, 3, 64, 1], [10, 2]])
  func messagesWeighedFrameOctet(pieces: [Int]) {
    let ready = Self.frame(Array("\u{5}READY".utf8), command: true)
    let large = [UInt8](repeating: 7, count: 700)
    let octets =
      Self.greeting + ready + Self.frame([1, 2], more: true) + Self.frame([], more: true) + Self.frame(large)
      + Self.frame([9])
    let found = Self.scan(octets, pieces: pieces)
    #expect(found.weight == 2 + 700 + 1 + 4 * FrameScanner.frameOverhead)
    #expect(found.messages == 2)
    #expect(found.framesMax == 3)
    #expect(found.strange == 0 && !found.hasStraySubscription)
  }

  @Test("subscriptions are read in both of their forms", arguments: [[Int.max], [1], [5, 11]])
  func subscriptionsReadBothTheir(pieces: [Int]) {
    let octets =
      Self.greeting + Self.frame([1] + Array("a/".utf8)) + Self.frame(Array("\u{9}SUBSCRIBEb/".utf8), command: true)
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
      let octets = Self.greeting + Self.frame(Array(command.utf8), command: true) + Self.frame([1])
      #expect(Self.scan(octets, pieces: pieces).hasStraySubscription == isStray, "\(command)")
      #expect(!Self.scan(octets, pieces: pieces, subscriptions: true).hasStraySubscription)
    }
  }

  @Test(
    "what is no ZMTP 3 is strange",
    arguments: [
      Array("GET / HTTP/1.0\r\n\r\n".utf8), [0xFF] + Array(repeating: 0, count: 8) + [0x7F, 1, 5, 6],
      Array(repeating: 0, count: 40),
    ])
  func zmtp3Strange(octets: [UInt8]) {
    #expect(Self.scan(octets).strange > 0)
    #expect(Self.scan(octets, pieces: [1]).strange > 0)
  }

  @Test("a length beyond all bounds is only waited for")
  func lengthBeyondBoundsOnly() {
    let found = Self.scan(Self.greeting + [2] + Array(repeating: 0xFF, count: 8) + Array(repeating: 1, count: 100))
    #expect(found.messages == 0)
    #expect(found.weight == 100 + FrameScanner.frameOverhead)
  }

  @Test("noise behind a greeting never traps", arguments: [1, 2, 3] as [UInt64])
  func noiseBehindGreetingNever(seed: UInt64) {
    var noise = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let octets = (0..<400).map { _ in UInt8.random(in: 0...255, using: &noise) }
      _ = Self.scan(Self.greeting + octets, pieces: [1 + Int(seed), 50], subscriptions: seed == 1)
    }
  }
}
