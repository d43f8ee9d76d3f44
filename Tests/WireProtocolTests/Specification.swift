// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The pages of the specification, as tests read them.
enum Specification {
  /// The text below a heading, up to the next heading of any level; it ends with an empty line.
  static func section(_ title: String, of page: String) throws -> String {
    let text = try String(contentsOf: GoldenFile.protocols.appending(path: "\(page).md"), encoding: .utf8)
    let start = try #require(text.range(of: "\n## \(title)\n") ?? text.range(of: "\n### \(title)\n"), "\(title)")
    let end = text.range(of: "\n#", range: start.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
    return text[start.upperBound..<end] + "\n"
  }

  /// The words in backquotes, alone or among others.
  static func quoted(_ text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .flatMap { $0.element.split(whereSeparator: \.isWhitespace).map { String($0) } }
  }
}
