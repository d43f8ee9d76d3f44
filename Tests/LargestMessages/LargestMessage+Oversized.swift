// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

extension LargestMessage {
  /// What is refused, as large as a frame may be: nothing of it may be paid for by more than reading it.
  static let oversized: [LargestMessage] = [
    LargestMessage("CMD, path syntax of 70 000 keys", .command, query("&", "=1", 70_000)),
    LargestMessage("CMD, path syntax of 60 KB, 9 000 keys", .command, query("&", "=1", 9000)),
    LargestMessage("CMD, path syntax of 60 KB, 9 000 branches", .command, branches(9000)),
    LargestMessage("CMD, a verb of 500 KB", .command, command(#"{"verb":"\#(filled("a", 500_000))"}"#)),
    LargestMessage("CMD, 45 000 unknown members", .command, command("{\(members(45_000)),\"verb\":\"back\"}")),
    LargestMessage(
      "CMD, a list of 100 000 names", .command, command(#"{"verb":"show","names":[\#(list("\"a\"", 100_000))]}"#)),
    LargestMessage("CMD, branches of 30 000 screens", .command, nested),
    LargestMessage(
      "CMD, content of 500 KB in 100 000 lists", .command,
      command(#"{"verb":"replace","screens":[{"screen":"a","content":[\#(list("[0]", 100_000))]}]}"#), isRefused: false),
    LargestMessage(
      "CMD, content of 240 000 numbers in 60 lists, null behind them", .command,
      command(#"{"verb":"replace","screens":[{"screen":"a","content":\#(numbers(240_000, levels: 60))}]}"#),
      isRefused: false),
    LargestMessage(
      "CMD, 240 000 numbers in 250 lists instead of one", .command,
      command(#"{"verb":"back","deadlineMs":\#(numbers(240_000, levels: 250))}"#)),
    LargestMessage(
      "CMD route, a finder of 40 000 unknown members", .command,
      command(#"{"verb":"route","destination":[{"find":{\#(members(40_000))}}]}"#)),
    LargestMessage(
      "CMD, context of 250 000 numbers", .command, command(#"{"verb":"back","context":[\#(list("0", 250_000))]}"#)),
    LargestMessage("CMD, lists in each other", .command, Array(filled("[", 500_000).utf8)),
    LargestMessage(
      "SNAPSHOT?, main 16 000 times", .snapshotRequest, Array(#"{"scenes":[\#(list(#""main""#, 16_000))]}"#.utf8)),
    LargestMessage("QUERY, an id of 500 KB", .query, Array(#"{"commandId":"\#(filled("a", 500_000))"}"#.utf8)),
    LargestMessage("HELLO, 40 000 scenes", .hello, hello(#""scenes":[\#(numbered(40_000))]"#), isOfWorker: true),
    LargestMessage("HELLO, 40 000 roots", .hello, hello(#""root":[\#(numbered(40_000))]"#), isOfWorker: true),
    LargestMessage(
      "HELLO, a tree of 120 000 nodes", .hello, hello(#""tree":[\#(list(#""a""#, 120_000))]"#), isOfWorker: true),
    LargestMessage(
      "HELLO, 20 000 parts", .hello, hello(#""parts":{\#(numbered(20_000, #":"a""#))}"#), isOfWorker: true),
    LargestMessage(
      "HELLO, a pattern of 400 KB", .hello,
      hello(#""links":{"patterns":[{"url":"\#(filled("a/", 200_000))","path":"a"}]}"#), isOfWorker: true),
    LargestMessage(
      "HELLO, a request of 250 000 words", .hello,
      hello(#""routables":{"a":{"handles":["\#(filled("a ", 250_000))"]}}"#), isOfWorker: true),
    LargestMessage(
      "APPEARED, 250 000 elements", .appeared, Array(#"{"elements":[\#(list("1", 250_000))]}"#.utf8), isOfWorker: true),
    LargestMessage(
      "PONG, 60 000 tokens", .pong, Array(#"{"unsettled":[\#(list(#""1.1""#, 60_000))]}"#.utf8), isOfWorker: true),
    LargestMessage(
      "CMD, 250 000 fields, binary", .command, Array(repeating: [0x30, 0x01], count: 250_000).flatMap { $0 }, .protobuf),
    LargestMessage("CMD, groups in each other, binary", .command, Array(repeating: 0x7B, count: 500_000), .protobuf),
    LargestMessage("APPEARED, 500 000 packed, binary", .appeared, packed, .protobuf, isOfWorker: true),
  ]

  private static func filled(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  private static func list(_ item: String, _ count: Int) -> String { filled(item + ",", count - 1) + item }

  /// Lists in each other, the innermost of numbers and, at its very end, of what is not in canonical form.
  private static func numbers(_ count: Int, levels: Int) -> String {
    filled("[", levels) + list("0", count) + #",{"a":null}"# + filled("]", levels)
  }

  /// `"n0"`, `"n1"` and so on, each with an end.
  private static func numbered(_ count: Int, _ end: String = "") -> String {
    (0..<count).map { #""n\#($0)"\#(end)"# }.joined(separator: ",")
  }

  private static func members(_ count: Int) -> String { (0..<count).map { #""m\#($0)":0"# }.joined(separator: ",") }

  private static func query(_ separator: String, _ end: String, _ count: Int) -> [UInt8] {
    let keys = (0..<count).map { "\(String($0, radix: 36))\(end)" }.joined(separator: separator)
    return command(#"{"verb":"replace","screens":"home?\#(keys)"}"#)
  }

  private static func branches(_ count: Int) -> [UInt8] {
    let branches = (0..<count).map { "b\(String($0, radix: 36))=" }.joined(separator: ",")
    return command(#"{"verb":"replace","screens":"home{\#(branches)}"}"#)
  }

  private static let nested: [UInt8] = {
    let path = list(#"{"screen":"a"}"#, 118)
    let items = (0..<250).map { #"{"name":"b\#($0)","path":[\#(path)]}"# }.joined(separator: ",")
    return command(#"{"verb":"go","on":{"id":0},"screens":[{"screen":"a","branches":{"items":[\#(items)]}}]}"#)
  }()

  private static func hello(_ members: String) -> [UInt8] {
    Array(#"{"worker":"w1","incarnation":"i1",\#(members)}"#.utf8)
  }

  private static let packed: [UInt8] = {
    let count = 500_000
    return [0x12, UInt8(count & 0x7F) | 0x80, UInt8(count >> 7 & 0x7F) | 0x80, UInt8(count >> 14)]
      + Array(repeating: 1, count: count)
  }()
}
