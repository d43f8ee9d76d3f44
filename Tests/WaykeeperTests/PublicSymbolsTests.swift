// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What users see. A change is meant, or it is a mistake: rewrite the lists with
/// `PUBLIC_SYMBOLS=write swift test --filter PublicSymbols`, and let the review read the difference.
@Suite("The public symbols") struct PublicSymbolsTests {
  @Test("Users see what the list says, and no more", arguments: ["Waykeeper", "WaykeeperTesting"])
  func list(_ module: String) async throws {
    let symbols = try await PublicSymbols(of: module)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Protocols/symbols/\(module).txt").standardizedFileURL
    if ProcessInfo.processInfo.environment["PUBLIC_SYMBOLS"] == "write" {
      try Data(symbols.text.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let changes = symbols.text.split(separator: "\n").difference(from: expected).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(changes == [], "if this is meant, rewrite the list; the top of this test says how")
    #expect(symbols.topTypes < 100)
  }
}
