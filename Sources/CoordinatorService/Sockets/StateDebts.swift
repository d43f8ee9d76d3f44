// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// The states that observers are owed for their subscriptions: the first subscription of a connection that covers a scene
/// is answered at once, a repeated one when a second has passed since. A peer that repeats its subscriptions without end
/// costs one state for each scene and second.
struct StateDebts {
  /// The time between two answers to one connection, in µs.
  static let intervalMicroseconds: Int64 = 1_000_000
  /// Subscriptions of a connection in that time that are looked at; more are answered together, with everything.
  static let subscriptionsMax = 64

  /// When the next states are due, in µs.
  private(set) var next: Int64?
  private var accounts: [Int32: Account] = [:]

  /// One second of a connection.
  private struct Account {
    var began: Int64
    var subscriptions = 0
    var answered: Set<Answer> = []
    var owed: Set<Answer> = []
    var owesEverything = false

    var isOwing: Bool { owesEverything || !owed.isEmpty }
  }

  private struct Answer: Hashable {
    var scene: SceneName
    var channel: Channel
  }

  /// What a subscription is answered with at once; the rest is owed.
  mutating func answer(
    _ prefix: String, of connection: Int32, among scenes: [SceneName], at now: Int64
  ) -> [Event] {
    var account = accounts[connection] ?? Account(began: now)
    if now - account.began >= Self.intervalMicroseconds, !account.isOwing { account = Account(began: now) }
    defer { keep(account, of: connection) }
    account.subscriptions += 1
    guard account.subscriptions <= Self.subscriptionsMax else {
      account.owesEverything = true
      return []
    }
    return Event.subscriptions(to: prefix, among: scenes).compactMap { event in
      guard case .subscribed(let names, let channel) = event else { return nil }
      var fresh: [SceneName] = []
      for name in names {
        let answer = Answer(scene: name, channel: channel)
        if account.answered.insert(answer).inserted { fresh.append(name) } else { account.owed.insert(answer) }
      }
      return fresh.isEmpty ? nil : .subscribed(to: fresh, on: channel)
    }
  }

  /// What is due now. Several connections that are owed a state get it together.
  mutating func pay(among scenes: [SceneName], at now: Int64) -> [Event] {
    guard let due = next, now >= due else { return [] }
    next = nil
    var answers: Set<Answer> = []
    var isEverything = false
    for (connection, account) in accounts where account.isOwing {
      guard now - account.began >= Self.intervalMicroseconds else {
        keep(account, of: connection)
        continue
      }
      answers.formUnion(account.owed)
      if account.owesEverything { isEverything = true }
      accounts[connection] = Account(began: now, answered: account.owed)
    }
    return Event.subscriptions(to: "", among: scenes).compactMap { event in
      guard case .subscribed(let names, let channel) = event else { return nil }
      let owed = names.filter { isEverything || answers.contains(Answer(scene: $0, channel: channel)) }
      return owed.isEmpty ? nil : .subscribed(to: owed, on: channel)
    }
  }

  /// A connection is over.
  mutating func forget(connection: Int32) { accounts[connection] = nil }

  private mutating func keep(_ account: Account, of connection: Int32) {
    accounts[connection] = account
    guard account.isOwing else { return }
    next = min(next ?? .max, account.began + Self.intervalMicroseconds)
  }
}
