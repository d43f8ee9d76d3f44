// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Remembers how the elements of long paths were written. A navigation changes the tip of a path and the coordinator writes
/// the path into four messages, so most elements are copied as bytes instead of being written again.
///
/// Each place where a path stands (its field, with or without hosts) has a memory of its own: what it held last is what it
/// most probably holds next.
struct PathMemory: Sendable {
  /// Shorter paths are written faster than compared.
  static let countMin = 16

  /// Where a path stands.
  struct Place: Hashable, Sendable {
    /// The number of its field; 0 in JSON.
    var number: Int
    /// Whether its elements carry their hosts.
    var hasHosts: Bool
  }

  /// The elements that were last written at a place, and their bytes.
  struct Written: Sendable {
    /// The whole path, so that the same list is recognized at once.
    private var path: [Element] = []
    private var hosts: PathHosts?
    /// Where the bytes of each element end.
    private var ends: [Int] = []
    /// The bytes of all elements.
    fileprivate(set) var bytes: [UInt8] = []

    /// Forgets what differs from this path, and returns how many of its elements it still holds.
    fileprivate mutating func keep(
      _ path: [Element], hosts placed: PathHosts?, _ comparison: inout Comparison
    ) -> Int {
      var count = comparison.commonCount(of: self.path, path)
      if let placed {
        count = comparison.commonCount(of: hosts ?? [:], placed, along: path, atMost: count)
        // Hosts inside branches are not compared, so containers are written anew.
        if let container = (0..<count).first(where: { path[$0].branches != nil }) { count = container }
      }
      ends.removeLast(ends.count - count)
      bytes.removeLast(bytes.count - (ends.last ?? 0))
      return count
    }

    /// Remembers the elements of a path that follow those that it holds.
    mutating func append(
      _ path: [Element], hosts placed: PathHosts?, lengths: [Int], bytes written: some Sequence<UInt8>
    ) {
      (self.path, hosts) = (path, placed)
      for length in lengths { ends.append((ends.last ?? 0) + length) }
      bytes.append(contentsOf: written)
    }
  }

  /// What was compared last. The messages of a navigation lead from the same path to the same one, at each place where they stand.
  fileprivate struct Comparison: Sendable {
    private var paths: (old: [Element], new: [Element], count: Int) = ([], [], 0)
    private var hosts: (old: PathHosts, new: PathHosts, limit: Int, count: Int) = ([:], [:], 0, 0)

    /// How many elements both paths begin with.
    mutating func commonCount(of old: [Element], _ new: [Element]) -> Int {
      if !paths.old.isSameList(as: old) || !paths.new.isSameList(as: new) {
        paths = (old, new, old.commonPrefixCount(with: new))
        hosts.limit = -1
      }
      return paths.count
    }

    /// For how many elements at the beginning of the path that was compared last the hosts are the same; at most `limit`.
    mutating func commonCount(of old: PathHosts, _ new: PathHosts, along path: [Element], atMost limit: Int) -> Int {
      if hosts.limit != limit || !hosts.old.isSameList(as: old) || !hosts.new.isSameList(as: new) {
        hosts = (old, new, limit, new.commonCount(with: old, along: path, atMost: limit))
      }
      return hosts.count
    }
  }

  private var places: [Place] = []
  private var memories: [Written] = []
  private var comparison = Comparison()

  /// Takes out what was last written at a place, without what differs from this path, and tells how many elements of the path it
  /// holds. It is put back by ``put(_:at:)``.
  mutating func take(_ place: Place, for path: [Element], hosts: PathHosts?) -> (written: Written, kept: Int) {
    var written = Written()
    if let index = places.firstIndex(of: place) { swap(&written, &memories[index]) }
    let kept = written.keep(path, hosts: hosts, &comparison)
    return (written, kept)
  }

  mutating func put(_ written: consuming Written, at place: Place) {
    if let index = places.firstIndex(of: place) {
      memories[index] = written
    } else {
      places.append(place)
      memories.append(written)
    }
  }
}

/// A writer that may remember the elements of long paths.
protocol PathWriter {
  /// What is written.
  var bytes: ByteWriter { get }
  /// The hosts of elements, where a path with hosts is written.
  var hosts: PathHosts? { get }
  /// How long paths were written before; nil: each is written anew.
  var memory: PathMemory? { get set }

  /// Writes an element at its place on a path, with what stands before it.
  mutating func write(_ element: Element, at index: Int, field number: Int)
  /// Writes what was written before.
  mutating func append(_ written: [UInt8])
}

extension PathWriter {
  /// Whether the elements of a path are remembered.
  func remembers(_ path: [Element]) -> Bool { memory != nil && path.count >= PathMemory.countMin }

  /// Writes a path that is remembered: the elements that it shares with the one before as they were written then.
  mutating func writeRemembered(_ path: [Element], field number: Int) {
    let hosts = hosts
    let place = PathMemory.Place(number: number, hasHosts: hosts != nil)
    var (written, kept) = memory?.take(place, for: path, hosts: hosts) ?? (.init(), 0)
    append(written.bytes)
    let start = bytes.count
    var lengths: [Int] = []
    for index in kept..<path.count {
      let before = bytes.count
      write(path[index], at: index, field: number)
      lengths.append(bytes.count - before)
    }
    written.append(path, hosts: hosts, lengths: lengths, bytes: bytes.written(from: start))
    memory?.put(written, at: place)
  }
}
