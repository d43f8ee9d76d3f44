// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing

@testable import way

@Suite("The folder of the demonstration") struct DemoStageTests {
  @Test("It is a new one each time, for this user alone, whatever others have prepared")
  func folder() throws {
    let parent = try TemporaryFolder()
    // What somebody can foresee: the process.
    let trap = parent.file("way-demo-\(getpid())")
    try FileManager.default.createDirectory(atPath: trap, withIntermediateDirectories: false)
    let made = try (1...3).map { _ in try DemoStage.makeFolder(in: parent.path) }
    #expect(Set(made + [trap]).count == 4)
    for path in made {
      var status = stat()
      #expect(lstat(path, &status) == 0 && path.hasPrefix(parent.path + "/way-demo-"))
      #expect(status.st_mode & (S_IFMT | 0o777) == S_IFDIR | 0o700)
    }
  }

  @Test("Where none can be made, it says where")
  func noFolder() {
    let error = #expect(throws: CommandFailure.self) { _ = try DemoStage.makeFolder(in: "/nowhere") }
    #expect(
      error?.lines == ["cannot make a folder in /nowhere: No such file or directory"] + OwnStage.folderAdvice)
  }

  @Test("Where socket files would have too long a path, it lies in /tmp")
  func longPath() {
    // As long as a path of a socket may be, with the name of the longest.
    let parent = "/" + String(repeating: "x", count: 107 - 1 - "/way-demo-XXXXXX/run/control.sock".utf8.count)
    #expect(OwnStage.shortFolder(for: "way-demo-XXXXXX/run", in: parent) == parent)
    #expect(OwnStage.shortFolder(for: "way-demo-XXXXXX/run", in: parent + "x") == "/tmp")
  }

  @Test("A coordinator of its own has its memory as one that the unit starts")
  func allocator() throws {
    let unit = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Deploy/systemd/waykeeperd.service").standardizedFileURL
    let (name, value) = OwnStage.allocator
    #expect(try String(contentsOf: unit, encoding: .utf8).contains("\nEnvironment=\(name)=\(value)\n"))
  }

  @Test("What its programs said last can be told before their files go")
  func lastWords() async throws {
    let stage = try DemoStage()
    try stage.start("waykeeperd", "waykeeperd", ["--nonsense"])
    try eventually("a word of the program") { stage.lastWords.contains { $0.contains("--nonsense") } }
    #expect(stage.lastWords.allSatisfy { $0.hasPrefix("  waykeeperd: ") })
    await stage.end()
    #expect(!FileManager.default.fileExists(atPath: stage.folder))
  }
}
