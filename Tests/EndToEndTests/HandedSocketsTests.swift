// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("Sockets that a service manager holds", .timeLimit(.minutes(20)))
  struct HandedSocketsTests {
    private static let names = ["control.sock", "screens.sock", "updates.sock"]

    @Test("whoever connects while no coordinator runs is answered when it starts")
    func early() async throws {
      try await Stage.empty { stage in
        let launcher = try await stage.launch(Self.names)
        let command = try stage.start("way", ["replace", "home", "--timeout", "30s", "--deadline", "30s"])
        _ = try await launcher.output.next("a knock") { $0.hasPrefix("knock ") }
        try launcher.say("start")
        let end = try await command.end()
        #expect(end.code == 0, "\(end.all)")
        #expect(try await stage.way("path").output == ["home"])
        _ = try await launcher.errors.next("the log") { $0.contains("sockets were handed over") }
      }
    }

    @Test("a restart refuses nobody, and leaves the files where they are", arguments: ["stop", "kill"])
    func restart(_ how: String) async throws {
      try await Stage.empty { stage in
        let launcher = try await stage.launch(Self.names)
        try launcher.say("start")
        _ = try await stage.startWorker("kiosk", "worker: kiosk\nroot: [home]\nscreens: { home: {} }\n")
        #expect(try await stage.way("start", "home").code == 0)
        let files = try Self.names.map { try stage.number(of: $0) }
        try launcher.say(how)
        let ended = try await launcher.output.next("the end of the coordinator") { $0.hasPrefix("ended ") }
        #expect(ended == (how == "stop" ? "ended 0" : "ended -9"))
        #expect(try Self.names.map { try stage.number(of: $0) } == files)
        let query = try stage.start("way", ["path", "--timeout", "30s"])
        _ = try await launcher.output.next("a knock") { $0.hasPrefix("knock ") }
        try launcher.say("start")
        #expect(try await query.end().output == ["home"])
        #expect(try await stage.way("wait", "--workers", "kiosk", "--timeout", "30s").code == 0)
        #expect(try Self.names.map { try stage.number(of: $0) } == files)
      }
    }

    @Test("only those may connect who may to sockets of its own, whatever the files' mode was")
    func mode() async throws {
      try await Stage.empty { stage in
        let launcher = try await stage.launch(Self.names)
        #expect(try stage.mode(of: "control.sock") == 0o777)
        try launcher.say("start")
        #expect(try await stage.way("wait", "--coordinator").code == 0)
        for name in Self.names { #expect(try [0o600, 0o660].contains(stage.mode(of: name)), "\(name)") }
      }
    }

    @Test("one whose file is gone is replaced, and the log says so; the others are used")
    func gone() async throws {
      try await Stage.empty { stage in
        let launcher = try await stage.launch(Self.names)
        try launcher.say("remove \(stage.runtimeFolder)/screens.sock")
        _ = try await launcher.output.next("the end of the file") { $0 == "removed" }
        try launcher.say("start")
        _ = try await launcher.errors.next("a warning") {
          $0.contains("are gone") && $0.contains("screens.sock") && !$0.contains("control.sock")
        }
        _ = try await stage.startWorker("kiosk", "worker: kiosk\nroot: [home]\nscreens: { home: {} }\n")
        // It leaves a file of its own, which the socket that is handed over again is not the one of.
        try launcher.say("kill")
        _ = try await launcher.output.next("the end of the coordinator") { $0.hasPrefix("ended ") }
        try launcher.say("start")
        _ = try await launcher.errors.next("another warning") { $0.contains("are gone") && $0.contains("screens.sock") }
        #expect(try await stage.way("wait", "--workers", "kiosk", "--timeout", "30s").code == 0)
      }
    }

    @Test(
      "what it cannot use it refuses, and says what to correct",
      arguments: [
        (["control.sock", "other.sock"], "other.sock was handed over"),
        (["dgram:control.sock"], "descriptor 3, which was handed over, is no stream socket"),
        ((1...17).map { "\($0).sock" }, "LISTEN_FDS is '17'"),
      ])
    func refused(_ names: [String], _ why: String) async throws {
      try await Stage.empty { stage in
        let launcher = try await stage.launch(names)
        try launcher.say("start")
        _ = try await launcher.errors.next("the reason") { $0.contains(why) }
        try launcher.say("await")
        #expect(try await launcher.output.next("its end") { $0.hasPrefix("ended ") } == "ended 78")
      }
    }

    @Test("sockets that were handed to another process are none of its own")
    func others() throws {
      let daemon = try DaemonProcess()
      let (process, _) = try daemon.start(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "3"])
      #expect(process.end == nil)
    }
  }
}

extension Stage {
  /// A launcher that listens at these files of the runtime folder.
  fileprivate func launch(_ names: [String]) async throws -> Program {
    try FileManager.default.createDirectory(
      atPath: runtimeFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let files = names.map { name in
      let parts = name.split(separator: ":")
      return parts.dropLast().map { "\($0):" }.joined() + "\(runtimeFolder)/\(parts.last ?? "")"
    }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Handed/launch.py").path
    let daemon = Program.folder.appending(path: "waykeeperd").path
    let arguments = try completed("waykeeperd", ["--hosting", "optional"])
    let launcher = try start("/usr/bin/env", ["python3", script] + files + ["--", daemon] + arguments)
    _ = try await launcher.output.next("the sockets") { $0 == "listening" }
    return launcher
  }

  fileprivate func attribute(_ key: FileAttributeKey, of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(runtimeFolder)/\(name)")
    return try #require(attributes[key] as? NSNumber).intValue
  }

  fileprivate func number(of name: String) throws -> Int { try attribute(.systemFileNumber, of: name) }
  fileprivate func mode(of name: String) throws -> Int { try attribute(.posixPermissions, of: name) & 0o777 }
}
