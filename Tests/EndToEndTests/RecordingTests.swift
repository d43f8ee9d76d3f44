// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("The picture of README", .enabled(if: Python.path != nil, "needs python3"))
  struct RecordingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Deploy/recordings").standardizedFileURL

    /// What is written in a picture, line by line.
    private static func lines(_ picture: URL) throws -> [String] {
      let text = try String(contentsOf: picture, encoding: .utf8)
      var lines: [(y: Substring, text: String)] = []
      for match in text.matches(of: /<text [^>]*y="(\d+)"[^>]*>([^<]*)<\/text>/) {
        if lines.last?.y != match.output.1 { lines.append((match.output.1, "")) }
        lines[lines.count - 1].text += match.output.2
      }
      return lines.map(\.text)
    }

    /// What is the same in each recording: the commands, and how they end. Times, ids and revisions differ.
    private static func story(_ picture: URL) throws -> [String] {
      try lines(picture).filter { line in
        ["$ ", "nothing changed", "exhibit?id=7 is on top"].contains { line.contains($0) }
      }
    }

    @Test("It can be made anew, and shows what the programs say today")
    func recording() async throws {
      try await Stage.empty { stage in
        let picture = URL(filePath: stage.folder).appending(path: "tour.svg")
        let end = try await stage.start(
          try #require(Python.path), [Self.folder.appending(path: "record").path, picture.path, Program.folder.path]
        ).end()
        #expect(end.code == 0, "\(end.all)")
        let lines = try Self.lines(picture)
        #expect(lines.count { $0.hasPrefix("committed  main") } == 3 && lines.count { $0.hasPrefix("vetoed") } == 1)
        let story = try Self.story(picture)
        #expect(story.count { $0.hasPrefix("$ way ") } == 5)
        #expect(
          try story == Self.story(Self.folder.appending(path: "tour.svg")),
          "the programs say something else: make the picture anew with Deploy/recordings/record")
      }
    }
  }
}
