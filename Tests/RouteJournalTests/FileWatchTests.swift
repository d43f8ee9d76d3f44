// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A watch of files", .offPool)
struct FileWatchTests {
  let folder: TemporaryFolder
  private let files = FileManager.default

  init() throws { folder = try TemporaryFolder() }

  /// Two files in a folder of a folder, the first watched with its content.
  private func make() throws -> (first: String, second: String) {
    let inner = folder.path + "/outer/inner"
    try files.createDirectory(atPath: inner, withIntermediateDirectories: true)
    for name in ["first", "second"] { try Data("content".utf8).write(to: URL(fileURLWithPath: "\(inner)/\(name)")) }
    return ("\(inner)/first", "\(inner)/second")
  }

  /// A watch, as soon as the system has room for one: each user has 128 as a rule, and coordinators of other tests take some.
  private func watch(_ files: [(path: String, content: Bool)]) throws -> FileWatch {
    let end = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < end {
      if let watch = FileWatch(files) { return watch }
      poll(nil, 0, 10)
    }
    throw Overdue("room for a watch")
  }

  enum Change: CaseIterable {
    case removed, moved, replaced, emptied, innerMoved, outerMoved, allRemoved
  }

  @Test("has news of what would hide a file, once", arguments: Change.allCases)
  func news(change: Change) throws {
    let (first, second) = try make()
    let open = try FileHandle(forUpdating: URL(fileURLWithPath: first))
    defer { try? open.close() }
    let watch = try watch([(first, content: true), (second, content: false)])
    #expect(watch.hasNews() == false)
    let outer = folder.path + "/outer"
    switch change {
    case .removed: try files.removeItem(atPath: first)
    case .moved: try files.moveItem(atPath: second, toPath: second + ".old")
    case .replaced: #expect(rename(second, first) == 0)
    case .emptied: #expect(truncate(first, 0) == 0)
    case .innerMoved: try files.moveItem(atPath: outer + "/inner", toPath: outer + "/other")
    case .outerMoved: try files.moveItem(atPath: outer, toPath: outer + "-other")
    case .allRemoved: try files.removeItem(atPath: outer)
    }
    #expect(watch.hasNews() == true)
    #expect(watch.hasNews() == false)
  }

  @Test("has none of what is written to a file whose content it does not watch, nor of what else comes to the folder")
  func quiet() throws {
    let (first, second) = try make()
    let watch = try watch([(first, content: true), (second, content: false)])
    let open = try FileHandle(forWritingTo: URL(fileURLWithPath: second))
    defer { try? open.close() }
    try open.write(contentsOf: Data("more".utf8))
    try Data().write(to: URL(fileURLWithPath: second + "-beside"))
    #expect(watch.hasNews() == false)
  }

  @Test("there is none of a file that does not exist")
  func missing() {
    let watch = FileWatch([(folder.path + "/missing", content: false)])
    #expect(watch?.hasNews() == nil)
  }

  @Test("the folders above a path are those that can be moved")
  func folders() {
    #expect(FileWatch.folders(above: "/var/lib/way/file") == ["/var/lib/way", "/var/lib", "/var"])
    #expect(FileWatch.folders(above: "state/file") == ["state"])
    #expect(FileWatch.folders(above: "file") == [])
  }
}
