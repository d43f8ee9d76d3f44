// SPDX-License-Identifier: Apache-2.0

/// What a gatekeeper knows, behind its lock.
struct GateState {
  /// What a user takes; a class as ``Passage`` is.
  final class Use {
    /// Connections of each gate.
    var connections: [Int]
    var subscriptions = 0
    /// The octets of its subscriptions: libzmq keeps a node for each.
    var subscribedOctets = 0
    var unread = 0
    var unsent = 0
    /// What ended connections left in libzmq's queues of each gate, in bytes.
    var left: [Int]

    init(gates: Int) {
      connections = Array(repeating: 0, count: gates)
      left = connections
    }

    var unreadInAll: Int { left.reduce(unread, +) }
    var isNothing: Bool { subscriptions == 0 && unreadInAll == 0 && unsent == 0 && connections.allSatisfy { $0 == 0 } }
  }

  let trusted: Set<GateUser>
  let limits: [GateLimits]
  var gatesByListener = DescriptorTable<Int>()
  var passages = DescriptorTable<Passage>()
  var uses: [GateUser: Use] = [:]
  var counts = GateCounts()
  /// Who did what no peer may do, and has not been told.
  var offenders = GateOffenders()
  /// Who subscribes to a prefix.
  var subscribers: [[UInt8]: Set<Int32>] = [:]
  /// How many prefixes of each length there are.
  var prefixLengths: [Int: Int] = [:]
  /// Counts the subscriptions that came and went.
  private var subscriptionChanges: UInt64 = 0
  /// Until when a user whose connections went beyond a limit gets no new ones, in µs.
  private var penalties: [GateUser: Int64] = [:]
  /// When a user's new connections would all have come, had they come at the pace that a gate bears, in µs.
  private var arrivals: [GateUser: Int64] = [:]
  private var lastSerial: UInt64 = 0

  init(_ limits: [GateLimits], trusted: Set<GateUser>) {
    self.limits = limits
    self.trusted = trusted
  }

  /// Whether one more of this user may come in by this gate; if so, it counts as one that comes.
  mutating func hasRoom(for user: GateUser, by gate: Int, at now: Int64) -> Bool {
    hasPlace(for: user, by: gate, at: now) && mayArrive(user, at: now)
  }

  private mutating func mayArrive(_ user: GateUser, at now: Int64) -> Bool {
    if arrivals.count > Self.arrivalsRemembered { arrivals = arrivals.filter { $0.value > now } }
    let next = max(arrivals[user] ?? now, now) + GateLimits.arrivalMicroseconds
    guard next - now <= GateLimits.arrivalsMax * GateLimits.arrivalMicroseconds else { return false }
    arrivals[user] = next
    return true
  }

  private static let arrivalsRemembered = 1024

  private func hasPlace(for user: GateUser, by gate: Int, at now: Int64) -> Bool {
    let limits = limits[gate]
    let inAll = uses.values.reduce(0) { $0 + $1.connections[gate] }
    guard inAll < limits.connectionsMax else { return false }
    if let end = penalties[user], now < end { return false }
    guard let use = uses[user] else { return true }
    return use.connections[gate] < limits.share(isTrusted: trusted.contains(user))
      && use.unreadInAll <= GateLimits.unreadPerUserMax
  }

  mutating func add(_ descriptor: Int32, by gate: Int, _ user: GateUser, pid: Int32, at now: Int64) {
    lastSerial += 1
    counts.connections += 1
    let gates = limits.count
    let use = uses[user] ?? Use(gates: gates)
    uses[user] = use
    use.connections[gate] += 1
    passages[descriptor] = Passage(
      serial: lastSerial, gate: gate, limits: limits[gate], user: user, use: use, pid: pid, since: now)
  }

  mutating func remove(_ descriptor: Int32) {
    guard let passage = passages[descriptor] else { return }
    passages[descriptor] = nil
    counts.connections -= 1
    for prefix in passage.subscriptions { forget(prefix, descriptor) }
    change(passage.user) { use in
      use.connections[passage.gate] -= 1
      use.subscriptions -= passage.subscriptions.count
      use.subscribedOctets -= passage.subscribedOctets
      use.unread -= passage.unread
      use.unsent -= passage.unsent
      // libzmq drops a message that is not whole.
      use.left[passage.gate] += max(0, passage.unread - passage.scanner.openWeight)
    }
  }

  /// A connection ends. If it went beyond a limit, its user waits a moment for the next: else ended and new ones would take turns so
  /// fast that libzmq did nothing else.
  ///
  /// - Parameter offence: What no peer may do, if that is why. A program that does it by mistake connects again and again, and
  ///   others of its user shall not wait for it.
  mutating func condemn(_ descriptor: Int32, for offence: FrameScanner.Offence? = nil, at now: Int64) {
    guard let passage = passages[descriptor], !passage.isEnding else { return }
    passage.isEnding = true
    counts.ended += 1
    if let offence {
      offenders.note(GateOffender(reason: offence.rawValue, user: passage.user, pid: passage.pid))
      guard offence.isCostly else { return }
    }
    penalties = penalties.filter { $0.value > now }
    penalties[passage.user] = now + GateLimits.penaltyMicroseconds
  }

  /// Changes what a user takes, and forgets one that takes nothing.
  mutating func change(_ user: GateUser, _ body: (Use) -> Void) {
    guard let use = uses[user] else { return }
    body(use)
    if use.isNothing { uses[user] = nil }
  }

  /// A connection subscribes to a prefix.
  mutating func subscribe(_ descriptor: Int32, to prefix: [UInt8]) {
    guard let passage = passages[descriptor], passage.subscriptions.insert(prefix).inserted else { return }
    passage.subscribedOctets += prefix.count
    change(passage.user) {
      $0.subscriptions += 1
      $0.subscribedOctets += prefix.count
    }
    subscriptionChanges += 1
    if subscribers[prefix] == nil { prefixLengths[prefix.count, default: 0] += 1 }
    subscribers[prefix, default: []].insert(descriptor)
  }

  /// A connection takes a subscription back. False where others still subscribe to the same.
  mutating func unsubscribe(_ descriptor: Int32, from prefix: [UInt8]) -> Bool {
    guard let passage = passages[descriptor], passage.subscriptions.remove(prefix) != nil else { return true }
    passage.subscribedOctets -= prefix.count
    change(passage.user) {
      $0.subscriptions -= 1
      $0.subscribedOctets -= prefix.count
    }
    forget(prefix, descriptor)
    return subscribers[prefix] == nil
  }

  private mutating func forget(_ prefix: [UInt8], _ descriptor: Int32) {
    subscriptionChanges += 1
    subscribers[prefix]?.remove(descriptor)
    guard subscribers[prefix]?.isEmpty == true else { return }
    subscribers[prefix] = nil
    prefixLengths[prefix.count, default: 1] -= 1
    if prefixLengths[prefix.count] == 0 { prefixLengths[prefix.count] = nil }
  }

  /// Finds an audience anew where somebody has subscribed or left since it was found.
  func renew(_ audience: inout Audience) {
    guard audience.asOf != subscriptionChanges else { return }
    audience.descriptors = descriptors(subscribedTo: audience.topic)
    audience.asOf = subscriptionChanges
  }

  private func descriptors(subscribedTo topic: [UInt8]) -> Set<Int32> {
    var found: Set<Int32> = []
    for length in prefixLengths.keys where length <= topic.count {
      guard let descriptors = subscribers[Array(topic.prefix(length))] else { continue }
      if found.isEmpty { found = descriptors } else { found.formUnion(descriptors) }
    }
    return found
  }
}
