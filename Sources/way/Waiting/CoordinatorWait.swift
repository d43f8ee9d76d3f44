// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Waits until a coordinator answers.
struct CoordinatorWait {
  let location: CoordinatorLocation

  func run(_ progress: WaitProgress) async throws -> WaitReport.Reached {
    while true {
      let folder = try await location.awaited().folder
      progress.found(folder)
      if let status = try await Self.ask(folder) { return .coordinator(status, folder: folder) }
      // It has ended meanwhile, or does nothing: it is looked for again, until this wait is cancelled.
      try Task.checkCancellation()
    }
  }

  /// How long one that listens is waited for before it is looked for anew.
  private static let patience = Duration.seconds(2)

  /// What the coordinator there says of itself; nil where it does not answer.
  private static func ask(_ folder: String) async throws -> CoordinatorStatus? {
    do {
      let navigator = try Navigator.connect(.runtimeFolder(folder), name: "way").timeout(patience)
      let status = try await navigator.status()
      await navigator.close()
      return status
    } catch {
      guard error.code == .noCoordinator || error.code == .noAnswer else { throw error }
      return nil
    }
  }
}
