// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

@testable import way

/// `FUZZ=1000000 swift test --filter FuzzTests` reads a twentieth as many files as messages, for a file takes longer.
@Suite("Spoiled worker files")
struct WorkerFileFuzzTests {
  private static let drives = """
    worker: car
    scenes: "*"
    tree:
      - screen: home
        route: { id: home, takes: [theme] }
        nesting: [list, { wildcard: "help?x=1", tree: help }, { dynamic: { after: 1s, then: allow }, then: a, else: [b] }]
      - { if: map, then: { remote: art }, else: { onDismiss: gone, of: map, tree: { anyOf: [map, atlas] } } }
    parts: { art: { screen: exhibit, virtual: true, onAppear: shown, route: exhibit } }
    links: { schemes: [museum], patterns: [{ url: "exhibit/{id:int}[/{name}]?{sort}", path: "home/exhibit?id={id}" }] }
    """

  /// Whether a problem says where it is, or that it is the whole file, and what it is.
  private static func isTold(_ problem: String) -> Bool {
    problem.wholeMatch(of: /(?s)spoiled\.yaml(:[1-9]\d*:[1-9]\d*)?: .+/) != nil
  }

  @Test("are a worker, or an error with every problem and its place", arguments: [1, 2] as [UInt64])
  func spoiled(seed: UInt64) throws {
    var mutator = Mutator(seed: seed)
    var (read, refused) = (0, 0)
    let files = [WorkerFile.example, Self.drives].map { Array($0.utf8) }
    for number in 0..<(Fuzzing.count(usually: 8000) / 40) {
      let text = String(decoding: mutator.mutated(mutator.pick(files), with: mutator.pick(files)), as: UTF8.self)
      do {
        _ = try WorkerFile(text, file: "spoiled.yaml")
        read += 1
      } catch let failure as CommandFailure {
        refused += 1
        let problems = failure.lines.dropFirst()
        let areTold = !problems.isEmpty && problems.allSatisfy(Self.isTold)
        try #require(areTold, "\(seed), \(number): \(failure.message)\n\(text)")
      }
    }
    print("spoiled worker files, seed \(seed): \(read) read, \(refused) refused")
    #expect(read > 0 && refused > 0)
  }

  @Test("with aliases of aliases are refused at once, in values and in keys")
  func bombs() throws {
    let lines = (1...30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n")
    let values = "a0: &a0 [x]\n\(lines)\ntree: *a30\nworker: w\n"
    #expect(throws: CommandFailure.self) { try WorkerFile(values, file: "bomb.yaml") }
    for key in [
      "*a30 : x", "? *a30\n: x", "? [*a30, *a30]\n: x", "{[*a30]: x}", "z: {?*a30}", "z: {?*a30 : x}",
      "z: {\"k\":*a30 :x}", "z: {*a30}", "z: {x, *a30}", "z: {[*a30, *a30]}", "z: {&k [*a30]}", "z: { # }\n *a30}",
      "z: {\"x[\": 1, *a30}", "t: say 'x\nz: {*a30}", "z: [*a30:x]", "z: [*a30 :x]", "\"\u{E000}a\": 1\nz: {*a30}",
    ] {
      #expect(throws: CommandFailure.self) { try WorkerFile("a0: &a0 [x]\n\(lines)\n\(key)\n", file: "bomb.yaml") }
    }
    let flow = (1...30).map { "\"a\($0)\":&a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }.joined(separator: ",")
    #expect(throws: CommandFailure.self) {
      try WorkerFile("{\"a0\":&a0 [x],\(flow),\"z\":{? *a30 : x}}\n", file: "bomb.yaml")
    }
  }

  @Test(
    "with too much of anything are refused, with what may stand there",
    arguments: [
      ("worker: w\nroot: [\((0..<257).map { "s\($0)" }.joined(separator: ","))]", "257 items; at most 256 belong here"),
      (
        "worker: w\nscenes: [\((0..<300).map { "s\($0)" }.joined(separator: ","))]",
        "300 items; at most 256 belong here"
      ),
      ("worker: w\nscreens: {\((0..<257).map { "s\($0): {}" }.joined(separator: ","))}", "257 entries; at most 256"),
      ("worker: w\ntree: [\(String(repeating: "a,", count: 10_001))]", "10001 items; at most 10000 belong here"),
      (
        "worker: w\ntree: \(String(repeating: "[", count: 300))\(String(repeating: "]", count: 300))", "deeper than 256"
      ),
      (String(repeating: "#", count: 1_048_577), "at most 1048576 are read"),
    ])
  func excess(text: String, expected: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try WorkerFile(text, file: "big.yaml") }
    #expect(failure.message.contains(expected), "\(failure.message)")
  }
}
