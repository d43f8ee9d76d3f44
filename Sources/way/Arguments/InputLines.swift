// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A line of input.
enum InputLine: Equatable {
  /// What stands in it, without its end.
  case text(String)
  /// It has so many bytes, more than ``InputLines/bytesMax``; none of them are kept.
  case tooLong(bytes: Int)
  /// It is not UTF-8.
  case noText
}

/// The lines of a file, or of the standard input as they come.
///
/// A thread of its own reads: a pipe may stay silent for hours, and no task may block. It runs ahead by a few lines only, so
/// that a long file is not kept in memory.
struct InputLines: AsyncSequence {
  /// The longest line that is taken, in bytes.
  static let bytesMax = 1024 * 1024

  private let lines: AsyncThrowingStream<InputLine, any Error>
  private let room = Room()

  /// - Throws: ``CommandFailure`` where the file cannot be read.
  init(_ path: String) throws {
    guard path != "-" else {
      try Self.check(.standardInput, "the standard input")
      self.init(of: .standardInput, named: "the standard input")
      return
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure("cannot read \(path): \(String(cString: strerror(errno)))", .usage)
    }
    try Self.check(file, path)
    self.init(of: file, named: path)
  }

  /// The lines of what is open already.
  init(of file: FileHandle, named name: String) {
    let (lines, continuation) = AsyncThrowingStream<InputLine, any Error>.makeStream()
    self.lines = lines
    Thread.detachNewThread { [room] in
      do {
        try LineSplitter.split(file) { line in
          room.take()
          return if case .terminated = continuation.yield(line) { false } else { true }
        }
        continuation.finish()
      } catch {
        let reason = (error as? LineSplitter.Failure).map { String(cString: strerror($0.code)) } ?? "\(error)"
        continuation.finish(throwing: CommandFailure("cannot read \(name): \(reason)", .usage))
      }
    }
  }

  /// What can be known before the first line.
  private static func check(_ file: FileHandle, _ name: String) throws {
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0 else {
      throw CommandFailure("cannot read \(name): \(String(cString: strerror(errno)))", .usage)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw CommandFailure("cannot read \(name): it is a folder; give a file of commands, one a line", .usage)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator(), room: room) }

  /// Hands out the lines, and lets the thread read on. A second one goes on where the first has stopped.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate var lines: AsyncThrowingStream<InputLine, any Error>.Iterator
    fileprivate let room: Room

    /// - Throws: ``CommandFailure`` where reading fails.
    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(any Error) -> InputLine? {
      let line = try await lines.next(isolation: actor)
      room.giveBack()
      return line
    }
  }
}

/// Room for the lines that are read ahead.
private final class Room: Sendable {
  private static let linesMax = 16
  /// So many come free at once: each wakes the thread that reads, and to wake it takes longer than to read a line.
  private static let givenMax = 8

  private let places = DispatchSemaphore(value: 0)
  private let free = Atomic<Int>(0)

  init() {
    for _ in 0..<Self.linesMax { places.signal() }
  }

  /// Takes a place, and waits for one.
  func take() { places.wait() }

  /// The place of one line is free.
  func giveBack() {
    guard free.add(1, ordering: .relaxed).newValue % Self.givenMax == 0 else { return }
    for _ in 0..<Self.givenMax { places.signal() }
  }
}

/// Finds the lines in what is read, in time that grows with the number of bytes alone.
private enum LineSplitter {
  struct Failure: Error {
    let code: Int32
  }

  /// Hands each line to `take`, until that returns false.
  static func split(_ file: FileHandle, _ take: (InputLine) -> Bool) throws(Failure) {
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    // The beginning of a line whose end has not come, and its length; what is too long is counted and not kept.
    var begun: [UInt8] = []
    var length = 0
    func line() -> InputLine {
      guard length <= InputLines.bytesMax else { return .tooLong(bytes: length) }
      return String(validating: begun, as: UTF8.self).map(InputLine.text) ?? .noText
    }
    while true {
      let count = read(file.fileDescriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(code: errno) }
      guard count > 0 else { break }
      var rest = block[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        length += end - rest.startIndex
        if length <= InputLines.bytesMax { begun += rest[..<end] }
        guard take(line()) else { return }
        begun.removeAll(keepingCapacity: true)
        length = 0
        rest = rest[(end + 1)...]
      }
      length += rest.count
      if length <= InputLines.bytesMax { begun += rest } else { begun = [] }
    }
    if length > 0 { _ = take(line()) }
  }
}
