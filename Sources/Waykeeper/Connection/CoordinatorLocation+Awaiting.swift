// SPDX-License-Identifier: Apache-2.0

extension CoordinatorLocation {
  /// Waits until somebody listens at `door`, and returns where, as ``find(_:environment:)`` does.
  ///
  /// The file system says when to look: a folder or socket file that comes, goes or changes its rights. A socket that is there
  /// and refuses is tried again after a while, for nothing tells when its coordinator begins to listen.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; until then it waits.
  package func awaited(_ door: Door = .control) async throws -> (folder: String, passedOver: [Attempt]) {
    let looks = FolderWatch()
    var pauseMs = Self.pausesMs.lowerBound
    for await reason in looks.times {
      if reason == .event { pauseMs = Self.pausesMs.lowerBound }
      // Watched before it is looked at, so that nothing happens unseen between the two.
      let isWatched = looks.follow(folders())
      do {
        return try find(door)
      } catch {
        // Of a descriptor that another program gives back nothing tells, either.
        guard !isWatched || error.code == .transport || error.attempts.contains(where: \.isOfSocket) else { continue }
        looks.lookAgain(afterMs: pauseMs)
        pauseMs = min(2 * pauseMs, Self.pausesMs.upperBound)
      }
    }
    throw CancellationError()
  }

  /// The times after which a socket that refuses is tried again, in ms: each twice the one before.
  private static let pausesMs = 5...200
}

extension CoordinatorLocation.Attempt {
  /// Whether a socket file is there, although nobody can be reached.
  fileprivate var isOfSocket: Bool {
    switch problem {
    case .nobodyListens, .permissionDenied, .folderClosed, .other: true
    case .notSet, .noFolder, .noSocket, .notOurs: false
    }
  }
}
