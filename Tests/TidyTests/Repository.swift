// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The project's own files, as its rules see them.
struct Repository {
  /// A text file.
  struct File: Sendable, CustomStringConvertible {
    /// Its path from the root of the repository.
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var description: String { path }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every text file below the folders, whose name ends so; generated code and vectors are left out.
  static func files(in folders: [String], ending: [String]) -> [File] {
    folders.flatMap { folder -> [File] in
      let base = root.appending(path: folder)
      guard let names = FileManager.default.enumerator(atPath: base.path) else { return [] }
      return names.compactMap { $0 as? String }.sorted()
        .filter { name in ending.contains { name.hasSuffix($0) } && !name.contains("Generated/") }
        .compactMap { name in
          guard let text = try? String(contentsOf: base.appending(path: name), encoding: .utf8) else { return nil }
          return File(path: "\(folder)/\(name)", text: text)
        }
    }
  }

  static let sources = files(in: ["Sources"], ending: [".swift"])
  static let tests = files(in: ["Tests"], ending: [".swift"])
  static let documents =
    files(in: ["Protocols", "Deploy", "Sources"], ending: [".md"])
    + ["README.md", "CONTRIBUTING.md"].compactMap { name in
      (try? String(contentsOf: root.appending(path: name), encoding: .utf8)).map { File(path: name, text: $0) }
    }
}
