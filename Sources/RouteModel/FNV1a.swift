// SPDX-License-Identifier: Apache-2.0

/// FNV-1a with 64 bits (Fowler, Noll and Vo): the same in every process and release, and no protection against somebody
/// who looks for two inputs with one hash.
@usableFromInline package struct FNV1a: Hashable, Sendable {
  /// The hash of all bytes so far.
  @usableFromInline package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of no bytes.
  @inlinable package init() {}

  /// Adds a byte. Inlined, for each byte of each command that is admitted comes here.
  @inlinable package mutating func combine(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Adds seven bytes 0: each multiplies by the prime, so that all do by its seventh power.
  @inlinable package mutating func combineSevenZeros() { value = value &* 0xC552_7B8A_51D3_D2DB }

  /// Adds bytes.
  @inlinable package mutating func combine(bytes: some Sequence<UInt8>) { for byte in bytes { combine(byte: byte) } }
}
