// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import SocketGate
import WireProtocol
import ZeroMQ

/// The three sockets of a coordinator, bound and monitored (specification, section "Sockets").
final class Doors {
  private static let controlFile = "control.sock"
  private static let screensFile = "screens.sock"
  private static let updatesFile = "updates.sock"
  static let metricsFile = "metrics.sock"

  /// Clients.
  let control: Socket
  /// Workers.
  let screens: Socket
  /// Observers.
  let updates: Socket
  /// Where they listen, as endpoints; a port 0 is the one that the system chose.
  let endpoints: [String]
  /// The files at which they go on with sockets that were handed over.
  let handedFiles: [String]
  /// The files of handed sockets that were gone, so that others were made in their place.
  let lostFiles: [String]

  /// Opens all three: their files in `folder`, unless they listen already, and the tcp endpoints that are configured.
  init(
    _ configuration: Configuration, in context: Context, folder: RuntimeFolder, gates: Gates, handed: HandedSockets
  ) throws(ServiceError) {
    let groups = configuration.groups
    let tcp = configuration.endpoints
    var opener = Opener(context: context, gates: gates, folder: folder, handed: handed)
    control = try opener.open(
      .router, .controlRouter, Self.controlFile, group: groups.control, tcp: tcp.control, gate: .control)
    screens = try opener.open(
      .router, .screensRouter, Self.screensFile, group: groups.screens, tcp: tcp.screens, gate: .screens)
    updates = try opener.open(
      .xpub, .updates, Self.updatesFile, group: groups.watch, tcp: tcp.updates, gate: .updates)
    endpoints = opener.endpoints
    handedFiles = opener.handedFiles
    lostFiles = opener.lostFiles
  }

  /// Lets what is queued get out for a moment after the end.
  func linger(ms: Int32) {
    try? control.setLinger(ms: ms)
    try? screens.setLinger(ms: ms)
    try? updates.setLinger(ms: ms)
  }

  func send(_ frames: OutgoingFrames, by door: Peer.Door) throws(ZeroMQError) -> Delivery {
    switch door {
    case .control: try control.send(frames.envelope, frames.header, frames.body)
    case .screens: try screens.send(frames.envelope, frames.header, frames.body)
    }
  }

  /// Receives the next message of a door in place of one that nobody needs any more.
  ///
  /// - Returns: Whether there was one; else what stands there means nothing.
  func receive(by door: Peer.Door, into received: inout Received) throws(ZeroMQError) -> Bool {
    switch door {
    case .control: try control.receive(into: &received, asksPeer: true)
    case .screens: try screens.receive(into: &received, asksPeer: true)
    }
  }

  /// Checks what can be checked before anything is made: where the sockets are to listen.
  static func check(
    _ configuration: Configuration, handed: HandedSockets = HandedSockets()
  ) throws(ServiceError) {
    var files: [String] = []
    for name in [Self.controlFile, Self.screensFile, Self.updatesFile] {
      files.append(try RuntimeFolder.endpoint(name, in: configuration.runtimeFolder.path).address)
    }
    try handed.check(files: files)
    _ = try RuntimeFolder.endpoint(Self.metricsFile, in: configuration.runtimeFolder.path)
    let tcp = configuration.endpoints
    var places: Set<String> = []
    for configured in tcp.control + tcp.screens + tcp.updates {
      let endpoint = try Self.endpoint(configured)
      guard configured.port == 0 || places.insert(endpoint.description).inserted else {
        throw ServiceError(.configuration, "endpoints: \(endpoint) is listed twice; one socket listens at a place")
      }
    }
    if case .tcp(let place)? = configuration.metrics, try places.contains(Self.endpoint(place).description) {
      throw ServiceError(
        .configuration, "metrics: \(place.text) is one of the endpoints too; one socket listens at a place")
    }
  }

  /// What lets a unit that restricts addresses use tcp.
  static let networkRemedy =
    "a unit that restricts addresses has to allow AF_INET, AF_INET6 and AF_NETLINK (RestrictAddressFamilies=)"

  /// Makes sure that libzmq can bind a tcp endpoint: it lists the network's interfaces for that, and aborts where it cannot.
  fileprivate static func checkNetwork(for endpoint: Endpoint) throws(ServiceError) {
    var interfaces: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&interfaces) == 0 else {
      throw ServiceError(
        .cannotCreate,
        "endpoints: cannot listen at \(endpoint): the network's interfaces: \(String(cString: strerror(errno))); "
          + networkRemedy)
    }
    freeifaddrs(interfaces)
  }

  fileprivate static func endpoint(_ configured: Configuration.TCPEndpoint) throws(ServiceError) -> Endpoint {
    let endpoint: Endpoint
    do {
      endpoint = try .tcp(configured.host, configured.port)
    } catch {
      throw ServiceError(.configuration, "endpoints: \(error)")
    }
    guard endpoint.isLocal else {
      throw ServiceError(
        .configuration,
        "endpoints: \(endpoint) can be reached from other machines, whose users this version cannot tell "
          + "apart (CURVE); bind to 127.0.0.1 and forward the port by a tunnel")
    }
    return endpoint
  }
}

/// Opens sockets one after another and notes where they listen.
private struct Opener {
  /// Messages of one peer that wait where no gate counts their bytes.
  private static let receiveQueueMaxWithoutGates: Int32 = 1000

  let context: Context
  let gates: Gates
  let folder: RuntimeFolder
  var handed: HandedSockets
  var endpoints: [String] = []
  var handedFiles: [String] = []
  var lostFiles: [String] = []

  mutating func open(
    _ kind: Socket.Kind, _ options: SocketOptions, _ name: String, group: String, tcp: [Configuration.TCPEndpoint],
    gate: Gates.Socket
  ) throws(ServiceError) -> Socket {
    var options = options
    if !Gatekeeper.isEffective { options.receiveQueueMax = Self.receiveQueueMaxWithoutGates }
    let descriptor = try listen(name, group: group, backlog: options.backlog)
    defer { close(descriptor) }
    let endpoint = try folder.endpoint(name)
    if let first = tcp.first { try Doors.checkNetwork(for: Doors.endpoint(first)) }
    do throws(ZeroMQError) {
      var socket = try Socket(kind, in: context, options: options)
      try socket.startMonitor()
      try socket.bind(endpoint, listeningOn: descriptor) { gates.keeper.watch($0, gate: gate.rawValue) }
      endpoints.append(endpoint.description)
      for configured in tcp {
        // Checked before anything was made.
        guard let endpoint = try? Doors.endpoint(configured) else { continue }
        try socket.bind(endpoint)
        endpoints.append(try socket.lastEndpoint())
      }
      while let event = try socket.receiveMonitorEvent() {
        if event.kind == .listening { gates.keeper.watch(event.value, gate: gate.rawValue) }
      }
      return socket
    } catch {
      throw ServiceError(error)
    }
  }

  /// A descriptor that listens at the file `name`: the one that was handed over for it, or else one of our own.
  private mutating func listen(_ name: String, group: String, backlog: Int32) throws(ServiceError) -> Int32 {
    let file = try folder.endpoint(name).address
    guard let descriptor = handed.take(file) else { return try folder.listen(name, group: group, backlog: backlog) }
    if let adopted = try folder.adopt(descriptor, name, group: group, backlog: backlog) {
      handedFiles.append(file)
      return adopted
    }
    close(descriptor)
    lostFiles.append(file)
    return try folder.listen(name, group: group, backlog: backlog)
  }
}
