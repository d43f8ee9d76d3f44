// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The pages of an SQLite file that nobody has open, by their numbers, and what its own map tells of each: where a database gives
/// room back, as all journals do, some pages tell of all others what they are and where they belong (SQLite's file format,
/// section 1.8).
///
/// All of it may be damaged: each number from the file is looked at before it is used.
final class TreePages {
  /// What the map says that a page is.
  enum Kind: UInt8 {
    /// The map cannot be read there.
    case unknown
    /// The first page of a tree.
    case root
    case free
    /// The first page of a value that is longer than a page, and the others.
    case long, longer
    /// A page of a tree below its root.
    case inTree
  }

  /// The size of a page.
  let size: Int
  /// So much of it is used.
  let usable: Int
  /// The pages of the file; the last one has this number.
  let count: Int
  private let descriptor: Int32
  private var kinds: [Kind]
  private var parents: [UInt32]

  /// Opens a file; nil where it has no map, or no header that can be right.
  init?(_ file: String) {
    guard let header = NamedFile.bytes(of: file, 100), header.count == 100 else { return nil }
    let told = header.number(at: 16, octets: 2)
    let size = told == 1 ? 65_536 : told
    let usable = size - Int(header[20])
    // Of a database without a map the header tells no largest root.
    guard size >= 512, size & (size - 1) == 0, usable >= 480, header.number(at: 52, octets: 4) > 0 else { return nil }
    let descriptor = Glibc.open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let count = Int(JournalFile.size(file)) / size
    (self.size, self.usable, self.count, self.descriptor) = (size, usable, count, descriptor)
    kinds = Array(repeating: .unknown, count: count + 1)
    parents = Array(repeating: 0, count: count + 1)
    readMap()
  }

  deinit { close(descriptor) }

  /// What a page is.
  func kind(of page: Int) -> Kind { kinds.indices.contains(page) ? kinds[page] : .unknown }

  /// The page that leads to a page of a tree; 0 where none is known.
  func parent(of page: Int) -> Int { parents.indices.contains(page) ? Int(parents[page]) : 0 }

  /// Whether a page of this number can belong to a tree of a table: the first one and those of the map cannot.
  func mayBeInTree(_ page: Int) -> Bool { page > 2 && page <= count && mapPage(of: page) != page }

  /// The octets of a page; nil where they cannot be read.
  func bytes(_ page: Int) -> [UInt8]? {
    guard page > 0, page <= count else { return nil }
    var octets = [UInt8](repeating: 0, count: size)
    return pread(descriptor, &octets, size, off_t(page - 1) * off_t(size)) == size ? octets : nil
  }

  /// Overwrites a page; false where that fails.
  func write(_ octets: [UInt8], to page: Int) -> Bool {
    pwrite(descriptor, octets, octets.count, off_t(page - 1) * off_t(size)) == octets.count
  }

  // ── the map ────────────────────────────────────────────────────────────────────────────────────

  /// What a page of the map says of each of so many pages behind it takes five octets.
  private static let entryBytes = 5

  /// The page of the map that tells of a page. SQLite leaves out the one that it locks.
  private func mapPage(of page: Int) -> Int {
    let run = usable / Self.entryBytes + 1
    let map = (page - 2) / run * run + 2
    return map == (1 << 30) / size + 1 ? map + 1 : map
  }

  private func readMap() {
    var page = 2
    while page <= count {
      let map = mapPage(of: page)
      let last = min(count, map + usable / Self.entryBytes)
      if let octets = bytes(map) { take(octets, of: map, upTo: last) }
      page = max(page, last) + 1
    }
  }

  private func take(_ octets: [UInt8], of map: Int, upTo last: Int) {
    var wrong = 0
    for page in stride(from: map + 1, through: last, by: 1) {
      let place = Self.entryBytes * (page - map - 1)
      let kind = Kind(rawValue: octets[place]) ?? .unknown
      let parent = octets.number(at: place + 1, octets: 4)
      let isRight =
        switch kind {
        case .unknown: false
        case .root, .free: parent == 0
        case .long, .longer, .inTree: parent > 2 && parent <= count && parent != page
        }
      if isRight { (kinds[page], parents[page]) = (kind, UInt32(parent)) } else { wrong += 1 }
    }
    // Something else lies there, of which a part only looks right.
    guard wrong * 8 > last - map else { return }
    for page in stride(from: map + 1, through: last, by: 1) { (kinds[page], parents[page]) = (.unknown, 0) }
  }
}

extension [UInt8] {
  /// A number of so many octets, the highest first.
  func number(at place: Int, octets count: Int) -> Int {
    self[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Writes a number in so many octets.
  mutating func set(_ number: Int, at place: Int, octets count: Int) {
    for index in 0..<count {
      self[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - index)))
    }
  }

  /// Reads a number in front of `end` as SQLite writes it: seven bits an octet, the highest first, and eight in a ninth one.
  /// Nil where it has no end.
  func varint(at place: inout Int, before end: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place < end else { return nil }
      let octet = self[place]
      place += 1
      if index == 8 { return value << 8 | UInt64(octet) }
      value = value << 7 | UInt64(octet & 0x7F)
      if octet < 0x80 { return value }
    }
    return nil
  }

  /// Writes a number so.
  init(varint number: Int64) {
    var octets: [UInt8] = []
    var rest = UInt64(bitPattern: number)
    if rest >> 56 > 0 {
      octets.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      for _ in 0..<8 {
        octets.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
    } else {
      octets.append(UInt8(truncatingIfNeeded: rest) & 0x7F)
      rest >>= 7
      while rest > 0 {
        octets.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
    }
    self = octets.reversed()
  }
}
