// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("No option is taken and ignored") struct UnusedOptionTests {
  @Test(
    "A scene is refused where it would do nothing",
    arguments: [
      ["outcome", "abcd"], ["cancel", "abcd"], ["resume", "abcd"], ["wait", "--coordinator"], ["journal", "verify"],
      ["journal", "export"], ["journal", "repair", "a", "-o", "b"], ["workers", "--clear", "kiosk"],
    ])
  func refused(words: [String]) throws {
    #expect(throws: Never.self) { try Way.parseAsRoot(words) }
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(words + ["--scene", "main"]) }
    #expect(error.map { Way.message(for: $0) }?.hasPrefix("--scene would do nothing here: ") == true)
  }

  @Test("A file is repaired, whatever coordinator there is")
  func repair() {
    let words = ["journal", "repair", "a", "-o", "b", "--runtime-dir", "/run/x"]
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(words) }
    #expect(error.map { Way.message(for: $0) } == "a file is repaired, and --runtime-dir names a coordinator")
  }

  @Test("Workers of a scene are those that serve it, or all scenes, and those that are gone and may have served it")
  func workers() {
    let all = [
      WorkerStatus("kiosk", state: .live, scenes: ["main"]),
      WorkerStatus("map", state: .live, scenes: ["side", "main"]),
      WorkerStatus("help", state: .live),
      WorkerStatus("hall", state: .gone, scenes: []),
      WorkerStatus("none", state: .live, scenes: []),
    ]
    #expect(Workers.serving("side", all).map(\.name) == ["map", "help", "hall"])
    #expect(Workers.serving(nil, all) == all)
    let none = WorkersText([], of: "side", now: Date(), palette: Palette(isColoured: false)).lines
    #expect(none == ["no worker serves scene 'side'; `way workers` lists all"])
  }
}
