// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import way

@Suite("The file that an export writes") struct ExportFileTests {
  @Test("It is there, whole, when it is closed")
  func whole() throws {
    let folder = try TemporaryFolder()
    let file = try ExportFile(folder.file("a.jsonl"))
    #expect(file.write("{}") && file.write("[]"))
    try file.close()
    #expect(try String(contentsOfFile: folder.file("a.jsonl"), encoding: .utf8) == "{}\n[]\n")
    let again = #expect(throws: CommandFailure.self) { _ = try ExportFile(folder.file("a.jsonl")) }
    #expect(again?.status == .usage && again?.message.contains("it is there already") == true)
  }

  @Test("What names no file is refused at once", arguments: ["", "/", "exports/"])
  func noName(path: String) {
    let failure = #expect(throws: CommandFailure.self) { _ = try ExportFile(path) }
    #expect(failure?.status == .usage && failure?.message == "'\(path)' is no name of a file to write")
  }

  @Test("A folder that is not there, or is none, is named")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("", "plain")
    for (name, words) in [
      ("none", "there is no folder \(folder.file("none"))"), ("plain", "\(folder.file("plain")) is no folder"),
    ] {
      let failure = #expect(throws: CommandFailure.self) { _ = try ExportFile(folder.file("\(name)/a.jsonl")) }
      #expect(failure?.status == .usage)
      #expect(failure?.message == "cannot write \(folder.file(name))/a.jsonl: \(words)")
    }
  }

  @Test(
    "On a full disk writing ends at once, the reason is that of then, and nothing is left",
    .enabled(if: SmallDisk.canBeMade))
  func full() throws {
    let disk = try SmallDisk()
    let file = try ExportFile(disk.folder.file("a.jsonl"))
    try disk.fill()
    let line = String(repeating: "x", count: 100_000)
    while file.write(line) {}
    #expect(!file.write("{}"))
    // As what is called in between leaves it.
    errno = 0
    let failure = #expect(throws: CommandFailure.self) { try file.close() }
    #expect(failure?.status == .noOutput)
    #expect(failure?.message.hasSuffix("to its end: No space left on device") == true)
    #expect(!disk.folder.exists("a.jsonl"))
  }

  @Test("Behind a link to another disk its folder is where .. leads there", .enabled(if: SmallDisk.canBeMade))
  func behindLink() throws {
    let folder = try TemporaryFolder()
    let disk = try SmallDisk("disk", in: folder)
    try withExtendedLifetime(disk) {
      #expect(mkdir(folder.file("disk/inner"), 0o700) == 0)
      #expect(symlink(folder.file("disk/inner"), folder.file("link")) == 0)
      let file = try ExportFile(folder.file("link/../a.jsonl"))
      #expect(file.write("{}"))
      try file.close()
      #expect(folder.exists("disk/a.jsonl"))
    }
  }
}
