// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Finds remembered commands by the endings of their ids without looking at all of them.
///
/// The commands lie in buckets by the last bytes of their ids. A bucket names so many commands only; a longer one is full
/// of ids that somebody chose alike, and an ending in it is ambiguous.
struct EndingIndex: Sendable {
  /// The commands that one bucket names.
  static let bucketMax = 256

  private struct Bucket {
    /// Most buckets name one command, which lies in no list of its own.
    private var first: Ledger.Key?
    private var more: [Ledger.Key] = []
    /// Commands that are not named.
    private(set) var others = 0

    /// The commands that it names.
    var keys: [Ledger.Key] { (first.map { [$0] } ?? []) + more }

    var isEmpty: Bool { first == nil && more.isEmpty && others == 0 }

    mutating func insert(_ key: Ledger.Key) {
      if first == nil {
        first = key
      } else if more.count + 1 < EndingIndex.bucketMax {
        more.append(key)
      } else {
        others += 1
      }
    }

    mutating func remove(_ key: Ledger.Key) {
      if first == key {
        first = nil
      } else if let index = more.firstIndex(of: key) {
        more.remove(at: index)
      } else {
        others -= 1
      }
    }
  }

  /// The last bytes of an id as a key, hashed in few steps.
  fileprivate struct Suffix: Hashable, Sendable {
    let bytes: UInt32

    func _rawHashValue(seed: Int) -> Int { KeyHash.of(UInt64(bytes), 0, seed: seed) }
  }

  private var buckets: [Suffix: Bucket] = [:]

  mutating func insert(_ key: Ledger.Key, _ id: CommandID) {
    buckets[id.ending, default: Bucket()].insert(key)
  }

  mutating func remove(_ key: Ledger.Key, _ id: CommandID) {
    guard let index = buckets.index(forKey: id.ending) else { return }
    buckets.values[index].remove(key)
    if buckets.values[index].isEmpty { buckets.remove(at: index) }
  }

  /// The commands whose ids may end with `text`; nil where they are too many to be looked at.
  func candidates(_ text: String) -> [Ledger.Key]? {
    guard text.utf8.count >= Limits.endingBytesMin, let bucket = buckets[text.ending] else { return [] }
    return bucket.others == 0 ? bucket.keys : nil
  }
}

extension String {
  /// The last bytes as a number.
  fileprivate var ending: EndingIndex.Suffix {
    EndingIndex.Suffix(bytes: utf8.suffix(Limits.endingBytesMin).reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension CommandID {
  /// The last bytes of the text form as a number. Each command comes here twice, so the text is not made.
  fileprivate var ending: EndingIndex.Suffix {
    guard !isFree else { return client.ending }
    var (ending, shift, rest): (UInt32, UInt32, UInt64) = (0, 0, sequence)
    func add(_ byte: UInt8) {
      ending |= UInt32(byte) << shift
      shift += 8
    }
    while rest > 0, shift < 32 {
      add(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    if shift < 32 { add(UInt8(ascii: "-")) }
    for byte in client.utf8.reversed() {
      guard shift < 32 else { break }
      add(byte)
    }
    return EndingIndex.Suffix(bytes: ending)
  }
}
