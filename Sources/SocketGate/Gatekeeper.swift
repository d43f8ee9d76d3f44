// SPDX-License-Identifier: Apache-2.0

import CSocketCalls
import Glibc
import Synchronization

/// Stands beneath libzmq at the listening sockets of one coordinator: lets connections in, and ends those that go beyond a
/// limit.
///
/// libzmq 4.3 accepts every connection until descriptors run out, then ends the process; it keeps the frames of a message until
/// the last has come, every subscription, and any number of octets for a peer that does not read; it ends the process where a peer
/// has the routing id that it is to give to another; and it has no call that ends a connection. The keeper counts where the octets
/// pass: in the calls by which libzmq accepts, reads, sends and closes (`CSocketCalls`). libzmq's thread makes them, so no limit
/// waits for the coordinator's own thread.
///
/// ```swift
/// let keeper = Gatekeeper([GateLimits()], now: { MonotonicClock.nowMicroseconds() })
/// keeper.watch(listener, gate: 0)                                   // before libzmq gets it
/// let id = keeper.took(frames: 2, octets: body.count, of: descriptor)  // a message was received
/// if let id, !keeper.mayHand(body.count, to: id) {
///   print("too much waits for this peer already")                   // else send, or tell it by tookBack(_:of:)
/// }
/// ```
package final class Gatekeeper: Sendable {
  let state: Mutex<GateState>
  /// A descriptor that is given up to take, and end, a connection when there are no more.
  private let spare = Mutex<Int32>(-1)
  let now: @Sendable () -> Int64

  /// A keeper of gates with these limits. The process's own user and root are trusted.
  ///
  /// - Parameter now: The monotonic clock, in µs.
  package init(_ limits: [GateLimits], now: @escaping @Sendable () -> Int64) {
    state = Mutex(GateState(limits, trusted: [.uid(geteuid()), .uid(0)]))
    self.now = now
    spare.withLock { $0 = open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  deinit {
    let descriptors = state.withLock { $0.passages.descriptors + $0.gatesByListener.descriptors }
    for descriptor in descriptors { SocketCalls.ignore(descriptor) }
    spare.withLock { if $0 >= 0 { waykeeper_calls_close($0) } }
  }

  /// Whether the limits hold in this process: false where libzmq's calls cannot be seen.
  package static var isEffective: Bool { SocketCalls.arrive }

  /// Watches a listening socket from now on.
  package func watch(_ listener: Int32, gate: Int) {
    state.withLock { $0.gatesByListener[listener] = gate }
    _ = SocketCalls.watch(listener, as: Int32(waykeeper_calls_listener), by: self)
  }
}

/// The calls of libzmq, on its thread.
extension Gatekeeper {
  /// Takes a connection. Those that may not come in end at once, some of them in one call: libzmq would poll before each, and
  /// meanwhile the listen queue would be full for everybody.
  func accept(_ listener: Int32, _ flags: Int32) -> Int32 {
    for _ in 0..<Self.refusalsMax {
      let descriptor = acceptNext(listener, flags)
      guard descriptor == -ECONNABORTED else { return descriptor }
    }
    return -ECONNABORTED
  }

  private static let refusalsMax = 64

  /// Takes the next connection, or ends it. The lock is held meanwhile, so that a descriptor never changes hands unseen.
  private func acceptNext(_ listener: Int32, _ flags: Int32) -> Int32 {
    state.withLock { state in
      var descriptor = waykeeper_calls_accept(listener, flags)
      if descriptor == -EMFILE || descriptor == -ENFILE {
        state.counts.refused += 1
        return turnAway(listener, flags)
      }
      // Others than these end the process.
      if descriptor < 0 {
        return [-EAGAIN, -EINTR, -ECONNABORTED, -EPROTO].contains(descriptor) ? descriptor : -ENFILE
      }
      guard let gate = state.gatesByListener[listener] else { return descriptor }
      var (uid, pid) = (UInt32(0), Int32(0))
      let user = waykeeper_calls_peer(descriptor, &uid, &pid) ? GateUser.uid(uid) : .tcp
      if state.hasRoom(for: user, by: gate, at: now()),
        SocketCalls.watch(descriptor, as: Int32(waykeeper_calls_connection), by: self)
      {
        state.add(descriptor, by: gate, user, pid: pid, at: now())
      } else {
        state.counts.refused += 1
        waykeeper_calls_close(descriptor)
        descriptor = -ECONNABORTED
      }
      return descriptor
    }
  }

  /// There is no descriptor for a connection: the spare one takes it, so that it ends and is not tried again and again.
  private func turnAway(_ listener: Int32, _ flags: Int32) -> Int32 {
    spare.withLock { spare in
      if spare >= 0 { waykeeper_calls_close(spare) }
      let descriptor = waykeeper_calls_accept(listener, flags)
      if descriptor >= 0 { waykeeper_calls_close(descriptor) }
      spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
      return descriptor >= 0 ? -ECONNABORTED : -ENFILE
    }
  }

  /// Octets came, which libzmq has not seen. False where the connection is over; libzmq then sees its end in their place.
  func received(_ octets: UnsafeRawBufferPointer, _ descriptor: Int32) -> Bool {
    state.withLock { state in
      guard let passage = state.passages[descriptor] else { return true }
      let found = passage.scanner.scan(octets)
      if passage.isEnding { return false }
      note(found, of: passage, descriptor, &state)
      let (limits, use) = (state.limits[passage.gate], passage.use)
      guard found.offence == nil, found.framesMax <= limits.framesMax, passage.unread <= limits.unreadMax,
        use.unreadInAll <= GateLimits.unreadPerUserMax, passage.subscriptions.count <= limits.subscriptionsMax,
        use.subscriptions <= GateLimits.subscriptionsPerUserMax,
        use.subscribedOctets <= GateLimits.subscribedOctetsMax
      else {
        state.condemn(descriptor, for: found.offence, at: now())
        return false
      }
      return true
    }
  }

  private func note(
    _ found: FrameScanner.Found, of passage: Passage, _ descriptor: Int32, _ state: inout GateState
  ) {
    passage.addUnread(found.weight)
    if found.messages > 0 {
      passage.hasSpoken = true
      passage.incompleteSince = nil
    }
    for change in found.subscriptions {
      switch change {
      case .add(let prefix):
        passage.hasSpoken = true
        state.subscribe(descriptor, to: prefix)
        passage.addUnread(prefix.count + 1 + FrameScanner.frameOverhead)
      case .remove(let prefix):
        // libzmq tells of it, unless others still subscribe to the same.
        if state.unsubscribe(descriptor, from: prefix) {
          passage.addUnread(prefix.count + 1 + FrameScanner.frameOverhead)
        }
      case .other(let size): passage.addUnread(size + FrameScanner.frameOverhead)
      }
    }
    if !passage.scanner.isInMessage {
      passage.incompleteSince = nil
    } else if passage.incompleteSince == nil {
      passage.incompleteSince = now()
    }
  }

  /// Of so many octets the system took `count`, or none.
  func sent(_ count: Int, of wanted: Int, _ descriptor: Int32) {
    state.withLock { state in
      guard let passage = state.passages[descriptor] else { return }
      passage.isBlocked = count < wanted
      passage.lastSend = now()
      if count > 0 { passage.addUnsent(-count) }
    }
  }

  /// A connection or a listener is closed.
  func closed(_ descriptor: Int32) {
    state.withLock { state in
      state.gatesByListener[descriptor] = nil
      state.remove(descriptor)
    }
  }
}
