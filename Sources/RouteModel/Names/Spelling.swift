// SPDX-License-Identifier: Apache-2.0

/// The suggestions of "did you mean".
package enum Spelling {
  /// The longest word that is looked up, in bytes.
  static let bytesMax = 64
  /// The most candidates of a fitting length that are compared with it: each takes about 20 µs.
  static let comparedMax = 2000

  /// The candidate nearest to `word`, or nil where none is near: at most a third of the letters (at least one) may be
  /// inserted, deleted, exchanged or swapped with their neighbour. The first of equally near ones wins. Words of more
  /// than ``bytesMax`` bytes are not compared, for that would take the time of their length squared.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let bytes = Array(word.utf8.prefix(bytesMax + 1))
    guard bytes.count <= bytesMax else { return nil }
    let limit = max(1, bytes.count / 3)
    var best: (distance: Int, word: String)?
    var compared = 0
    for candidate in candidates where abs(candidate.utf8.count - bytes.count) <= limit {
      compared += 1
      guard compared <= comparedMax else { break }
      let distance = distance(bytes, Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.word
  }

  /// `; did you mean 'shelves'?`, for the end of a sentence; nothing where no candidate is near.
  package static func hint(_ word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// ` (did you mean 'shelves'?)`; where no candidate is near, `otherwise`.
  package static func aside(
    _ word: String, among candidates: some Sequence<String>, otherwise: String = ""
  ) -> String {
    nearest(to: word, among: candidates).map { " (did you mean '\($0)'?)" } ?? otherwise
  }

  /// Damerau's distance (optimal string alignment), in bytes.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
