// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceManager
import TestSupport
import Testing

@Suite("What a worker says to its service manager", .timeLimit(.minutes(20)))
struct WatchdogTests {
  private static let yaml = "worker: kiosk\nroot: [home]\nscreens: { home: {} }\n"

  @Test("its loop feeds the watchdog before a coordinator is there; ready it is when it is registered")
  func beats() async throws {
    try await Stage.empty { stage in
      let manager = try Manager(stage)
      try Self.yaml.write(toFile: "\(stage.folder)/kiosk.yaml", atomically: true, encoding: .utf8)
      let worker = try stage.start(
        "way", ["worker", "\(stage.folder)/kiosk.yaml"],
        adding: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
      try await manager.heard.wait(for: "beats of a worker that waits") { $0.count >= 3 }
      #expect(Set(manager.heard.all) == ["WATCHDOG=1"])
      _ = try await stage.startCoordinator()
      _ = try await manager.heard.next("the registration") { $0 == "READY=1" }
      for _ in 1...3 { #expect(try await manager.heard.next("a beat of its loop") == "WATCHDOG=1") }
      #expect(worker.isRunning)
    }
  }

  @Test("a program behind it hears nothing of the service manager")
  func program() async throws {
    try await Stage.run { stage in
      let manager = try Manager(stage)
      let script = #"echo '{"register":{"worker":"w","root":["home"]}}'; env | grep -c '^NOTIFY\|^WATCHDOG' >&2; cat"#
      let worker = try stage.start(
        "way", ["worker", "--", "sh", "-c", script],
        adding: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
      #expect(try await worker.errors.next("the count of its variables") == "0")
      #expect(try await manager.heard.next("the registration") { $0 != "WATCHDOG=1" } == "READY=1")
    }
  }

  @Test("its service is started again after each end, so its goodbye says that it will be back")
  func restarting() async throws {
    try await Stage.run { stage in
      try Self.yaml.write(toFile: "\(stage.folder)/kiosk.yaml", atomically: true, encoding: .utf8)
      let worker = try stage.start(
        "way", ["worker", "\(stage.folder)/kiosk.yaml"], adding: ["WAYKEEPER_RESTARTING_MS": "7000"])
      #expect(try await stage.way("wait", "--workers", "kiosk").code == 0)
      #expect(try await stage.way("start", "home").code == 0)
      let watch = try await stage.startWatch()
      worker.signal(SIGTERM)
      let line = try await watch.output.next("what becomes of its element") { $0.contains(#""leaving""#) }
      #expect(line.contains("7000"), "\(line)")
    }
  }

  @Test("a manager that reads nothing holds nobody up")
  func full() async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"))
    let supervisor = try #require(Supervisor(socket: manager.path))
    let said = Recorder<String>()
    Thread.detachNewThread {
      // More than any queue holds.
      for _ in 0..<5_000 { supervisor.say("WATCHDOG=1") }
      said.add("all")
    }
    #expect(try await said.next("the end of the beats") == "all")
    try eventually("the last beat that the queue holds") { manager.isSilent }
    supervisor.say("READY=1")
    #expect(manager.next() == "READY=1")
  }

  @Test("a time that is none is refused")
  func noTime() async throws {
    try await Stage.empty { stage in
      let end = try await stage.start(
        "way", ["worker", "--check", "kiosk.yaml"], adding: ["WAYKEEPER_RESTARTING_MS": "5s"]
      ).end()
      #expect(end.code == 2)
      #expect(end.errors.first?.contains("WAYKEEPER_RESTARTING_MS is '5s'") == true, "\(end.all)")
    }
  }

  @Test(
    "a watchdog hears twice in its time, unless it watches another process",
    arguments: [
      ("10000000", nil, 5000), ("10000000", "42", 5000), ("10000000", "41", nil), ("1", nil, 1), ("0", nil, nil),
      ("-5", nil, nil), ("soon", nil, nil), (nil, nil, nil), ("99999999999999999999", nil, nil),
    ] as [(String?, String?, Int64?)])
  func interval(_ microseconds: String?, _ pid: String?, _ ms: Int64?) {
    #expect(Supervisor.beatMs(watchdogMicroseconds: microseconds, watchdogPID: pid, pid: 42) == ms)
  }
}

/// A service manager that writes down what it hears.
private final class Manager {
  let path: String
  let heard = Recorder<String>()

  init(_ stage: Stage) throws {
    path = "\(stage.folder)/notify"
    let socket = try NotifySocket(path)
    let heard = heard
    // It ends when nothing is said for a while.
    Thread.detachNewThread {
      while let said = socket.next() { heard.add(said) }
      heard.end()
    }
  }
}
