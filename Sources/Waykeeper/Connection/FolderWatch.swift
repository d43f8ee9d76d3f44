// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Glibc

/// Says when it is time to look at some folders again, because something in them came, went or changed its rights (inotify(7)).
final class FolderWatch {
  /// Why it is time to look.
  enum Reason {
    /// Something happened.
    case event
    /// The time is over that ``lookAgain(afterMs:)`` was given.
    case pause
  }

  /// When to look; the first time is now. Several that come while nobody looks are one.
  let times: AsyncStream<Reason>
  private let look: AsyncStream<Reason>.Continuation
  private let descriptor: Int32
  private let source: (any DispatchSourceRead)?
  private let queue = DispatchQueue(label: "waykeeper.folders")
  /// The pause that is not over yet; a later one takes its place.
  private var pause: DispatchWorkItem?

  private static let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  init() {
    let (times, look) = AsyncStream<Reason>.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.times, self.look) = (times, look)
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    self.descriptor = descriptor
    look.yield(.event)
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      // What happened is seen by looking; it is read so that the next event is news.
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
      look.yield(.event)
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  deinit {
    source?.cancel()
    look.finish()
  }

  /// Watches these folders, and of each that is not there the nearest one above it. False where that cannot be: then nothing
  /// says when to look.
  func follow(_ folders: [String]) -> Bool {
    guard descriptor >= 0 else { return false }
    var isWatched = true
    for folder in folders { isWatched = follow(folder) && isWatched }
    return isWatched
  }

  private func follow(_ folder: String) -> Bool {
    var path = URL(filePath: folder).standardizedFileURL
    var missing: [URL] = []
    // A folder that is watched already has one watch, whatever is asked of it.
    while !watch(path) {
      guard errno == ENOENT || errno == ENOTDIR, path.path != "/" else { return false }
      missing.append(path)
      path.deleteLastPathComponent()
    }
    // A folder that came before the one above it was watched is told by nothing: it is watched now, and so on down.
    while let next = missing.popLast(), watch(next) {}
    return true
  }

  private func watch(_ folder: URL) -> Bool { inotify_add_watch(descriptor, folder.path, Self.events) >= 0 }

  /// Looks again after a while, whatever happens.
  func lookAgain(afterMs ms: Int) {
    pause?.cancel()
    let pause = DispatchWorkItem { [look] in look.yield(.pause) }
    self.pause = pause
    queue.asyncAfter(deadline: .now() + .milliseconds(ms), execute: pause)
  }
}
