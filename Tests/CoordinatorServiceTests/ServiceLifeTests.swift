// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Logging
import RouteJournal
import RouteModel
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import CoordinatorService

/// How a coordinator begins and ends, and what it refuses.
@Suite struct ServiceLifeTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  /// The refusal of a start with this configuration.
  private func refusal(_ change: (inout Configuration) -> Void = { _ in }) throws -> ServiceError {
    try #require(throws: ServiceError.self) { try RunningService(folder.configuration(change)) }
  }

  @Test("it serves until it is stopped, waits for nobody then, and takes its socket files with it")
  func servesUntilStopped() throws {
    let service = try RunningService(folder.configuration())
    #expect(
      service.endpoints == ["control", "screens", "updates"].map { "ipc://\(folder.file("\($0).sock"))" })
    let client = try RawPeer(folder, "control")
    #expect(try client.run("one", replace("home")).kind == .committed)
    #expect(try service.stop() < 10_000)
    for name in ["control.sock", "screens.sock", "updates.sock"] { #expect(!folder.exists(name)) }
    #expect(folder.exists("waykeeperd.lock"), "whoever unlinks a lock file lets two hold it")
  }

  @Test("it says that it stops before anything has ended")
  func saysStopsBefore() throws {
    let folder = folder
    let heard = Mutex<[Bool]>([])
    var options = CoordinatorService.Options()
    options.onStopping = {
      let isListening = try? folder.endpoint("control").probe() == .listening
      heard.withLock { $0.append(isListening == true && folder.exists("screens.sock")) }
    }
    let service = try RunningService(folder.configuration(), options: options)
    let before = heard.withLock { $0 }
    #expect(before.isEmpty)
    try service.stop()
    let after = heard.withLock { $0 }
    #expect(after == [true])
  }

  @Test("a signal ends it", arguments: [SIGTERM, SIGINT])
  func signalEnds(signal: Int32) throws {
    var options = CoordinatorService.Options()
    options.endsBySignal = true
    let service = try RunningService(folder.configuration(), options: options)
    service.signal(signal)
    try service.end().get()
  }

  @Test("after a reload, as after the start, nothing is durable where there is no journal")
  func reloadsWithoutJournal() throws {
    let configuration = folder.configuration()
    let isReloaded = DispatchSemaphore(value: 0)
    var options = CoordinatorService.Options()
    options.endsBySignal = true
    options.reload = { configuration }
    options.onReload = { _ in isReloaded.signal() }
    let service = try RunningService(configuration, options: options)
    let client = try RawPeer(folder, "control")
    #expect(try !client.run("one", replace("home")).durable)
    service.signal(SIGHUP)
    try #require(isReloaded.wait(timeout: .now() + .milliseconds(patienceMs)) == .success)
    #expect(try !client.run("two", replace("list")).durable)
    try service.stop()
  }

  @Test("who waits when it ends is told to come again")
  func waitsWhenEnds() throws {
    let service = try RunningService(
      folder.configuration {
        $0.settings.askMs = 60_000
        $0.settings.transitionMs = 60_000
      })
    let client = try RawPeer(folder, "control")
    let worker = try RawPeer(folder, "screens")
    try worker.greet("kiosk", handles: "home")
    _ = try client.run("one", replace("home"))
    try worker.beHeard()
    try client.send(.command(Command(id: try #require(CommandID("two")), verb: .show(["list"]))))
    try client.send(.command(Command(id: try #require(CommandID("three")), verb: .show(["map"]))))
    _ = try worker.first("an ask") { if case .ask(let ask) = $0 { ask } else { nil } }
    try eventually("the queue") {
      let scene = try client.inspect(.scenes).first
      return scene?["running"] == .string("two") && scene?["waiting"] == .integer(1)
    }
    try service.stop()
    var told: [String] = []
    for _ in 0..<2 {
      told.append(
        try client.first("an end") {
          switch $0 {
          case .outcome(let outcome): outcome.reason
          case .error(let error): error.code.rawValue
          default: nil
          }
        })
    }
    #expect(told.sorted() == ["stopping", "stopping"])
  }

  @Test("a second daemon on the same runtime folder is refused, and the first stays reachable")
  func secondDaemonSame() throws {
    let service = try RunningService(folder.configuration())
    let error = try refusal {
      $0.journal = .sqlite
      $0.stateFolder.path += "2"
    }
    #expect(error.exitCode == 73)
    #expect(error.message.contains("pid \(getpid())"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/state2"))
    #expect(try RawPeer(folder, "control").run("one", replace("home")).kind == .committed)
    try service.stop()
  }

  @Test("after a start that failed at its end no socket file is left")
  func failedStart() throws {
    let first = try RunningService(folder.configuration { $0.metrics = .socket })
    try first.stop()
    try FileManager.default.createDirectory(atPath: folder.file("metrics.sock"), withIntermediateDirectories: false)
    let error = try refusal { $0.metrics = .socket }
    #expect(error.exitCode == 73 && error.message.contains("metrics.sock is there and is no socket"), "\(error)")
    for name in ["control.sock", "screens.sock", "updates.sock"] { #expect(!folder.exists(name)) }
  }

  @Test("a second daemon on the same state folder is refused")
  func secondDaemonSameState() throws {
    let service = try RunningService(folder.configuration { $0.journal = .sqlite })
    let error = try refusal {
      $0.journal = .sqlite
      $0.runtimeFolder.path += "2"
    }
    #expect(error.exitCode == 73)
    #expect(error.message.contains("pid \(getpid())"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/run2/control.sock"))
    try service.stop()
  }

  @Test("one folder may be both")
  func folderMayBoth() throws {
    let service = try RunningService(
      folder.configuration {
        $0.journal = .sqlite
        $0.stateFolder = $0.runtimeFolder
      })
    #expect(try refusal { $0.journal = .none }.exitCode == 73)
    try service.stop()
  }

  @Test("the sockets of a dead daemon are replaced")
  func socketsDeadDaemon() throws {
    mkdir("\(folder.path)/run", 0o700)
    do {
      let dead = try Socket(.router, in: Context(), options: .controlRouter)
      try dead.bind(folder.endpoint("control"))
    }
    try eventually("the death") { try folder.endpoint("control").probe() == .nobodyListens }
    let service = try RunningService(folder.configuration())
    #expect(try RawPeer(folder, "control").run("one", replace("home")).kind == .committed)
    try service.stop()
  }

  @Test("a file that is no socket is left as it was")
  func leavesOtherFile() throws {
    mkdir("\(folder.path)/run", 0o700)
    try Data("precious".utf8).write(to: URL(filePath: folder.file("screens.sock")))
    let error = try refusal()
    #expect(error.exitCode == 73)
    #expect(error.message.contains("screens.sock is there and is no socket"))
    #expect(try Data(contentsOf: URL(filePath: folder.file("screens.sock"))) == Data("precious".utf8))
  }

  @Test("a socket of another program is left alone")
  func socketProgramLeft() throws {
    mkdir("\(folder.path)/run", 0o700)
    let other = try Socket(.router, in: Context(), options: .controlRouter)
    try other.bind(folder.endpoint("updates"))
    #expect(try refusal().message.contains("somebody listens at"))
    #expect(try folder.endpoint("updates").probe() == .listening)
  }

  @Test("a folder whose name is too long for a socket is refused")
  func folderWhoseName() throws {
    let error = try refusal { $0.runtimeFolder.path += String(repeating: "x", count: 100) }
    #expect(error.exitCode == 73)
    #expect(error.message.contains("--runtime-dir"))
  }

  @Test("a temporary folder that others may enter is refused")
  func temporaryFolderOthers() throws {
    mkdir("\(folder.path)/run", 0o755)
    let error = try refusal { $0.runtimeFolder.isTemporary = true }
    #expect(error.exitCode == 73)
    #expect(error.message.contains("mode 755"))
  }

  @Test(
    "a named folder that others may write to is refused, and nothing is made in it", arguments: [0o777, 0o775, 0o702])
  func aNamedFolderThatOthersMayWrite(mode: mode_t) throws {
    mkdir("\(folder.path)/run", 0o700)
    chmod("\(folder.path)/run", mode)
    let error = try refusal { _ in }
    #expect(error.exitCode == 73)
    #expect(error.message.contains("mode \(String(mode, radix: 8))") && error.message.contains("chmod go-w"))
    #expect(!folder.exists("waykeeperd.lock"))
  }

  @Test("a folder above in which everybody may put another in its place is found, unless it is sticky")
  func openFolderAbove() throws {
    let (outer, inner) = ("\(folder.path)/outer", "\(folder.path)/outer/inner")
    mkdir(outer, 0o700)
    mkdir(inner, 0o700)
    #expect(TrustedFolder.openFolder(above: inner) == nil)
    chmod(outer, 0o777)
    #expect(TrustedFolder.openFolder(above: inner) == outer && TrustedFolder.openFolder(above: "\(inner)/run") == outer)
    chmod(outer, 0o1777)
    #expect(TrustedFolder.openFolder(above: inner) == nil)
  }

  @Test(
    "what is no plain file of ours alone is not taken for the lock, and stays as it was",
    arguments: ["link", "twin", "pipe"])
  func whatIsNoPlainFileOfOurs(kind: String) throws {
    mkdir("\(folder.path)/run", 0o700)
    let precious = "\(folder.path)/precious"
    try "keep me".write(toFile: precious, atomically: false, encoding: .utf8)
    let lock = folder.file("waykeeperd.lock")
    switch kind {
    case "link": #expect(symlink(precious, lock) == 0)
    case "twin": #expect(link(precious, lock) == 0)
    default: #expect(mkfifo(lock, 0o600) == 0)
    }
    let error = try refusal { _ in }
    #expect(error.exitCode == 73)
    #expect(error.message.contains(lock), "\(error.message)")
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "keep me")
  }

  @Test("a temporary folder that is a link is refused")
  func aTemporaryFolderThatIsALink() throws {
    mkdir("\(folder.path)/elsewhere", 0o700)
    #expect(symlink("\(folder.path)/elsewhere", "\(folder.path)/run") == 0)
    let error = try refusal { $0.runtimeFolder.isTemporary = true }
    #expect(error.exitCode == 73)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/elsewhere/waykeeperd.lock"))
  }

  @Test("tcp beyond this machine is refused", arguments: ["0.0.0.0", "*", "[::]", "192.0.2.1"])
  func tcpBeyondThisMachineIsRefused(host: String) throws {
    let error = try refusal { $0.endpoints.control = [.init(host: host, port: 0)] }
    #expect(error.exitCode == 78)
    #expect(error.message.contains("CURVE"))
    #expect(!folder.exists("control.sock"))
  }

  @Test("a port of this machine serves like the socket file")
  func aPortOfThisMachineServesLike() throws {
    let log = TestSupport.Recorder<String>()
    let service = try RunningService(
      folder.configuration { $0.endpoints.control = [.init(host: "127.0.0.1", port: 0)] },
      logger: Logger(label: "test") { _ in LogRecorder(log) })
    let warning = log.all.first { $0.hasPrefix("warning every program that reaches this endpoint") }
    #expect(warning?.hasSuffix("endpoint=tcp://127.0.0.1:0 may=steer every scene") == true, "\(log.all)")
    let endpoint = try #require(service.endpoints.first { $0.hasPrefix("tcp://") })
    let client = try RawPeer(at: .parse(endpoint))
    let outcome = try client.run("one", replace("home"))
    #expect(outcome.kind == .committed)
    try service.stop()
  }

  @Test("a socket file is open to its group alone, and without one to nobody else")
  func aSocketFileIsOpenToIts() throws {
    let service = try RunningService(
      folder.configuration {
        $0.groups.control = "no-such-group"
        $0.groups.watch = "daemon"
      })
    func look(_ name: String) -> stat {
      var status = stat()
      #expect(stat(folder.file(name), &status) == 0)
      return status
    }
    #expect(look("control.sock").st_mode & 0o777 == 0o600)
    #expect(look("control.sock").st_gid == getegid())
    let watchers = try #require(RuntimeFolder.gid(of: "daemon"))
    #expect(look("updates.sock").st_mode & 0o777 == (geteuid() == 0 ? 0o660 : 0o600))
    #expect(look("updates.sock").st_gid == (geteuid() == 0 ? watchers : getegid()))
    try service.stop()
  }

  @Test("a folder that keeps the group of a socket out is warned of, until its members may pass it")
  func barredGroup() throws {
    // A group that files can be given to; root's own is not warned of.
    let own = try #require(getgrgid(getegid())).pointee
    let group = geteuid() == 0 ? "daemon" : String(cString: own.gr_name)
    func warnings() throws -> [String] {
      let lines = TestSupport.Recorder<String>()
      let service = try RunningService(
        folder.configuration { $0.groups.watch = group }, logger: Logger(label: "test") { _ in LogRecorder(lines) })
      try service.stop()
      return lines.all.filter { $0.contains("may not pass this folder") }
    }
    let run = folder.file(".").dropLast(2)
    let barred = try warnings().filter { $0.contains(" folder=\(run) ") }
    #expect(barred.count == 1)
    #expect(barred.first?.hasSuffix(" groups=\(group) mode=700") == true, "\(barred)")
    #expect(barred.first?.contains("let them (chmod a+x), or name another runtime-dir") == true, "\(barred)")
    try #require(chmod(String(run), 0o711) == 0)
    #expect(try !warnings().contains { $0.contains(" folder=\(run) ") })
  }

  @Test("a stolen socket file ends it with a reason")
  func stolenSocketFile() throws {
    var options = CoordinatorService.Options()
    options.upkeepMs = 1
    let service = try RunningService(folder.configuration(), options: options)
    unlink(folder.file("updates.sock"))
    let thief = try Socket(.xpub, in: Context(), options: .updates)
    try thief.bind(folder.endpoint("updates"))
    let error = #expect(throws: ServiceError.self) { try service.end().get() }
    #expect(error?.exitCode == 73)
    #expect(error?.message.contains("updates.sock was removed or replaced") == true)
    #expect(folder.exists("updates.sock"), "the thief's file is the thief's")
  }

  @Test("two services of one process live side by side")
  func twoServicesProcess() throws {
    let other = try ServiceFolder()
    let services = try [RunningService(folder.configuration()), RunningService(other.configuration())]
    #expect(try RawPeer(folder, "control").run("one", replace("home")).revision == 1)
    #expect(try RawPeer(other, "control").run("one", replace("home", "list")).revision == 1)
    for service in services { try service.stop() }
  }

  @Test("connections beyond the limit are kept out until others leave")
  func connectionsBeyondLimit() throws {
    var options = CoordinatorService.Options()
    options.connectionsMax = 8
    let service = try RunningService(folder.configuration(), options: options)
    let first = try RawPeer(folder, "control")
    _ = try first.run("one", replace("home"))
    do {
      let flood = try (0..<12).map { _ in try RawPeer(folder, "control") }
      try eventually("a full socket") { try first.count(in: "sockets", "refusedConnections") > 0 }
      #expect(try first.count(in: "sockets", "connectionsMax") == 8)
      #expect(try first.count(in: "sockets", "connections") == 7, "an eighth is kept for other users")
      #expect(try first.run("two", replace("list")).kind == .committed, "the first one stays in")
      let observer = try RawPeer(folder, "updates", .sub, subscribing: ["wk1/json/main/"])
      _ = try observer.first("a state") { if case .state(let state) = $0 { state } else { nil } }
      withExtendedLifetime(flood) {}
    }
    #expect(try RawPeer(folder, "control").run("three", replace("map")).kind == .committed)
    try service.stop()
  }
}
