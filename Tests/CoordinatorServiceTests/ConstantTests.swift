// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The specification's table of constants")
struct ConstantTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Protocols/reference.md")

  /// The rows: the name of the constant, and its value.
  private static func rows() throws -> [(name: String, value: String)] {
    let text = try String(contentsOf: page, encoding: .utf8)
    let head = try #require(text.range(of: "\n| constant | value | key |\n|---|---|---|\n"))
    return text[head.upperBound...].split(separator: "\n", omittingEmptySubsequences: false).prefix {
      $0.hasPrefix("| ")
    }
    .map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0], cells[1])
    }
  }

  @Test("says the values of the sources", arguments: Constants.all)
  func values(name: String, value: String) throws {
    #expect(try Self.rows().filter { $0.name == name }.map(\.value) == [value], "\(name)")
  }

  @Test("has no row whose value nobody compares")
  func compared() throws {
    let names = try Self.rows().map(\.name)
    #expect(names.count > 80)
    #expect(names.filter { name in !Constants.all.contains { $0.name == name } } == [])
  }
}
