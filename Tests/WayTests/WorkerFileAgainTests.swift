// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

@testable import way

@Suite("Worker files that are read again, or begin with a mark") struct WorkerFileAgainTests {
  private static let text = "worker: kiosk\nversion: \"1\"\nscenes: [main, side]\nscreens: { home: {} }\n"

  @Test("A byte order mark says nothing")
  func mark() throws {
    let file = try WorkerFile("\u{FEFF}" + Self.text, file: "kiosk.yaml")
    #expect(file.worker == "kiosk" && file.screens.map(\.name) == ["home"])
    let empty = #expect(throws: CommandFailure.self) { _ = try WorkerFile("\u{FEFF}", file: "kiosk.yaml") }
    #expect(empty?.message.contains("the file is empty") == true)
  }

  @Test(
    "What a worker is from its start to its end is told where it changes",
    arguments: [
      ("home: {}", "list: {}", nil), ("main, side", "side, main", nil),
      ("kiosk", "panel", "`worker` takes effect with the next start"),
      ("\"1\"", "\"2\"", "`version` takes effect with the next start"),
      ("main, side", "main", "`scenes` takes effect with the next start"),
      ("version: \"1\"\nscenes: [main, side]", "scenes: '*'", "`version` and `scenes` take effect with the next start"),
    ] as [(String, String, String?)])
  func changed(old: String, new: String, note: String?) throws {
    let running = try WorkerFile(Self.text, file: "kiosk.yaml")
    let now = try WorkerFile(Self.text.replacing(old, with: new), file: "kiosk.yaml")
    #expect(now.note(after: running) == note)
  }

  @Test("What may keep a reader waiting is refused where nobody may wait")
  func pipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let failure = #expect(throws: CommandFailure.self) {
      _ = try FileText.read(folder.file("pipe"), bytesMax: 64, waits: false)
    }
    #expect(failure?.status == .usage && failure?.message.contains("it is no plain file") == true)
    let none = #expect(throws: CommandFailure.self) { _ = try FileText.read(folder.path, bytesMax: 64, waits: false) }
    #expect(none?.message.hasSuffix("it is a folder") == true)
    try folder.write("text", "plain")
    #expect(try FileText.read(folder.file("plain"), bytesMax: 64, waits: false) == "text")
  }
}
