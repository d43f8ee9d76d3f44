// SPDX-License-Identifier: Apache-2.0

/// Finds remembered commands by the endings of their ids without looking at all of them.
///
/// The commands lie in buckets by the last bytes of their ids. A bucket names so many commands only; a longer one is full
/// of ids that somebody chose alike, and an ending in it is ambiguous.
struct EndingIndex: Sendable {
  /// The commands that one bucket names.
  private static let bucketMax = 256

  private struct Bucket {
    var keys: [Ledger.Key] = []
    /// Commands that are not named.
    var others = 0
  }

  private var buckets: [UInt32: Bucket] = [:]

  mutating func insert(_ key: Ledger.Key, _ id: CommandID) {
    let ending = Self.ending(of: id.description)
    if buckets[ending, default: Bucket()].keys.count < Self.bucketMax {
      buckets[ending, default: Bucket()].keys.append(key)
    } else {
      buckets[ending, default: Bucket()].others += 1
    }
  }

  mutating func remove(_ key: Ledger.Key, _ id: CommandID) {
    let ending = Self.ending(of: id.description)
    guard let bucket = buckets[ending] else { return }
    if let index = bucket.keys.firstIndex(of: key) {
      buckets[ending]?.keys.remove(at: index)
    } else {
      buckets[ending]?.others -= 1
    }
    if bucket.keys.count + bucket.others == 1 { buckets[ending] = nil }
  }

  /// The commands whose ids may end with `text`; nil where they are too many to be looked at.
  func candidates(_ text: String) -> [Ledger.Key]? {
    guard text.utf8.count >= Limits.endingBytesMin, let bucket = buckets[Self.ending(of: text)] else { return [] }
    return bucket.others == 0 ? bucket.keys : nil
  }

  /// The last bytes as a number.
  private static func ending(of text: String) -> UInt32 {
    text.utf8.suffix(Limits.endingBytesMin).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
