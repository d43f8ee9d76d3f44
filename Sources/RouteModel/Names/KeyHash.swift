// SPDX-License-Identifier: Apache-2.0

/// Hashes of the keys that a turn looks up again and again: names, pairs of numbers, the ids of connections.
///
/// The standard library hashes a name by its octets, which takes some 300 instructions; a navigation needs 38 such hashes.
/// Nearly all of these keys fit into two words, which two multiplications mix (the step of wyhash); of longer ones each two
/// words are. The secrets are of each process, so nobody can choose keys that collide.
@usableFromInline
package enum KeyHash {
  /// From the standard library's own secret.
  @usableFromInline static let secrets = (0.hashWord, 1.hashWord)

  /// The hash of two words.
  @inlinable
  package static func of(_ one: UInt64, _ other: UInt64, seed: Int) -> Int {
    // Seeds are small or addresses, and so are some keys: a factor keeps the one from undoing the other.
    let spread = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15
    let once = (one ^ secrets.0 ^ spread).multipliedFullWidth(by: other ^ secrets.1)
    // Keys that come in a row, as the numbers of commands do, lie evenly in a table only after a second multiplication.
    let twice = (once.low ^ secrets.0).multipliedFullWidth(by: once.high ^ secrets.1)
    return Int(truncatingIfNeeded: twice.high ^ twice.low)
  }

  /// The hash of a text of ASCII, whatever memory it has.
  @inlinable
  package static func of(ascii text: String, seed: Int) -> Int {
    #if _endian(little) && _pointerBitWidth(_64)
      // A text of up to 15 octets lies in its two words, all of it, with its length.
      let words = unsafeBitCast(text, to: (UInt64, UInt64).self)
      if words.1 &>> 60 == 0xE { return of(words.0, words.1, seed: seed) }
    #endif
    return ofLarge(ascii: text, seed: seed)
  }

  /// The same of a text that has memory of its own. That of a short one is what it would be without.
  @usableFromInline
  static func ofLarge(ascii text: String, seed: Int) -> Int {
    guard text.utf8.count <= 15 else {
      var text = text
      return text.withUTF8 { ofLong(UnsafeRawBufferPointer($0), seed: seed) }
    }
    var words: (UInt64, UInt64) = (0, UInt64(0xE0 | text.utf8.count) << 56)
    for (index, octet) in text.utf8.enumerated() {
      if index < 8 { words.0 |= UInt64(octet) << (8 * index) } else { words.1 |= UInt64(octet) << (8 * (index - 8)) }
    }
    return of(words.0, words.1, seed: seed)
  }

  /// The hash of an id of a few octets.
  package static func of(_ id: [UInt8], seed: Int) -> Int {
    guard id.count <= 16 else { return id.withUnsafeBytes { ofLong($0, seed: seed) } }
    // Without its length an id could be the beginning of another one.
    let seed = seed &+ id.count << 32
    return id.withUnsafeBytes { octets in
      guard octets.count >= 8 else { return of(octets.reduce(0) { $0 << 8 | UInt64($1) }, 0, seed: seed) }
      let last = octets.loadUnaligned(fromByteOffset: octets.count - 8, as: UInt64.self)
      return of(octets.loadUnaligned(as: UInt64.self), last, seed: seed)
    }
  }

  /// The hash of 16 octets or more.
  private static func ofLong(_ octets: UnsafeRawBufferPointer, seed: Int) -> Int {
    func word(_ offset: Int) -> UInt64 { octets.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    // The last two words overlap those before, so the length is part of the hash.
    let last = octets.count - 16
    var hash = seed &+ octets.count << 32
    for offset in stride(from: 0, to: last, by: 16) { hash = of(word(offset), word(offset + 8), seed: hash) }
    return of(word(last), word(last + 8), seed: hash)
  }
}

extension Int {
  /// A word that another process has otherwise.
  fileprivate var hashWord: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}
