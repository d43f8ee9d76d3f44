// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Logging
import RouteModel
import Synchronization
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// The runtime and state folders of one test's coordinator.
final class ServiceFolder: Sendable {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  func file(_ name: String) -> String { folder.file("run/\(name)") }

  func endpoint(_ name: String) throws -> Endpoint { try .ipc(file("\(name).sock")) }

  func exists(_ name: String) -> Bool { folder.exists("run/\(name)") }

  /// Makes its state folder a small disk.
  func smallStateDisk() throws -> SmallDisk { try SmallDisk("state", in: folder) }

  /// A coordinator in this folder that keeps no journal and needs no hosts, unless told otherwise.
  func configuration(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
    var configuration = Configuration()
    configuration.runtimeFolder = .init(path: folder.file("run"), source: "test")
    configuration.stateFolder = .init(path: folder.file("state"), source: "test")
    configuration.journal = .none
    configuration.hosting = .optional
    change(&configuration)
    return configuration
  }

  /// Sends octets on a connection of its own to a socket of this folder, without libzmq, and waits until the other side ends it.
  func offend(_ octets: [UInt8], at name: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: file("\(name).sock").utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(connected == 0)
    _ = send(descriptor, octets, octets.count, Int32(MSG_NOSIGNAL))
    try eventually("the end of the connection to \(name)") {
      var heard = [UInt8](repeating: 0, count: 256)
      while true {
        let count = recv(descriptor, &heard, heard.count, Int32(MSG_DONTWAIT))
        if count <= 0 { return count == 0 || errno == ECONNRESET }
      }
    }
  }
}

/// A coordinator on a thread of its own; it ends with the value.
final class RunningService: Sendable {
  private struct State {
    var stopper: (@Sendable () -> Void)?
    var control: ServiceControl?
    var endpoints: [String] = []
    var thread = pthread_t()
    var end: Result<Void, ServiceError>?
  }

  /// What the thread knows, so that it does not keep the value alive.
  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let shared = Shared()

  /// Starts it and waits until it serves; throws why it does not.
  init(
    _ configuration: Configuration, options: CoordinatorService.Options = .init(), logger: Logger = silentLogger
  ) throws {
    let isReady = DispatchSemaphore(value: 0)
    var options = options
    options.onReady = { isReady.signal() }
    let thread = Thread { [shared, options] in
      let end = Result { () throws(ServiceError) in
        let service = try CoordinatorService(configuration, options: options, logger: logger)
        shared.state.withLock {
          $0.stopper = service.stopper
          $0.control = service.control
          $0.endpoints = service.endpoints
          $0.thread = pthread_self()
        }
        try service.run()
      }
      shared.state.withLock { $0.end = end }
      isReady.signal()
    }
    thread.start()
    guard isReady.wait(timeout: .now() + .milliseconds(patienceMs)) == .success else { throw Overdue("a start") }
    if case .failure(let error) = shared.state.withLock({ $0.end }) { throw error }
  }

  var endpoints: [String] { shared.state.withLock { $0.endpoints } }

  /// Pauses it, and lets it go on.
  var control: ServiceControl? { shared.state.withLock { $0.control } }

  /// Whether it serves.
  var isRunning: Bool { shared.state.withLock { $0.end == nil } }

  /// Asks it to end and waits until it has; how long that took, in ms.
  @discardableResult
  func stop() throws -> Int64 {
    let asked = MonotonicClock.nowMicroseconds()
    shared.state.withLock { $0.stopper }?()
    try end().get()
    return (MonotonicClock.nowMicroseconds() - asked) / 1000
  }

  /// How it ends.
  func end() throws -> Result<Void, ServiceError> {
    try eventually("the end of the service") { !isRunning }
    return try #require(shared.state.withLock { $0.end })
  }

  /// Sends its thread a signal, as the system sends one to a process with one thread.
  func signal(_ signal: Int32) { pthread_kill(shared.state.withLock { $0.thread }, signal) }

  deinit { shared.state.withLock { $0.stopper }?() }
}

/// Logs nothing.
let silentLogger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Keeps what is logged: level, message and metadata, in order of the keys.
struct LogRecorder: LogHandler {
  let lines: TestSupport.Recorder<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(_ lines: TestSupport.Recorder<String>) { self.lines = lines }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    lines.add("\(event.level) \(event.message)\(words.joined())")
  }
}

/// A client, worker or observer, frame by frame.
final class RawPeer {
  let socket: Socket
  let encoding: Encoding

  /// A client or worker at one of the service's sockets.
  init(
    _ folder: ServiceFolder, _ name: String, _ kind: Socket.Kind = .dealer, encoding: Encoding = .json,
    subscribing topics: [String] = [], queue: Int32? = nil
  ) throws {
    var options: SocketOptions =
      switch kind {
      case .sub, .xsub: .observerSub
      case .request: .clientDealer
      default: .workerDealer
      }
    if let queue {
      options.receiveQueueMax = queue
      // A ping where libzmq has stopped to read would end the process of the tests, see SocketOptions.receiveQueueMax.
      options.ipcHeartbeat = .none
    }
    socket = try Socket(kind, in: Context(), options: options)
    self.encoding = encoding
    for topic in topics { try socket.subscribe(Array(topic.utf8)) }
    try socket.connect(folder.endpoint(name))
  }

  private init(socket: consuming Socket) {
    self.socket = socket
    encoding = .json
  }

  /// Sends frames as soon as there is a connection.
  func send(_ frames: [[UInt8]]) throws { try eventually("a send") { try socket.send(frames) == .sent } }

  func send(_ message: Message, correlation: [UInt8] = []) throws {
    try send(WireCodec.encode(message, encoding: encoding, epoch: 0, correlation: correlation))
  }

  /// The next frames, waited for.
  func receive() throws -> [[UInt8]] {
    guard let frames = try receive(withinMs: patienceMs) else { throw Overdue("a message") }
    return frames
  }

  /// The next frames, or nil where none come within `ms`.
  func receive(withinMs ms: Int) throws -> [[UInt8]]? {
    var poller = Poller()
    _ = poller.watch(socket)
    let end = MonotonicClock.nowMicroseconds() + Int64(ms) * 1000
    repeat {
      if let received = try socket.receive() { return received.frames }
      _ = try poller.wait(ms: min(ms, 100))
    } while MonotonicClock.nowMicroseconds() < end
    return nil
  }

  /// The next message, waited for; on a SUB without its topic.
  func next() throws -> Inbound { try inbound(try receive()) }

  private func inbound(_ frames: [[UInt8]]) throws -> Inbound {
    try WireCodec.decode(frames: socket.kind == .sub ? Array(frames.dropFirst()) : frames).get()
  }

  /// The next message that is `wanted`, waited for; others are dropped.
  func first<T>(_ what: String, _ wanted: (Message) -> T?) throws -> T {
    let end = MonotonicClock.nowMicroseconds() + Int64(patienceMs) * 1000
    var dropped: [String] = []
    while let frames = try receive(withinMs: max(0, Int(end - MonotonicClock.nowMicroseconds()) / 1000)) {
      let message = try inbound(frames).message
      if let found = wanted(message) { return found }
      dropped.append("\(message.kind)")
    }
    throw Overdue(what, heard: dropped)
  }

  /// Sends a command and waits for its outcome.
  func run(_ id: String, _ verb: Verb) throws -> Outcome {
    try send(.command(Command(id: try #require(CommandID(id)), verb: verb)))
    return try first("an outcome") { if case .outcome(let outcome) = $0 { outcome } else { nil } }
  }

  /// Sends an inspection and waits for its report's objects.
  func inspect(_ subject: Inspect.Subject) throws -> [JSONValue] {
    try send(.inspect(Inspect(subject)))
    return try first("a report") { if case .report(let report) = $0 { report.objects.compactMap(\.json) } else { nil } }
  }

  /// The coordinator's status.
  func status() throws -> JSONValue { try #require(try inspect(.status).first) }

  /// A count of the status.
  func count(in part: String, _ name: String) throws -> Int64 {
    guard case .integer(let count) = try status()[part]?[name] else { return 0 }
    return count
  }

  /// How often garbage of this code was counted.
  func garbage(_ code: String) throws -> Int64 {
    guard case .integer(let count) = try status()["counters"]?["garbage"]?[code] else { return 0 }
    return count
  }
}

/// Makes the route a path of these screens.
func replace(_ names: ScreenName...) -> Verb {
  .navigator(.replace(path: names.map { PathItem(AnyScreen($0)) }, in: nil))
}

extension RawPeer {
  /// A client at this endpoint.
  convenience init(at endpoint: Endpoint) throws {
    self.init(socket: try Socket(.dealer, in: Context(), options: .clientDealer))
    try socket.connect(endpoint)
  }

  /// Registers as a worker that handles everything on `screen`, and waits for its welcome.
  func greet(_ name: WorkerName, handles screen: ScreenName) throws {
    let incarnation = try #require(Incarnation(UUID().uuidString))
    let routable = Routable(handles: [RequestPattern(.show, nil)])
    try send(
      .hello(Registration(worker: name, version: "1", incarnation: incarnation, routables: [screen: routable])))
    _ = try first("a welcome") { if case .welcome(let welcome) = $0 { welcome } else { nil } }
  }

  /// Has the coordinator hear of this worker, which answers no PING and would not be asked when it has been silent for seconds.
  func beHeard() throws {
    try send(.query(Query(id: "unknown")))
    try first("an answer") { if case .status = $0 { () } else { nil } }
  }
}
