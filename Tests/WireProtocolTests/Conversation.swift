// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Testing
import WireProtocol

/// A coordinator and the messages that cross its sockets, a line each: what a peer sends, and what it gets for it. No time
/// passes, so the lines are always the same.
struct Conversation {
  /// The lines so far.
  private(set) var lines: [String] = []
  /// What the peers got last, by name.
  private(set) var last: [String: Message] = [:]
  private var coordinator: Coordinator
  private var records: [JournalRecord] = []
  private let now = Instant(microseconds: 1_000_000)
  private var sequence: UInt64 = 0

  init() {
    coordinator = Coordinator(
      settings: Settings(), restored: Restored(epoch: GoldenMessages.epoch), version: "0.1.0", at: now)
    perform(coordinator.start(at: now))
  }

  /// A peer sends something. Workers have a connection, the client is a DEALER.
  mutating func say(_ name: String, _ message: Message) {
    write(name, "sends", message)
    let connection = name == "client" ? nil : Connection(id: Array(name.utf8))
    let peer = Peer(returnAddress: Array(name.utf8), connection: connection, pid: 4411, uid: 1000, command: name)
    perform(coordinator.handle(.received(message, from: peer), at: now))
  }

  /// The client sends a command, under the next of its ids.
  @discardableResult
  mutating func command(_ verb: Verb) throws -> Command {
    sequence += 1
    let id = try #require(CommandID(client: "example-0123456789ABCDEFGHJKMNPQRS", sequence: sequence))
    let command = Command(id: id, verb: verb)
    say("client", .command(command))
    return command
  }

  /// A worker answers what it was asked last.
  mutating func answer(_ name: String, _ answer: Answer) throws {
    guard case .ask(let ask) = last[name] else {
      Issue.record("\(name) was asked nothing, but got \(last[name].map { "\($0.kind)" } ?? "nothing")")
      return
    }
    say(name, .answer(AnswerMessage(token: ask.token, answer: answer)))
  }

  /// The coordinator is killed, and the next one starts from what was written.
  mutating func restart() {
    lines.append(#"{"coordinator":"is killed, and starts again"}"#)
    var restored = Restored(epoch: coordinator.epoch + 1, starts: 2)
    for record in records {
      if case .commit(let commit) = record { restored.scenes = [.init(commit: commit, ageMs: 0)] }
      if case .decided(let decided) = record { restored.decided.append(.init(record: decided, ageMs: 0)) }
      if case .worker(let worker, true) = record { restored.workers.append(worker) }
    }
    coordinator = Coordinator(settings: Settings(), restored: restored, version: "0.1.0", at: now)
    perform(coordinator.start(at: now))
  }

  private mutating func perform(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .record(let record): records.append(record)
      case .reply(let message, let peer): hear(String(decoding: peer.returnAddress, as: UTF8.self), message)
      case .send(let message, let connection): hear(String(decoding: connection.id, as: UTF8.self), message)
      case .publish(let message, _): hear("observer", message)
      case .publishState(let state, _): hear("observer", .state(state))
      case .publishKeepalive, .replyStatus, .replyHistory, .sessionBegan, .sessionEnded, .tell: break
      }
    }
  }

  private mutating func hear(_ name: String, _ message: Message) {
    // What comes unasked does not stand between a question and its answer.
    if case .ping = message {} else { last[name] = message }
    write(name, "gets", message)
  }

  private mutating func write(_ name: String, _ direction: String, _ message: Message) {
    let body = WireCodec.encode(message, encoding: .json, epoch: coordinator.epoch)[1]
    lines.append(
      "{\"peer\":\"\(name)\",\"\(direction)\":\"\(message.kind.name)\",\"body\":\(String(decoding: body, as: UTF8.self))}"
    )
  }
}

extension Message.Kind {
  /// The name in the specification.
  var name: String {
    switch self {
    case .command: "CMD"
    case .snapshotRequest: "SNAPSHOT?"
    default: "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : $1.uppercased() }
    }
  }

  /// The octet of the header, as the specification writes it.
  var octet: String { (rawValue < 16 ? "0" : "") + String(rawValue, radix: 16, uppercase: true) }
}
