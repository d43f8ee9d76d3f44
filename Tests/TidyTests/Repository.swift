// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The project's own files, as its rules see them.
enum Repository {
  /// A text file.
  struct File: Sendable, CustomStringConvertible {
    /// Its path from the root of the repository.
    let path: String
    let text: String
    let lines: [Substring]

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var description: String { path }

    /// The number of lines, without the empty one after the last line's end.
    var length: Int { lines.last == "" ? lines.count - 1 : lines.count }

    /// The lines with their numbers, from 1; a line that is a comment is left out.
    var code: [(number: Int, text: Substring)] {
      lines.enumerated().map { ($0.offset + 1, $0.element) }
        .filter { !$0.1.drop { $0 == " " }.hasPrefix("//") }
    }
  }

  /// A rule without files would hold whatever the files say.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func file(_ path: String) throws -> File {
    File(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  /// Every text file below the folders that has one of the endings; generated code is left out. A folder without any
  /// such file is an error.
  static func files(in folders: [String], ending: [String]) throws -> [File] {
    try folders.flatMap { folder -> [File] in
      guard let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path) else {
        throw Missing(description: "the folder '\(folder)' cannot be read")
      }
      let found = try names.compactMap { $0 as? String }.sorted()
        .filter { name in
          // A package of its own has build products of its own.
          ending.contains { name.hasSuffix($0) } && !name.contains("Generated/") && !name.contains(".build/")
        }
        .map { try file("\(folder)/\($0)") }
      guard !found.isEmpty else { throw Missing(description: "'\(folder)' has no file that ends with \(ending)") }
      return found
    }
  }

  /// The folders of tests, each of which is a target.
  static func testFolders() throws -> [String] {
    try ["Tests", "Deploy/examples/package/Tests"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { $0.hasSuffix("Tests") }.sorted().map { "\(folder)/\($0)" }
    }
  }

  /// The Swift files of all targets but the tests.
  static func sources() throws -> [File] { try files(in: ["Sources"], ending: [".swift"]) }

  /// The Swift files of the tests, and those of the package to begin with: what people copy has to be tidy too.
  static func tests() throws -> [File] { try files(in: ["Tests"], ending: [".swift"]) + example() }

  /// The Swift files of the package to begin with. Its manifest belongs to no target.
  private static func example() throws -> [File] {
    try files(in: ["Deploy/examples/package/Sources", "Deploy/examples/package/Tests"], ending: [".swift"])
  }

  /// The Swift files of the kiosk.
  private static func kiosk() throws -> [File] { try files(in: ["Deploy/examples/kiosk"], ending: [".swift"]) }

  /// Every Swift file.
  static func swift() throws -> [File] { try sources() + tests() + kiosk() }

  /// Every page of Markdown.
  static func documents() throws -> [File] {
    try files(in: ["Protocols", "Deploy", "Sources"], ending: [".md"]) + ["README.md", "CONTRIBUTING.md"].map(file)
  }
}
