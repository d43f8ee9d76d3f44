// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import WireProtocol

/// Peers: connecting, sending, receiving and waking.
extension Simulator {
  /// The process with this number, whatever it is.
  func process(_ id: ProcessID) -> Process? {
    workers[id]?.process ?? clients[id]?.process ?? observers[id]?.process ?? strangers[id]?.process
  }

  func change(_ id: ProcessID, _ change: (inout Process) -> Void) {
    guard var process = process(id) else { return }
    change(&process)
    workers[id]?.process = process
    clients[id]?.process = process
    observers[id]?.process = process
    strangers[id]?.process = process
  }

  func door(of id: ProcessID) -> SimulatedNetwork.Door {
    if let stranger = strangers[id] { return stranger.door }
    return workers[id] != nil ? .screens : clients[id] != nil ? .control : .updates
  }

  /// The transport makes a new connection where there is none; again later while nobody takes it.
  func connect(_ id: ProcessID) {
    guard let process = process(id) else { return }
    if let old = process.connection, let connection = network[old], connection.isOpen,
      connection.life == daemon?.life
    {
      return
    }
    guard let daemon, !daemon.isPaused else {
      change(id) { $0.connection = nil }
      agenda.add(.connects(id), due: now + random.number(20_000...1_000_000))
      return
    }
    let connection = network.open(id, door(of: id), life: daemon.life)
    trace.say(at: now, "\(id) has connection \(connection)")
    change(id) { $0.connection = connection }
    if let observer = observers[id] {
      // A SUB says again by itself what it wants.
      for prefix in observer.prefixes { sendUp(id, [[1] + Array(prefix.utf8)]) }
    } else if weather.tellsConnected, !process.isPaused {
      if workers[id] != nil { worker(id, .connected) } else { client(id, .connected) }
    }
  }

  /// The connection of a process ends: what was on its way is lost, or what it had said still comes.
  func disconnect(_ id: ProcessID, losesWhatWasSaid: Bool) {
    guard let process = process(id), let old = process.connection, let connection = network[old], connection.isOpen
    else { return }
    network.close(old, upUntil: losesWhatWasSaid ? now : .max, downUntil: now)
    change(id) { $0.connection = nil }
    guard connection.door == .screens, let life = daemon?.life, connection.life == life else { return }
    // Not always noticed: then a send fails, or the worker is missed.
    guard weather.preset == .zeroMQ || random.chance(500) else { return }
    let drained = losesWhatWasSaid ? now : max(now, connection.lastUp)
    agenda.add(.breaks(Connection(connection: old), life), due: drained + random.number(1...5000))
  }

  func sendUp(_ id: ProcessID, _ frames: [[UInt8]]) {
    guard let connection = process(id)?.connection, network[connection]?.isOpen == true else {
      network.loseOne()
      return
    }
    ship(Packet(connection: connection, isUp: true, frames: frames))
  }

  func sendUp(_ id: ProcessID, _ message: Message, epoch: Epoch, _ correlation: Correlation) {
    guard let process = process(id) else { return }
    checker.sent(message, by: id)
    sendUp(
      id,
      WireCodec.encode(message, encoding: process.encoding, epoch: epoch, correlation: correlation.octets))
  }

  func arrive(_ packet: Packet) {
    guard network.arrives(packet, at: now, life: daemon?.life, in: weather) else { return }
    if packet.isUp {
      receive(packet)
      return
    }
    guard let owner = network[packet.connection]?.owner, let process = process(owner) else { return }
    if process.isPaused {
      network[packet.connection]?.unread += 1
      change(owner) { $0.held.append(packet) }
    } else {
      read(packet, by: owner)
    }
  }

  private func read(_ packet: Packet, by id: ProcessID) {
    let isPublished = observers[id] != nil
    let frames = isPublished ? Array(packet.frames.dropFirst()) : packet.frames
    guard case .success(let inbound) = WireCodec.decode(frames: frames) else {
      checker.violate("process \(id) cannot read what the coordinator wrote: \(frames)")
      return
    }
    let correlation = Correlation(octets: inbound.correlation)
    if isPublished {
      observer(id, .received(inbound.message, epoch: inbound.epoch))
    } else if clients[id] != nil {
      client(id, .received(inbound.message, epoch: inbound.epoch, correlation: correlation))
    } else if workers[id] != nil {
      switch inbound.message {
      case .accepted, .outcome, .status:
        nested(id, .received(inbound.message, epoch: inbound.epoch, correlation: correlation))
      default: worker(id, .received(inbound.message, epoch: inbound.epoch, correlation: correlation))
      }
    }
  }

  func wake(_ id: ProcessID) {
    change(id) { $0.wakeAt = nil }
    guard let process = process(id), !process.isPaused else { return }
    if workers[id] != nil {
      worker(id, .tick)
      nested(id, .tick)
    } else if clients[id] != nil {
      client(id, .tick)
    } else {
      observer(id, .tick)
    }
  }

  /// Wakes the process when its session wants it.
  func schedule(_ id: ProcessID, by deadline: Instant?) {
    guard let deadline, let process = process(id) else { return }
    let due = max(deadline.microseconds - process.clockOffset, now)
    if let wakeAt = process.wakeAt, wakeAt <= due { return }
    change(id) { $0.wakeAt = due }
    agenda.add(.wakes(id), due: due)
  }

  func pause(_ id: ProcessID, for range: ClosedRange<Int64>) {
    guard let process = process(id), !process.isPaused else { return }
    trace.say(at: now, "\(id) is stopped")
    change(id) { $0.isPaused = true }
    agenda.add(.resumes(id), due: now + random.number(range))
  }

  func resume(_ id: ProcessID) {
    guard let process = process(id), process.isPaused else { return }
    trace.say(at: now, "\(id) goes on")
    change(id) {
      $0.isPaused = false
      $0.held = []
      $0.wakeAt = nil
    }
    for packet in process.held {
      network[packet.connection]?.unread -= 1
      read(packet, by: id)
    }
    wake(id)
  }
}
