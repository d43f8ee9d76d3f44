// SPDX-License-Identifier: Apache-2.0

/// The disasters that an acknowledged command survives.
package enum Durability: String, Hashable, Sendable, CaseIterable {
  /// A power cut: each transaction is on the disk before anything of its turn leaves.
  case full
  /// `kill -9` of the daemon; a power cut may take the last seconds.
  case normal
}
