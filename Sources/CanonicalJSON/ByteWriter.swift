// SPDX-License-Identifier: Apache-2.0

/// Bytes that grow at their end, for texts and messages that are written piece by piece.
///
/// An array asks at each byte whether somebody else holds it and whether it has room, by calls. A writer alone knows its memory,
/// and asks once for the room of all that it puts there. It lives while the body of ``append(to:expected:_:)`` or ``lend(_:)``
/// runs, and must not leave it.
///
/// Other modules inline members of a package's type only where the type itself is usable from inline code.
@usableFromInline package struct ByteWriter {
  /// What is shorter, in bytes, takes no memory but the stack's.
  private static let stackBytes = 1024

  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0
  /// Whether the memory is not the stack's, and has to be given back.
  private var isOwned = false

  private init(_ base: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.base = base
    self.capacity = capacity
  }

  /// Appends to an array what `body` writes.
  ///
  /// - Parameter expected: How many bytes will probably come: their room is taken at once.
  package static func append(to bytes: inout [UInt8], expected: Int = 0, _ body: (inout ByteWriter) -> Void) {
    lend { writer in
      writer.makeRoom(expected)
      body(&writer)
      bytes.append(contentsOf: writer.written())
    }
  }

  /// Lends memory to `body`, which writes and reads what it wrote.
  package static func lend<Value>(_ body: (inout ByteWriter) -> Value) -> Value {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackBytes) { memory in
      // Memory for more than no bytes has an address.
      var writer = ByteWriter(memory.baseAddress.unsafelyUnwrapped, capacity: memory.count)
      defer { if writer.isOwned { writer.base.deallocate() } }
      return body(&writer)
    }
  }

  /// How many bytes were written.
  @inlinable @inline(__always)
  package var count: Int { end }

  /// A byte that was written.
  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < end, "no byte was written there")
      return base[index]
    }
    set {
      precondition(index >= 0 && index < end, "no byte was written there")
      base[index] = newValue
    }
  }

  /// The bytes from `start` on. The next change makes them invalid.
  package func written(from start: Int = 0) -> UnsafeBufferPointer<UInt8> {
    precondition(start >= 0 && start <= end, "no bytes were written there")
    return UnsafeBufferPointer(start: base + start, count: end - start)
  }

  /// Appends a byte. Inlined, for most of a message comes byte by byte.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    makeRoom(1)
    base[end] = byte
    end += 1
  }

  /// Appends bytes that lie elsewhere.
  @inlinable
  package mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    makeRoom(bytes.count)
    (base + end).update(from: start, count: bytes.count)
    end += bytes.count
  }

  /// Appends the bytes of an array.
  package mutating func append(contentsOf bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append(contentsOf: $0) } }

  /// Appends a text in UTF-8.
  @inlinable
  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil {
      // The bytes of a view come one by one.
      for byte in text.utf8 { append(byte) }
    }
  }

  /// Appends the digits of a number.
  package mutating func append(decimal number: UInt64) {
    makeRoom(20)
    guard number >= 10 else { return append(UInt8(truncatingIfNeeded: number) + Byte.zero) }
    // The last digit comes first: they are put at the end of their room, and moved.
    var (rest, place) = (number, end + 20)
    while rest > 0 {
      place -= 1
      base[place] = Byte.zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    let count = end + 20 - place
    (base + end).update(from: base + place, count: count)
    end += count
  }

  /// Takes away the bytes from `start` on, and returns them.
  package mutating func takeLast(from start: Int) -> [UInt8] {
    let taken = Array(written(from: start))
    end = start
    return taken
  }

  /// Makes room for bytes at a place, which holds anything until it is set; what stands behind it moves.
  package mutating func insertRoom(_ count: Int, at place: Int) {
    precondition(place >= 0 && place <= end, "no bytes were written there")
    makeRoom(count)
    (base + place + count).update(from: base + place, count: end - place)
    end += count
  }

  // ── room ───────────────────────────────────────────────────────────────────────────────────────

  @inlinable @inline(__always)
  mutating func makeRoom(_ count: Int) {
    if capacity - end < count { grow(count) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ count: Int) {
    let grown = max(end + count, 2 * capacity)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    memory.update(from: base, count: end)
    if isOwned { base.deallocate() }
    (base, capacity, isOwned) = (memory, grown, true)
  }
}
