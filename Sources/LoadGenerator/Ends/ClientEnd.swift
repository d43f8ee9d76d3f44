// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol
import ZeroMQ

/// A client that has so many commands under way, and acknowledges what it has seen.
struct ClientEnd: ~Copyable {
  /// The end of a command.
  struct Ended {
    /// The word of its outcome and the reason, or the code of an error.
    var word: String
    /// When it was sent, or due before that, in ns.
    var begunAt: UInt64
    /// Whether it counts.
    var isMeasured: Bool
    /// The octets of the outcome.
    var bytes: Int
  }

  private struct Slot {
    var begunAt: UInt64 = 0
    var isMeasured = false
    var isUnderWay = false
  }

  private let socket: Socket
  private let writer: CommandWriter
  private let scenes: [Int]
  /// Whether the next command of a scene takes back what the last one did.
  private(set) var isBack: [Bool]
  private var next: UInt64 = 1
  /// Below this sequence all outcomes have come.
  private var low: UInt64 = 1
  /// By sequence.
  private var slots = [Slot](repeating: Slot(), count: Self.span)
  private var header = Header(kind: .command, encoding: .protobuf, epoch: 0).bytes
  private var body: [UInt8] = []
  /// Commands without an outcome so far.
  private(set) var underWay = 0

  /// Sequences that lie between the oldest command without an outcome and the newest; a power of two.
  private static let span = 4096

  /// - Parameter isBack: How an end of this number before it has left its scenes; nil: there was none.
  init(_ number: Int, _ plan: LoadPlan, isBack: [Bool]?, at endpoint: Endpoint, in context: Context) throws {
    writer = CommandWriter(plan, client: LoadMessages.client(number))
    // Each scene has one client, or each client one scene.
    let own = (0..<plan.scenes).filter { $0 % plan.clients == number }
    let scenes = own.isEmpty ? [number % plan.scenes] : own
    self.scenes = scenes
    // Behind `??` stands a closure. One that captured `self`, whose socket is missing yet, would end a socket that never was.
    self.isBack = isBack ?? [Bool](repeating: false, count: scenes.count)
    socket = try .dealer(queue: Int32(max(64, plan.outstanding)), to: endpoint, in: context)
  }

  /// Has a poller watch it.
  func watch(by poller: inout Poller) -> Poller.Token { poller.watch(socket) }

  /// Sends the next command, unless the oldest one waits too long, or the socket takes no more.
  ///
  /// - Parameter due: When it should have been sent, in ns; nil: now.
  mutating func send(isMeasured: Bool, due: UInt64? = nil) throws -> Bool {
    guard next - low < Self.span else { return false }
    let place = Int(next % UInt64(scenes.count))
    writer.write(next, ackedBelow: low, scene: scenes[place], isBack: isBack[place], into: &body)
    header.withUnsafeMutableBytes { $0.storeBytes(of: next.bigEndian, toByteOffset: 16, as: UInt64.self) }
    let now = LoadClock.nanoseconds
    guard try socket.send([], header, body) == .sent else { return false }
    slots[Int(next) % Self.span] = Slot(begunAt: due ?? now, isMeasured: isMeasured, isUnderWay: true)
    isBack[place].toggle()
    next += 1
    underWay += 1
    return true
  }

  /// The next end that waits; nil where none does.
  mutating func receive() throws -> Ended? {
    while let frames = try socket.receive()?.frames {
      guard frames.count == 2, frames[0].count == Header.byteCount else { continue }
      let sequence = frames[0][16..<24].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard sequence >= low, sequence < next, slots[Int(sequence) % Self.span].isUnderWay else { continue }
      let slot = slots[Int(sequence) % Self.span]
      slots[Int(sequence) % Self.span].isUnderWay = false
      while low < next, !slots[Int(low) % Self.span].isUnderWay { low += 1 }
      underWay -= 1
      let isCommitted = Self.isCommitted(frames)
      let word = isCommitted ? LoadMeasure.committed : Self.word(frames)
      if !isCommitted { takeBack(sequence, word) }
      return Ended(word: word, begunAt: slot.begunAt, isMeasured: slot.isMeasured, bytes: frames[1].count)
    }
    return nil
  }

  /// After a command that was refused its scene stands where it stood: the next one goes the same way, unless others of the scene are
  /// under way already. What is unchanged stands where the command wanted it.
  private mutating func takeBack(_ sequence: UInt64, _ word: String) {
    guard sequence + UInt64(scenes.count) >= next, !word.hasPrefix(Self.unchanged) else { return }
    isBack[Int(sequence % UInt64(scenes.count))].toggle()
  }

  private static let unchanged = "unchanged"

  /// Whether the message is an outcome of the usual kind, which is its field 2.
  private static func isCommitted(_ frames: [[UInt8]]) -> Bool {
    guard frames[0][4] == Message.Kind.outcome.rawValue else { return false }
    var walk = FieldWalk(frames[1])
    while let field = walk.next() {
      if (2...12).contains(field.number) { return field.number == 2 }
    }
    return false
  }

  private static func word(_ frames: [[UInt8]]) -> String {
    guard case .success(let inbound) = WireCodec.decode(frames: frames) else { return "unreadable" }
    switch inbound.message {
    case .outcome(let outcome): return outcome.word + (outcome.reason.map { " (\($0))" } ?? "")
    case .error(let error): return "error (\(error.code.rawValue))"
    default: return "another message"
    }
  }
}
