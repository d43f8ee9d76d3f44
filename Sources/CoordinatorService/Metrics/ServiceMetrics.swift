// SPDX-License-Identifier: Apache-2.0

import Coordination
import CoreMetrics
import PrometheusMetrics

/// What a coordinator measures, by swift-metrics. Events are recorded where they happen; levels and counts once a second
/// (specification, section "Metrics").
struct ServiceMetrics {
  /// Counted or timed where it happens.
  enum Event: String, MetricName {
    case decided = "waykeeper_commands_decided_total"
    case commandTime = "waykeeper_command_seconds"
    case askTime = "waykeeper_ask_seconds"
    case unanswered = "waykeeper_asks_unanswered_total"
    case states = "waykeeper_states_told_total"
    case turnTime = "waykeeper_turn_seconds"
    case journalTime = "waykeeper_journal_transaction_seconds"
    case received = "waykeeper_received_bytes_total"
    case sent = "waykeeper_sent_bytes_total"

    var help: String {
      switch self {
      case .decided: "Commands that were decided, by the word of their outcome."
      case .commandTime: "Time from a command's admission to its outcome."
      case .askTime: "Time from an ask to its answer."
      case .unanswered: "Asks that nobody answered in time."
      case .states: "Routes told whole to observers that began, or had missed something."
      case .turnTime: "Time of a turn of the loop, in which everybody else waits."
      case .journalTime: "Time of a transaction of the journal."
      case .received: "Bytes of messages that were received."
      case .sent: "Bytes of messages that were sent; an update counts once, however many observe."
      }
    }
  }

  private let factory: any MetricsFactory
  private let commandTime: Timer
  private let askTime: Timer
  private let unanswered: Counter
  private let states: Counter
  private let turnTime: Timer
  private let journalTime: Timer
  private let received: Counter
  private let sent: Counter
  private var decided: [String: Counter] = [:]
  private var levels: [MetricKey: Meter] = [:]
  private var counts: [MetricKey: FollowedCount] = [:]

  /// Every metric, in the order in which it is told.
  static var descriptions: [PrometheusRegistry.Description] {
    LevelName.descriptions + CountName.descriptions + Event.descriptions
  }

  init(_ factory: any MetricsFactory) {
    func timer(_ event: Event) -> Timer { Timer(label: event.rawValue, factory: factory) }
    func counter(_ event: Event) -> Counter { Counter(label: event.rawValue, factory: factory) }
    self.factory = factory
    (commandTime, askTime) = (timer(.commandTime), timer(.askTime))
    (turnTime, journalTime) = (timer(.turnTime), timer(.journalTime))
    (unanswered, states) = (counter(.unanswered), counter(.states))
    (received, sent) = (counter(.received), counter(.sent))
  }

  mutating func record(_ measurements: [Measurement]) {
    for measurement in measurements {
      switch measurement {
      case .decided(let outcome, let ms):
        counter(of: outcome).increment()
        commandTime.record(ms: ms)
      case .answered(let ms): askTime.record(ms: ms)
      case .unanswered: unanswered.increment()
      }
    }
  }

  func recordTurn(microseconds: Int64) { turnTime.recordMicroseconds(microseconds) }

  func recordTransaction(microseconds: Int64) { journalTime.recordMicroseconds(microseconds) }

  func countState() { states.increment() }

  func count(receivedBytes: Int) { received.increment(by: receivedBytes) }

  func count(sentBytes: Int) { sent.increment(by: sentBytes) }

  /// Tells how things stand.
  mutating func tell(_ levels: [MetricLevel], _ counts: [MetricCount]) {
    for level in levels {
      let meter =
        self.levels[level.key] ?? Meter(label: level.key.name, dimensions: level.key.dimensions, factory: factory)
      self.levels[level.key] = meter
      meter.set(level.value)
    }
    for count in counts {
      var followed = self.counts[count.key] ?? FollowedCount(count.key, factory)
      followed.follow(count.value)
      self.counts[count.key] = followed
    }
  }

  private mutating func counter(of outcome: String) -> Counter {
    if let known = decided[outcome] { return known }
    let made = Counter(label: Event.decided.rawValue, dimensions: [("outcome", outcome)], factory: factory)
    decided[outcome] = made
    return made
  }
}

/// A counter that follows what the coordinator counts by itself.
private struct FollowedCount {
  private let counter: Counter
  private var last: UInt64 = 0

  init(_ key: MetricKey, _ factory: any MetricsFactory) {
    counter = Counter(label: key.name, dimensions: key.dimensions, factory: factory)
  }

  mutating func follow(_ value: UInt64) {
    counter.increment(by: Int64(clamping: value - min(last, value)))
    last = value
  }
}

extension Timer {
  fileprivate func record(ms: Double) { recordNanoseconds(Int64(ms * 1_000_000)) }
}
