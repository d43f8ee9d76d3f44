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

    @Test("A command that it has redirected passes when it is resumed, also behind a reload")
    func parked() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker("kiosk", Museum.gated)
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let show = try stage.start("way", ["--format", "json", "show", "admin"])
        let id = try await show.parkedID()
        worker.signal(SIGHUP)
        _ = try await worker.output.next("what it does now") { $0.contains(#"{"registered":"#) }
        #expect(try await stage.way("resume", id).code == 0)
        let end = try await show.end()
        #expect(try JSONLine.outcome(try #require(end.output.last)).isAsAsked, "\(end.all)")
      }
    }

    @Test("A hang-up that whoever has started it has it ignore stays ignored")
    func ignored() async throws {
      try await Stage.run { stage in
        let file = "\(stage.folder)/kiosk.yaml"
        try Self.kiosk.write(toFile: file, atomically: true, encoding: .utf8)
        let words = [Program.folder.appending(path: "way").path, "worker", "--format", "json", file]
        let worker = try stage.start("/bin/sh", ["-c", #"trap '' HUP; exec "$@""#, "sh"] + words)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        let text = Self.kiosk.replacing("version: \"1\"", with: "version: \"2\"")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        worker.signal(SIGHUP)
        // Long enough for a worker that hears of it to say so.
        for name in ["home", "home?x=1"] { #expect(try await stage.outcome("replace", name).isAsAsked) }
        worker.signal(SIGTERM)
        let end = try await worker.end()
        #expect(end.code == 0 && !end.errors.contains { $0.hasPrefix("note: ") }, "\(end.all)")
        #expect(!end.output.contains { $0.contains(#"{"registered":"#) }, "\(end.all)")
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
