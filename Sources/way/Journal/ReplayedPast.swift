// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RouteJournal

/// The past that the coordinator of a sandbox is to have.
struct ReplayedPast {
  /// A journal, or an export.
  let file: String
  /// The last row of it that counts.
  let row: UInt64

  /// What tells it to the keeper of a sandbox.
  var words: [String] { ["--replayed", file, "--row", "\(row)"] }

  /// Nothing of it is cut, however old it is.
  static let usual = "retention: { commits: 100000000, age: 36500d, size: 64GiB }\n"

  /// Writes it as a journal of its own, or a part where this task is cancelled.
  func write(to folder: String) async throws {
    do {
      let seed = try JournalSeed(in: folder)
      try await ReplaySource(file).forEach(upTo: row) { lines in
        try seed.add(lines)
        return !Task.isCancelled
      }
      try seed.finish()
    } catch let error as JournalError {
      throw CommandFailure("\(file) cannot be replayed: \(error.plain)", .usage)
    }
  }
}
