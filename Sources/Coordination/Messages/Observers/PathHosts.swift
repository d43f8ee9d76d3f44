// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The hosts of elements, by element id. An element without entry is unattended.
///
/// The entries stand in the order of their ids. That is nearly always the order of a path too, so that who walks along a
/// path finds each host without a search.
public struct PathHosts: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  struct Entry: Hashable, Sendable {
    var id: ElementID
    var host: Host

    // Where the worker lies. It is a constant to the compiler, which `MemoryLayout.offset(of:)` is not; a test compares both.
    static var workerOffset: Int { MemoryLayout<ElementID>.size + MemoryLayout<WorkerName?>.alignment }

    /// Whether the entries at two places of lists are equal.
    @inline(__always)
    static func areEqual(_ one: UnsafePointer<Entry>, _ other: UnsafePointer<Entry>) -> Bool {
      one.pointee.id == other.pointee.id && one.pointee.host.presence == other.pointee.host.presence
        && (hasSameBits(one, other, at: workerOffset, size: MemoryLayout<WorkerName?>.size)
          || one.pointee.host.worker == other.pointee.host.worker)
    }
  }

  private var entries: [Entry] = []

  /// The hosts of no element.
  public init() {}

  /// Hosts by ids; of an id that stands there twice, the last one.
  public init(dictionaryLiteral hosts: (ElementID, Host)...) {
    for (id, host) in hosts { self[id] = host }
  }

  /// Whether no element has a host.
  public var isEmpty: Bool { entries.isEmpty }

  /// The hosts, in the order of the ids.
  public var values: [Host] { entries.map(\.host) }

  /// The hosts that a condition holds for.
  package func filter(_ isIncluded: (Host) throws -> Bool) rethrows -> PathHosts {
    var hosts = PathHosts()
    hosts.entries = try entries.filter { try isIncluded($0.host) }
    return hosts
  }

  /// The host of an element; nil where it has none.
  public subscript(id: ElementID) -> Host? {
    get { host(of: id, near: entries.count) }
    set {
      let index = place(of: id, near: entries.count)
      let isThere = index < entries.count && entries[index].id == id
      switch newValue {
      case .some(let host) where isThere: entries[index].host = host
      case .some(let host) where index == entries.count: entries.append(Entry(id: id, host: host))
      case .some(let host): entries.insert(Entry(id: id, host: host), at: index)
      case nil: if isThere { entries.remove(at: index) }
      }
    }
  }

  /// The host of an element that probably is the one of this number on its path.
  package func host(of id: ElementID, near number: Int) -> Host? {
    let index = place(of: id, near: number)
    return index < entries.count && entries[index].id == id ? entries[index].host : nil
  }

  /// For how many elements at the beginning of a path these and other hosts say the same, without a search: as far as the
  /// hosts stand in the order of the path. At most `limit`.
  package func commonCount(with other: PathHosts, along path: [Element], atMost limit: Int) -> Int {
    entries.withUnsafeBufferPointer { mine in
      other.entries.withUnsafeBufferPointer { yours in
        let end = Swift.min(limit, mine.count, yours.count)
        guard let mine = mine.baseAddress, let yours = yours.baseAddress else { return 0 }
        var count = 0
        while count < end, mine[count].id == path[count].id,
          mine == yours || Entry.areEqual(mine + count, yours + count)
        {
          count += 1
        }
        return count
      }
    }
  }

  /// Whether both are in the same memory, and so are equal.
  package func isSameList(as other: PathHosts) -> Bool { entries.isSameList(as: other.entries) }

  /// Sets the host of an element that comes behind all others in most cases.
  package mutating func append(_ host: Host, of id: ElementID) {
    if let last = entries.last?.id, last >= id { self[id] = host } else { entries.append(Entry(id: id, host: host)) }
  }

  /// Sets the host of neighbours on a path, which come behind all others in most cases.
  package mutating func append(_ host: Host, of elements: ArraySlice<Element>) {
    for index in elements.indices { append(host, of: elements[index].id) }
  }

  /// Makes room for the hosts of so many elements.
  package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// Where the entry of an id is, or would be.
  private func place(of id: ElementID, near number: Int) -> Int {
    if number < entries.count, entries[number].id == id { return number }
    guard let last = entries.last, last.id >= id else { return entries.count }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
