// SPDX-License-Identifier: Apache-2.0

/// The header's correlation, as the ends of the protocol use it: a number that the sender chooses and that the answer
/// repeats. Unique in a session; 0 stands for none (specification, section "Header").
package struct Correlation: Hashable, Sendable, Comparable {
  /// The number.
  package var number: UInt64

  /// The correlation with this number.
  package init(_ number: UInt64) { self.number = number }

  /// No correlation: what the other side sends of its own accord.
  package static let none = Correlation(0)

  /// The correlation in a header, or ``none`` where these octets are not one of ours.
  package init(octets: [UInt8]) {
    let isOurs = octets.count == 16 && octets.prefix(8).allSatisfy { $0 == 0 }
    number = isOurs ? octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } : 0
  }

  /// 16 octets for a header, network order.
  package var octets: [UInt8] {
    withUnsafeBytes(of: (UInt64(0), number.bigEndian)) { [UInt8]($0) }
  }

  /// Order of sending.
  package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
