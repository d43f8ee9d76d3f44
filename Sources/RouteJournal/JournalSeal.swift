// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The seal of a journal's file as the mark beside it keeps it, in a place behind the mark's two lines, and behind it from where
/// a start has to look for what it needs.
///
/// While the log is moved into the file, the file changes. A line of another kind says so, and holds until the coordinator's
/// last sign of life, which is when it last wrote to the mark: whoever writes to the file later breaks it.
final class JournalSeal: Sendable {
  private let file: String
  private let descriptor: Int32
  /// The file as it was when it was sealed; nil while it is not known to be whole.
  private let last = Mutex<FileSeal?>(nil)

  private static let place = 2
  private static let boundsPlace = 3

  /// The seal of the journal `file`, which is not known to be whole yet. Without a mark nothing is sealed.
  init(of file: String) {
    self.file = file
    descriptor = open(Watermark.file(of: file), O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
  }

  deinit { close(descriptor) }

  /// The file is whole as it is: it was examined.
  func trust() { last.withLock { $0 = FileSeal(of: file) } }

  /// The file was found damaged as it is: the next start reads all of it.
  func doubt() {
    last.withLock { $0 = nil }
    write(Self.line("broken", ""), at: Self.place)
  }

  /// Seals the file again after `move`, which changes it, and writes down what `move` returns. Not where somebody else has
  /// changed it, or `move` throws: the next start reads all of it.
  func moving(_ move: () throws -> StartBounds) rethrows {
    let before = last.withLock { last in
      defer { last = nil }
      return last == FileSeal(of: file) ? last : nil
    }
    if let before {
      let now = FileSeal.Moment.tick
      write(Self.line("moving", "\(before.text) \(now.seconds) \(now.nanoseconds)"), at: Self.place)
    }
    let bounds: StartBounds
    do { bounds = try move() } catch {
      write(Self.line("broken", ""), at: Self.place)
      throw error
    }
    guard before != nil, let seal = FileSeal(sealing: file) else { return }
    write(Self.line("bounds", bounds.text, of: seal.text), at: Self.boundsPlace)
    write(Self.line("seal", seal.text), at: Self.place)
    last.withLock { $0 = seal }
  }

  /// Brings the mark to the disk, with all that was written to it. It tells nothing that is not in the journal, so nobody has to
  /// hear where that fails.
  func sync() { _ = fdatasync(descriptor) }

  /// The seal of a journal's file, in words, where the file is as the coordinator left it. Nothing is made or changed.
  static func found(on file: String) -> String? {
    guard let seal = FileSeal(of: file) else { return nil }
    return Watermark.reading(file) { descriptor -> String? in
      let line = Watermark.line(at: place, in: descriptor)
      if line == self.line("seal", seal.text) { return seal.text }
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      var status = stat()
      guard words.count == 11, line == self.line("moving", words[2..<10].joined(separator: " ")),
        let seconds = Int64(words[8]), let nanoseconds = Int64(words[9]), fstat(descriptor, &status) == 0
      else { return nil }
      let before = words[2..<8].joined(separator: " ")
      let start = FileSeal.Moment(seconds: seconds, nanoseconds: nanoseconds)
      return seal.follows(before, from: start, to: FileSeal.Moment(status.st_mtim).later) ? before : nil
    }
  }

  /// From where a start has to look in a file on which this seal was found; nil where that was not written down.
  static func bounds(of file: String, under seal: String) -> StartBounds? {
    Watermark.reading(file) { descriptor -> StartBounds? in
      let line = Watermark.line(at: boundsPlace, in: descriptor, atMost: StartBounds.textMax)
      let words = line.split(separator: " ")
      guard words.count > 3, let bounds = StartBounds(words: words[2..<(words.count - 1)]),
        line == self.line("bounds", bounds.text, of: seal)
      else { return nil }
      return bounds
    }
  }

  private func write(_ line: String, at place: Int) {
    let bytes = Array((line + "\n").utf8)
    _ = pwrite(descriptor, bytes, bytes.count, off_t(place * Watermark.placeBytes))
  }

  /// A line with the checksum of its text, and of the seal that it belongs to.
  private static func line(_ kind: String, _ text: String, of seal: String = "") -> String {
    let text = "waykeeper \(kind) \(text)"
    return "\(text) \(Watermark.checksum(of: text + seal))"
  }
}
