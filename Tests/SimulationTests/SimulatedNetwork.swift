// SPDX-License-Identifier: Apache-2.0

import Coordination
import TestSupport

/// The process that a number stands for; no number is given twice.
typealias ProcessID = Int

/// Frames on their way on one connection.
struct Packet {
  var connection: Int
  /// Whether it goes to the coordinator.
  var isUp: Bool
  var frames: [[UInt8]]
}

/// Connections between the coordinator and its peers, and what the weather does to what is on its way.
struct SimulatedNetwork {
  /// The coordinator's three sockets.
  enum Door {
    case control, screens, updates
  }

  /// A connection of a peer with one life of the coordinator. Its number is its routing id; a new connection of the same
  /// peer has another one.
  struct Connection {
    let owner: ProcessID
    let door: Door
    /// Which life of the coordinator it leads to.
    let life: Int
    var isOpen = true
    /// What its subscriber wants.
    var prefixes: [String] = []
    /// When the last packet of each direction is due: none overtakes it.
    var lastUp: Int64 = 0
    var lastDown: Int64 = 0
    /// Packets that are due later than this are lost with the connection.
    var upUntil = Int64.max
    var downUntil = Int64.max
    /// Packets to the peer that it has not read.
    var unread = 0
  }

  private(set) var connections: [Int: Connection] = [:]
  private var nextConnection = 1
  private(set) var lost = 0
  private(set) var copied = 0

  subscript(id: Int) -> Connection? {
    get { connections[id] }
    set { connections[id] = newValue }
  }

  mutating func open(_ owner: ProcessID, _ door: Door, life: Int) -> Int {
    defer { nextConnection += 1 }
    connections[nextConnection] = Connection(owner: owner, door: door, life: life)
    return nextConnection
  }

  /// The open connections with a door of a life of the coordinator, in order.
  func open(_ door: Door, life: Int) -> [Int] {
    connections.filter { $0.value.isOpen && $0.value.door == door && $0.value.life == life }.keys.sorted()
  }

  /// Ends a connection; what is due later than told is lost with it.
  mutating func close(_ id: Int, upUntil: Int64, downUntil: Int64) {
    connections[id]?.isOpen = false
    connections[id]?.upUntil = upUntil
    connections[id]?.downUntil = downUntil
  }

  /// Whether a packet that is due now still arrives.
  mutating func arrives(_ packet: Packet, at now: Int64, life: Int?, in weather: Weather) -> Bool {
    guard let connection = connections[packet.connection] else { return false }
    if !packet.isUp { connections[packet.connection]?.unread -= 1 }
    if weather.preset == .hostile { return true }
    let isInTime = packet.isUp ? now <= connection.upUntil && connection.life == life : now <= connection.downUntil
    if !isInTime { lost += 1 }
    return isInTime
  }

  mutating func loseOne() { lost += 1 }

  /// When a packet arrives: never, once or more often.
  mutating func arrivals(
    of packet: Packet, at now: Int64, in weather: Weather, _ random: inout SeededGenerator
  ) -> [Int64] {
    guard var connection = connections[packet.connection] else { return [] }
    if weather.preset == .hostile, random.chance(weather.lossPermille) {
      lost += 1
      return []
    }
    var delay = random.number(weather.delay)
    if random.chance(weather.longDelayPermille) { delay += random.number(weather.longDelay) }
    var dues = [now + delay]
    switch weather.preset {
    case .zeroMQ:
      if packet.isUp {
        dues[0] = max(dues[0], connection.lastUp)
        connection.lastUp = dues[0]
      } else {
        dues[0] = max(dues[0], connection.lastDown)
        connection.lastDown = dues[0]
      }
    case .hostile:
      // What one publisher says to one subscriber stays in order on any network; copies do not.
      if connection.door == .updates {
        dues[0] = max(dues[0], connection.lastDown)
        connection.lastDown = dues[0]
      }
      if random.chance(weather.copyPermille) {
        copied += 1
        dues.append(now + random.number(weather.longDelay))
      }
    }
    if !packet.isUp { connection.unread += dues.count }
    connections[packet.connection] = connection
    return dues
  }
}

extension Connection {
  /// The routing id of a connection, as a ROUTER makes it: a zero and four octets.
  init(connection: Int) {
    self.init(id: [0] + (0..<4).map { UInt8(truncatingIfNeeded: connection >> (24 - 8 * $0)) })
  }

  /// The connection that this routing id stands for.
  var connection: Int { id.dropFirst().reduce(0) { $0 << 8 | Int($1) } }
}
