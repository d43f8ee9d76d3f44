// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("A worker whose file is to be read again") struct WorkerReloadTests {
    private static let kiosk = "worker: kiosk\nversion: \"1\"\nroot: [home]\nscreens: { home: {} }\n"

    @Test("A pipe is read at the start alone, and asks and signals are heard on")
    func pipe() async throws {
      try await Stage.run { stage in
        let pipe = "\(stage.folder)/kiosk"
        #expect(mkfifo(pipe, 0o600) == 0)
        let worker = try stage.start("way", ["worker", "--format", "json", pipe])
        let words = ["-c", #"printf '%s' "$1" > "$2""#, "bash", Self.kiosk, pipe]
        #expect(try await stage.start("/bin/bash", words).end().code == 0)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        worker.signal(SIGHUP)
        _ = try await worker.errors.next("the refusal") { $0.contains("cannot read \(pipe): it is no plain file") }
        #expect(try await stage.outcome("start", "home").isAsAsked)
        worker.signal(SIGTERM)
        #expect(try await worker.end().code == 0)
      }
    }

    @Test("What takes effect with the next start is told")
    func nextStart() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker("kiosk", Self.kiosk)
        let text = Self.kiosk.replacing("version: \"1\"", with: "version: \"2\"\nscenes: [side]")
        try text.write(toFile: "\(stage.folder)/kiosk.yaml", atomically: true, encoding: .utf8)
        worker.signal(SIGHUP)
        let note = try await worker.errors.next("the note") { $0.hasPrefix("note: ") }
        #expect(note == "note: `version` and `scenes` take effect with the next start")
        #expect(try await stage.outcome("start", "home").isAsAsked)
      }
    }

    @Test("Where the command line names the scene, those of the file say nothing")
    func ownScene() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker("kiosk", Self.kiosk, ["--scene", "side"])
        let text = Self.kiosk.replacing("version: \"1\"", with: "version: \"2\"\nscenes: [left]")
        try text.write(toFile: "\(stage.folder)/kiosk.yaml", atomically: true, encoding: .utf8)
        worker.signal(SIGHUP)
        let note = try await worker.errors.next("the note") { $0.hasPrefix("note: ") }
        #expect(note == "note: `version` takes effect with the next start")
      }
    }
  }
}
