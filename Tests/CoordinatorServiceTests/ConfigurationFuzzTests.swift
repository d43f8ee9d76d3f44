// SPDX-License-Identifier: Apache-2.0

import CoordinatorService
import Foundation
import TestSupport
import Testing

/// `FUZZ=1000000 swift test --filter FuzzTests` reads a twentieth as many files as messages, for a file takes longer.
@Suite("Spoiled configuration files")
struct ConfigurationFuzzTests {
  private static let everything = """
    runtime-dir: /run/waykeeper
    state-dir: /var/lib/waykeeper
    journal: sqlite
    durability: full
    journal-failure: refuse
    hosting: optional
    tree-change: trim
    deadlines: { ask: 300ms, guard: 2s, transition: 5s, host-wait: 1s, restart-grace: 500ms }
    retention: { commits: 1000, age: 30d, size: 16MiB }
    groups: { control: a, screens: b, watch: c }
    scenes:
      main: { start: "home/tabs{*home=list?id=7,radio=}", restore: 12h, back-at-root: home }
      cluster: { restore: never }
    links:
      schemes: [museum]
      patterns: [{ url: "exhibit/{id:int}", path: "home/exhibit?id={id}" }]
    log-level: debug
    """

  /// Whether a problem says which file it is in, and what it is; where it names a line, the column too.
  private static func isTold(_ problem: ConfigurationError.Problem) -> Bool {
    // What is wrong with a folder names the file in its words.
    let names = problem.file == "spoiled.yaml" || problem.file == nil && problem.message.contains("(spoiled.yaml)")
    return names && !problem.message.isEmpty && (problem.line > 0) == (problem.column > 0)
  }

  @Test("are a configuration, or an error with every problem and its place", arguments: [1, 2] as [UInt64])
  func spoiled(seed: UInt64) throws {
    var mutator = Mutator(seed: seed)
    var (read, refused) = (0, 0)
    let file = Array(Self.everything.utf8)
    for number in 0..<(Fuzzing.count(usually: 8000) / 40) {
      let text = String(decoding: mutator.mutated(file, with: file), as: UTF8.self)
      do throws(ConfigurationError) {
        _ = try Configuration(
          sources: [Configuration.Source(file: "spoiled.yaml", text: text)],
          environment: Configuration.Environment(variables: ["HOME": "/home/kiosk"], uid: 1000, currentFolder: "/"))
        read += 1
      } catch {
        refused += 1
        let isTold = !error.problems.isEmpty && error.problems.allSatisfy(Self.isTold)
        try #require(isTold, "\(seed), \(number): \(error)\n\(text)")
      }
    }
    print("spoiled configuration files, seed \(seed): \(read) read, \(refused) refused")
    #expect(read > 0 && refused > 0)
  }
}
