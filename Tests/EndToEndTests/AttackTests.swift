// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// A short slice of what `Attacks/measure.py` measures at length: whatever one user does at a socket, the coordinator
  /// stays up, stays small, and answers others.
  @Suite("Attacks") struct AttackTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Attacks").path

    private static let names = [
      "backlog", "connections", "silent-connections", "one-socket", "reconnects", "halves", "prefixes", "long-prefixes",
      "deaf-clients", "deaf-observers", "multipart", "pings", "commands", "tiny",
    ]

    @Test("The coordinator survives", .enabled(if: Python.path != nil, "needs python3"), arguments: names)
    func survives(name: String) async throws {
      try await Stage.empty { stage in
        let measure = try stage.start(
          try #require(Python.path),
          ["\(Self.folder)/measure.py", Program.folder.appending(path: "waykeeperd").path, "1.5", name])
        let end = try await measure.end()
        let result = try JSONValue(json: try #require(end.output.last, "\(end.all)"))
        #expect(result["ended"] ?? .null == .null, "\(end.all)")
        // An unoptimized build on a machine that does much else; the promise is 256 MiB, 100 ms and 5 s.
        #expect(try #require(result["peakMiB"]?.number) < 512, "\(end.all)")
        #expect(try #require(result["medianMs"]?.number) < 1000, "\(end.all)")
        #expect(result["backAfterS"]?.number != nil, "\(end.all)")
      }
    }
  }
}

extension JSONValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
