// SPDX-License-Identifier: Apache-2.0

/// Subscriptions as the observers' socket tells them, and the processes behind them.
struct Subscriptions {
  /// A subscription message, understood.
  enum Change: Hashable {
    /// Somebody subscribed to this prefix, the first one or not.
    case subscribed(prefix: String)
    /// The last one who had subscribed to a prefix has left, or bytes that no topic begins with were subscribed to.
    case irrelevant
    /// No subscription message at all.
    case garbage
  }

  /// The process behind a connection.
  struct Observer: Hashable {
    var pid: Int32
    var command: String
  }

  private var observersByConnection: [Int32: Observer] = [:]

  /// Takes a message of the observers' socket: one frame, 1 (subscribed) or 0 (nobody is any more), then the prefix. A
  /// peer could send anything else; it is nobody's business.
  func take(_ frames: [[UInt8]]) -> Change {
    guard frames.count == 1, let first = frames[0].first, first <= 1 else { return .garbage }
    let prefix = Array(frames[0].dropFirst())
    guard first == 1, let text = String(validating: prefix, as: UTF8.self) else { return .irrelevant }
    return .subscribed(prefix: text)
  }

  /// A subscription came over this connection.
  mutating func note(_ observer: Observer, connection: Int32) { observersByConnection[connection] = observer }

  /// The process behind a connection that has subscribed.
  func observer(of connection: Int32) -> Observer? { observersByConnection[connection] }

  /// A connection is over.
  mutating func forget(connection: Int32) { observersByConnection[connection] = nil }

  /// The processes that have subscribed to something, each once, by pid.
  var observers: [Observer] {
    Set(observersByConnection.values).sorted { ($0.pid, $0.command) < ($1.pid, $1.command) }
  }
}
