// SPDX-License-Identifier: Apache-2.0

/// How much of the past is kept. The journal is cut at its old end until it is within all three bounds; the last commit
/// of each scene, open commands and the outcomes of the exactly-once window, which has a bound of its own, always stay. Other
/// rows that are younger than the window go only where the journal is too large in bytes.
package struct Retention: Hashable, Sendable {
  /// At most so many commits, and as many ended commands.
  package var commits: Int
  /// At most so old, in ms.
  package var ageMs: Int64
  /// At most so large, in bytes.
  package var bytes: Int64

  /// A bound; the defaults are those of the specification's table of constants.
  package init(commits: Int = 100_000, ageMs: Int64 = 90 * 24 * 3_600_000, bytes: Int64 = 64 * 1024 * 1024) {
    self.commits = commits
    self.ageMs = ageMs
    self.bytes = bytes
  }
}
