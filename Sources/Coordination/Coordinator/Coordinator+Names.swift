// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A process that wants the name of a live worker of its user: it waits until that one has shown that it lives, or has not.
struct Challenge: Sendable {
  let holder: WorkerSlot
  var registration: Registration
  var peer: Peer
  /// When the holder counts as hung.
  var until: Instant
}

/// The names of workers: each belongs to a user, and to one process at a time (specification, section "Worker names").
extension Coordinator {
  /// Lets a process wait for the name of another one that is live, if it has to; false where it may have it at once.
  mutating func mustChallenge(_ registration: Registration, from peer: Peer) -> Bool {
    guard let slot = world.workers.slot(registration.worker), let holder = world.session(of: slot),
      holder.incarnation != registration.incarnation, holder.connection != peer.connection,
      !holder.isSuspect, !registration.mayTakeOver(from: peer) || world.workers[slot].isContested(at: world.time)
    else { return false }
    if let index = challenges.firstIndex(where: { $0.holder == slot }) {
      guard challenges[index].registration.incarnation == registration.incarnation else {
        refuse(registration, from: peer, holder)
        return true
      }
      // A greeting that is repeated: its sender waits for the answer to the last one.
      let before = challenges[index].peer
      challenges[index].registration = registration
      challenges[index].peer = peer
      stopWatching(before)
      watch(peer)
    } else {
      let until = world.time.advanced(byMs: Limits.challengeMs)
      challenges.append(Challenge(holder: slot, registration: registration, peer: peer, until: until))
      turn.send(.ping, to: holder)
      watch(peer)
    }
    return true
  }

  /// A process that waits for a name and ends meanwhile does not get it. One that has a session is watched anyway.
  private mutating func watch(_ challenger: Peer) {
    guard let connection = challenger.connection, world.workers.slot(connection) == nil else { return }
    turn.append(.sessionBegan(connection, challenger))
  }

  /// Stops watching a process that waits for no name any more.
  private mutating func stopWatching(_ challenger: Peer) {
    guard let connection = challenger.connection, world.workers.slot(connection) == nil,
      !challenges.contains(where: { $0.peer.connection == connection })
    else { return }
    turn.append(.sessionEnded(connection))
  }

  /// The session on a connection is over, and its process, which waits for another name, goes on.
  mutating func watchChallenger(on connection: Connection) {
    guard let challenge = challenges.first(where: { $0.peer.connection == connection }) else { return }
    watch(challenge.peer)
  }

  /// A process that waits for a name has ended.
  mutating func dropChallenge(on connection: Connection) { challenges.removeAll { $0.peer.connection == connection } }

  private mutating func refuse(_ registration: Registration, from peer: Peer, _ holder: Session) {
    turn.counters.refusedHellos += 1
    refuse(registration, world.nameTaken(registration.worker, by: holder), from: peer)
  }

  /// The holder of a name has shown that it lives, and keeps it.
  mutating func endChallenge(of worker: WorkerSlot) {
    guard !challenges.isEmpty, let holder = world.session(of: worker),
      let index = challenges.firstIndex(where: { $0.holder == worker })
    else { return }
    let challenge = challenges.remove(at: index)
    if challenge.registration.incarnation != holder.incarnation {
      refuse(challenge.registration, from: challenge.peer, holder)
      stopWatching(challenge.peer)
    }
  }

  /// The names of holders that have ended go to the processes that wait for them.
  mutating func passOnNames() { passOnNames { !$1.isLive($0.holder) } }

  /// The names of holders that have not answered in time go to the processes that wait for them.
  mutating func passOnNamesOfHung() { passOnNames { $0.until <= $1.time } }

  private mutating func passOnNames(where isOver: (Challenge, World) -> Bool) {
    while let index = challenges.firstIndex(where: { isOver($0, world) }) {
      let challenge = challenges.remove(at: index)
      welcome(challenge.registration, from: challenge.peer, reason: .hung)
      // It may have been refused for another reason.
      stopWatching(challenge.peer)
    }
  }
}

extension Registration {
  /// Whether its process gets the name of a live one by asking for it. Over tcp nobody is known to be the same user.
  fileprivate func mayTakeOver(from peer: Peer) -> Bool { takeover && peer.uid != nil }
}
