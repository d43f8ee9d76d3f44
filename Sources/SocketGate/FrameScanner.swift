// SPDX-License-Identifier: Apache-2.0

/// Follows the octets of a ZMTP 3 connection from frame to frame, and keeps none of them but those of the handshake, of
/// subscriptions and the names of commands.
///
/// Of what libzmq takes it finds what no peer may say (``Offence``); all else is left to libzmq to judge.
struct FrameScanner {
  /// What libzmq itself needs for a frame beside its octets.
  static let frameOverhead = 64
  /// The octets of a peer's greeting.
  static let greetingSize = 64

  /// A change of what a connection subscribes to.
  enum Subscription: Hashable {
    case add([UInt8])
    case remove([UInt8])
    /// A message that is no subscription, of so many octets.
    case other(Int)
  }

  /// What ends a connection, whatever its limits are; in logs by its word.
  enum Offence: String, Hashable, Sendable, CaseIterable {
    /// It does not begin as ZMTP 3. libzmq takes older ones, too, whose first frame is a routing id.
    case otherProtocol = "other-protocol"
    /// Its READY has a routing id. Where libzmq is to give the same one to another connection, it ends the process.
    case routingID = "routing-id"
    /// Its READY is longer than ``GateLimits/readyMax``: ordinary programs send one where they set `ZMQ_METADATA`.
    case longReady = "long-ready"
    /// A later command is longer than ``GateLimits/commandMax``.
    case longCommand = "long-command"
    /// It subscribes where no subscriptions are wanted: libzmq hands such a command on as a message, to any socket.
    case straySubscription = "stray-subscription"

    /// Whether its user waits for the next connection. Of the others libzmq has taken nothing, and they are done by mistake, too;
    /// the pace of new connections bounds them.
    var isCostly: Bool {
      switch self {
      case .longCommand, .straySubscription: true
      case .otherProtocol, .routingID, .longReady: false
      }
    }
  }

  /// The weight of the message that has begun and has not ended.
  private(set) var openWeight = 0

  /// What some octets held.
  struct Found {
    /// The octets of messages' frames, with the overhead of each frame.
    var weight = 0
    /// Messages that are whole now.
    var messages = 0
    /// The most frames that a message has so far.
    var framesMax = 0
    /// Changes of subscriptions, in order; only where they are wanted.
    var subscriptions: [Subscription] = []
    /// What the connection may not do, if it does; the first of several.
    var offence: Offence?

    fileprivate mutating func note(_ found: Offence) { if offence == nil { offence = found } }
  }

  private enum State {
    case greeting(have: Int)
    case flags
    case length(left: Int, value: UInt64)
    case body(left: Int)
    case otherProtocol
  }

  private var state = State.greeting(have: 0)
  private var flags: UInt8 = 0
  private var frames = 0
  /// Whether the first frame behind the greeting has come: libzmq takes it for the peer's READY, whatever its flags are, and no
  /// other one.
  private var hasShaken = false
  private let readsSubscriptions: Bool
  private let readyMax: Int
  /// The first octets of a frame that may be a subscription, or is a command.
  private var text: [UInt8] = []

  /// - Parameters:
  ///   - readsSubscriptions: Whether frames are read as subscriptions, of at most ``subscriptionMax`` octets.
  ///   - readyMax: The octets of a READY; at most ``GateLimits/commandMax``.
  init(readsSubscriptions: Bool, readyMax: Int = GateLimits.commandMax) {
    self.readsSubscriptions = readsSubscriptions
    self.readyMax = readyMax
  }

  /// The longest frame that is read as a subscription, in octets.
  static let subscriptionMax = 160

  private var isCommand: Bool { flags & 4 != 0 || !hasShaken }
  private var isLong: Bool { flags & 2 != 0 }
  private var hasMore: Bool { flags & 1 != 0 }

  /// Whether a message has begun and has not ended.
  var isInMessage: Bool {
    if frames > 0 { return true }
    switch state {
    case .length, .body: return true
    case .greeting, .flags, .otherProtocol: return false
    }
  }

  /// Follows these octets.
  mutating func scan(_ octets: UnsafeRawBufferPointer) -> Found {
    var found = Found()
    var index = 0
    while index < octets.count {
      switch state {
      case .greeting(let have):
        // The signature, and the major version behind it.
        let octet = octets[index]
        guard have != 0 || octet == 0xFF, have != 9 || octet == 0x7F, have != 10 || octet >= 3 else {
          state = .otherProtocol
          continue
        }
        index += 1
        state = have + 1 < Self.greetingSize ? .greeting(have: have + 1) : .flags
      case .flags:
        flags = octets[index]
        index += 1
        state = .length(left: isLong ? 8 : 1, value: 0)
      case .length(let left, let value):
        let value = value << 8 | UInt64(octets[index])
        index += 1
        if left > 1 {
          state = .length(left: left - 1, value: value)
        } else {
          begin(Int(clamping: value), &found)
        }
      case .body(let left):
        let count = min(left, octets.count - index)
        take(UnsafeRawBufferPointer(rebasing: octets[index..<index + count]), &found)
        index += count
        if count == left { end(&found) } else { state = .body(left: left - count) }
      case .otherProtocol:
        found.note(.otherProtocol)
        return found
      }
    }
    return found
  }

  private mutating func begin(_ size: Int, _ found: inout Found) {
    if !hasShaken {
      if size > readyMax { found.note(.longReady) }
    } else if isCommand {
      if size > GateLimits.commandMax { found.note(.longCommand) }
    } else {
      frames += 1
      found.framesMax = max(found.framesMax, frames)
      if !readsSubscriptions { add(Self.frameOverhead, &found) }
    }
    text.removeAll(keepingCapacity: true)
    state = .body(left: size)
    if size == 0 { end(&found) }
  }

  private mutating func add(_ weight: Int, _ found: inout Found) {
    found.weight += weight
    openWeight += weight
  }

  private mutating func take(_ octets: UnsafeRawBufferPointer, _ found: inout Found) {
    guard isCommand || readsSubscriptions else { return add(octets.count, &found) }
    let textMax = hasShaken ? Self.subscriptionMax : GateLimits.commandMax
    text.append(contentsOf: octets.prefix(textMax - text.count))
  }

  private mutating func end(_ found: inout Found) {
    state = .flags
    guard hasShaken else {
      // An XPUB gives no routing ids, and takes none.
      if !readsSubscriptions, Self.hasRoutingID(text) { found.note(.routingID) }
      // What is kept of later frames is shorter.
      (hasShaken, text) = (true, [])
      return
    }
    if isCommand || readsSubscriptions { note(&found) }
    if !isCommand, !hasMore {
      found.messages += 1
      (frames, openWeight) = (0, 0)
    }
  }

  private func note(_ found: inout Found) {
    if isCommand {
      guard let change = Self.subscription(byCommand: text) else { return }
      if readsSubscriptions { found.subscriptions.append(change) } else { found.note(.straySubscription) }
    } else if let first = text.first, first <= 1 {
      let topic = Array(text.dropFirst())
      found.subscriptions.append(first == 1 ? .add(topic) : .remove(topic))
    } else {
      found.subscriptions.append(.other(text.count))
    }
  }

  /// Whether a READY says a routing id: the length of the command's name, the name, then properties: the length of a name, the
  /// name, the length of its value in four octets, the value. Names are the same in large and small letters. Where the properties
  /// are malformed libzmq refuses all of them.
  private static func hasRoutingID(_ ready: [UInt8]) -> Bool {
    var rest = ready.dropFirst(1 + "READY".utf8.count)
    while let length = rest.popFirst() {
      let name = rest.prefix(Int(length))
      rest = rest.dropFirst(name.count)
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      if size > 0, name.lazy.map({ $0 | 0x20 }).elementsEqual("identity".utf8) { return true }
      rest = rest.dropFirst(size)
    }
    return false
  }

  /// The change that a command of ZMTP 3.1 makes, if it is one that subscribes.
  private static func subscription(byCommand text: [UInt8]) -> Subscription? {
    topic(of: text, after: "SUBSCRIBE").map(Subscription.add)
      ?? topic(of: text, after: "CANCEL").map(Subscription.remove)
  }

  /// The topic of a ZMTP 3.1 command of this name: the length of the name, the name, the topic.
  private static func topic(of text: [UInt8], after name: StaticString) -> [UInt8]? {
    let count = name.utf8CodeUnitCount
    guard text.count > count, Int(text[0]) == count else { return nil }
    let isNamed = name.withUTF8Buffer { text[1...count].elementsEqual($0) }
    return isNamed ? Array(text[(count + 1)...]) : nil
  }
}
