// SPDX-License-Identifier: Apache-2.0

import CSocketCalls
import Glibc
import Synchronization

/// What the owner of the sockets tells and asks, on its thread.
extension Gatekeeper {
  /// The size of a message on the wire, in bytes; of its frames from `first` on.
  package static func wireSize(_ frames: [[UInt8]], from first: Int = 0) -> Int {
    var size = 0
    for index in first..<frames.count { size += wireSize(of: frames[index]) }
    return size
  }

  /// The size of a frame on the wire, in bytes.
  package static func wireSize(of frame: [UInt8]) -> Int { frame.count + (frame.count > 255 ? 9 : 2) }

  /// A message of so many frames and octets was taken from the connection with this descriptor: the connection, or nil
  /// where it is over.
  package func took(frames: Int, octets: Int, of descriptor: Int32) -> PassageID? {
    state.withLock { state in
      guard let passage = state.passages[descriptor] else { return nil }
      passage.addUnread(-(octets + frames * FrameScanner.frameOverhead))
      return PassageID(descriptor: descriptor, serial: passage.serial)
    }
  }

  /// Nothing waits at a gate any more, neither of connections that have ended.
  package func drained(gate: Int) {
    state.withLock { state in
      for (user, use) in state.uses where use.left[gate] > 0 { state.change(user) { $0.left[gate] = 0 } }
    }
  }

  /// Whether a message of this size may be handed to libzmq for a connection; it then counts as handed. A connection that
  /// has ended takes everything: libzmq says so itself.
  package func mayHand(_ size: Int, to id: PassageID) -> Bool {
    state.withLock { state in
      guard let passage = state.passages[id.descriptor], passage.serial == id.serial else { return true }
      settle(id.descriptor, passage)
      let (unsent, inAll) = (passage.unsent, passage.use.unsent)
      if inAll + size > GateLimits.unsentPerUserMax { endStuck(of: passage.user, &state) }
      // A peer that reads gets its small messages, whatever others of its user do.
      guard
        unsent == 0 && size <= Self.smallMax
          || unsent + size <= state.limits[passage.gate].unsentMax && inAll + size <= GateLimits.unsentPerUserMax
      else { return false }
      passage.addUnsent(size)
      return true
    }
  }

  private static let smallMax = 64 * 1024

  /// Ends the connections of a user that have taken nothing for a while although something waits.
  private func endStuck(of user: GateUser, _ state: inout GateState) {
    let now = now()
    let stuck = state.passages.descriptors { descriptor, passage in
      passage.user == user && passage.unsent > 0 && now - passage.lastSend > Self.stuckMicroseconds
        && isHeldUp(descriptor, passage)
    }
    for descriptor in stuck { end(descriptor, &state) }
  }

  private static let stuckMicroseconds: Int64 = 1_000_000

  /// Whether an answer for a connection is of no use: it has ended, or has left too much unread. Then the answer need not
  /// be made.
  package func isDeaf(_ id: PassageID) -> Bool {
    state.withLock { state in
      guard let passage = state.passages[id.descriptor], passage.serial == id.serial else { return true }
      return passage.isEnding
        || passage.unsent > Self.smallMax
          && passage.use.unsent > GateLimits.unsentPerUserMax / 2
          && isHeldUp(id.descriptor, passage)
        || passage.unsent > state.limits[passage.gate].unsentMax - Self.smallMax
    }
  }

  /// A message that was to be handed was not.
  package func tookBack(_ size: Int, of id: PassageID) {
    state.withLock { state in
      if let passage = state.passages[id.descriptor], passage.serial == id.serial { passage.addUnsent(-size) }
    }
  }

  /// Brings audiences up to date; what nobody gets need not be encoded.
  package func renew(_ audiences: inout [Audience]) {
    state.withLock { for index in audiences.indices { $0.renew(&audiences[index]) } }
  }

  /// The connections that subscribe to a prefix of a topic.
  package func audience(of topic: [UInt8]) -> Audience {
    var audience = Audience(of: topic)
    state.withLock { $0.renew(&audience) }
    return audience
  }

  /// A message of this size is to be published: it counts as handed to each subscriber. One that has left too much unread
  /// is ended; it connects again and learns what is true then.
  package func handed(_ size: Int, to audience: Audience) {
    state.withLock { state in
      for descriptor in audience.descriptors {
        // Meanwhile a descriptor may have become that of a connection that subscribes to nothing.
        guard let passage = state.passages[descriptor], !passage.subscriptions.isEmpty else { continue }
        settle(descriptor, passage)
        passage.addUnsent(size)
        let isSmall = passage.unsent <= GateLimits.unsentPerUserMax / 32
        let isOverdrawn = passage.use.unsent > GateLimits.unsentPerUserMax && !isSmall
        if passage.unsent > state.limits[passage.gate].unsentMax || isOverdrawn { end(descriptor, &state) }
      }
    }
  }

  /// What libzmq drops is never sent: where nothing has been held up for a moment, nothing waits.
  private func settle(_ descriptor: Int32, _ passage: Passage) {
    guard passage.unsent > 0, !passage.isBlocked, now() - passage.lastSend > Self.restMicroseconds,
      !isHeldUp(descriptor, passage)
    else { return }
    passage.addUnsent(-passage.unsent)
  }

  /// Whether the system takes nothing more for a connection. libzmq does not try again until it does, so the last call may
  /// have been a whole one.
  private func isHeldUp(_ descriptor: Int32, _ passage: Passage) -> Bool {
    guard !passage.isBlocked else { return true }
    var asked = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&asked, 1, 0) == 0
  }

  private static let restMicroseconds: Int64 = 100_000

  /// Whether libzmq's thread has yet to read something of a connection: octets, or the end. False where it has closed it, for
  /// then it has handed on all that it read.
  package func isUnheard(_ id: PassageID) -> Bool {
    state.withLock { state in
      guard let passage = state.passages[id.descriptor], passage.serial == id.serial else { return false }
      var asked = pollfd(fd: id.descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&asked, 1, 0) == 1
    }
  }

  /// Whether a connection subscribes to something; one that has ended does not.
  package func isSubscriber(_ id: PassageID) -> Bool {
    state.withLock { state in
      guard let passage = state.passages[id.descriptor], passage.serial == id.serial else { return false }
      return !passage.subscriptions.isEmpty
    }
  }

  /// Ends connections whose message does not go on, and where places are short those that have never said anything.
  package func tidy() {
    let now = now()
    state.withLock { state in
      let overdue = state.passages.descriptors { _, passage in
        guard !passage.isEnding else { return false }
        if let since = passage.incompleteSince { return now - since > GateLimits.patienceMicroseconds }
        guard !passage.hasSpoken, now - passage.since > GateLimits.patienceMicroseconds else { return false }
        let limits = state.limits[passage.gate]
        let share = limits.share(isTrusted: state.trusted.contains(passage.user))
        return (state.uses[passage.user]?.connections[passage.gate] ?? 0) > share / 2
      }
      for descriptor in overdue { end(descriptor, &state) }
    }
  }

  /// libzmq's thread sees the end of the connection and closes it. The lock keeps the number from being used again.
  private func end(_ descriptor: Int32, _ state: inout GateState) {
    guard state.passages[descriptor]?.isEnding == false else { return }
    state.condemn(descriptor, at: now())
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Gives what libzmq has freed for ended connections back to the system.
  package static func trimMemory() { waykeeper_calls_trim() }

  /// What has been seen since the start.
  package var counts: GateCounts { state.withLock(\.counts) }

  /// What has been seen since the start, and who did what no peer may do since the last call: both as of the same moment.
  package func takeOffenders() -> (counts: GateCounts, offenders: GateOffenders) {
    state.withLock { state in
      defer { state.offenders = GateOffenders() }
      return (counts: state.counts, offenders: state.offenders)
    }
  }

  /// What each user takes, in order.
  package var shares: [GateShare] {
    state.withLock { state in
      state.uses.keys.sorted().compactMap { user in
        guard let use = state.uses[user] else { return nil }
        return GateShare(
          user: user, connections: use.connections.reduce(0, +), subscriptions: use.subscriptions,
          unread: use.unreadInAll, unsent: use.unsent)
      }
    }
  }
}
