// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A worker process: 128 random bits of its start, spelled as those of a client.
package struct Incarnation: Hashable, Sendable, CustomStringConvertible {
  /// 1 to 64 printable ASCII characters without spaces; 26 of Crockford's base32 by convention.
  package let rawValue: String

  /// The incarnation that `text` spells, or nil where it is empty, longer than 64 bytes or not printable ASCII.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 64, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    rawValue = text
  }

  /// The incarnation that 128 random bits make, which come as an argument.
  package init(randomBits high: UInt64, _ low: UInt64) { rawValue = Base32.text(high, low) }

  /// The text.
  package var description: String { rawValue }
}
