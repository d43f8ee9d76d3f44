// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("A folder of a test that was killed is removed by a later one, and nothing else is")
struct TemporaryFolderTests {
  /// No process has a number this high.
  private static let gone = "2147483647"

  private let parent: TemporaryFolder

  init() throws { parent = try TemporaryFolder() }

  /// Makes a folder, as it were two hours ago.
  private func make(_ name: String, isOld: Bool = true) throws {
    try FileManager.default.createDirectory(atPath: parent.file(name), withIntermediateDirectories: false)
    guard isOld else { return }
    let past = timeval(tv_sec: time(nil) - 7200, tv_usec: 0)
    let result = utimes(parent.file(name), [past, past])
    try #require(result == 0)
  }

  @Test("by the exact form of its name, where its process is gone and nothing has changed in it for an hour")
  func left() throws {
    let left = "wktest-\(Self.gone)-1z"
    let kept = [
      "wk-\(Self.gone)-1z", "wktest-\(Self.gone)-notes-1", "wktest-\(Self.gone)-", "wktest-\(Self.gone)-1Z",
      "wktest-\(Self.gone)-1zzzzzzzzz", "wktest-0-1z", "wktest-+7-1z", "wktest-\(getpid())-1z",
    ]
    for name in [left] + kept { try make(name) }
    try make("wktest-\(Self.gone)-2z", isOld: false)
    TemporaryFolder.removeLeft(in: parent.path)
    #expect(!parent.exists(left))
    for name in kept + ["wktest-\(Self.gone)-2z"] { #expect(parent.exists(name), "\(name)") }
  }

  @Test("what belongs to another user stays", .enabled(if: geteuid() == 0, "needs root"))
  func others() throws {
    let name = "wktest-\(Self.gone)-1z"
    try make(name)
    let result = chown(parent.file(name), 4711, 4711)
    try #require(result == 0)
    TemporaryFolder.removeLeft(in: parent.path)
    #expect(parent.exists(name))
  }

  @Test("a new one has that form")
  func form() throws {
    let name = try #require(parent.path.split(separator: "/").last)
    #expect(name.wholeMatch(of: /wktest-\d+-[0-9a-z]+/) != nil)
    #expect(name.split(separator: "-")[1] == "\(getpid())")
  }
}
