// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of a file, or of the standard input as they come.
struct InputLines: AsyncSequence {
  private let file: FileHandle

  /// - Throws: ``CommandFailure`` where the file cannot be read.
  init(_ path: String) throws {
    guard path != "-" else {
      file = .standardInput
      return
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure("cannot read \(path): \(String(cString: strerror(errno)))", .usage)
    }
    file = handle
  }

  typealias Element = String

  func makeAsyncIterator() -> AsyncStream<String>.Iterator { Self.stream(of: file).makeAsyncIterator() }

  /// The lines of what is open already, as they come. To be called once.
  static func stream(of file: FileHandle) -> AsyncStream<String> {
    // A thread of its own reads: a pipe may stay silent for hours, and no task may block.
    let (stream, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      var buffer = Data()
      while case let data = file.availableData, !data.isEmpty {
        buffer.append(data)
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self))
          buffer = Data(buffer[buffer.index(after: end)...])
        }
      }
      if !buffer.isEmpty { continuation.yield(String(decoding: buffer, as: UTF8.self)) }
      continuation.finish()
    }
    return stream
  }
}
