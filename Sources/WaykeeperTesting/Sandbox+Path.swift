// SPDX-License-Identifier: Apache-2.0

import RouteModel
public import Waykeeper

extension Sandbox {
  /// Waits until a scene shows this path, which is written as `way path` prints it; at once where it does already.
  ///
  /// ```swift
  /// try await Sandbox.run { sandbox in
  ///   try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7))
  ///   try await sandbox.expectPath("home/exhibit?id=7")                     // of a container, what is written counts
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The whole path, root first; empty: nothing shows.
  ///   - scene: The scene.
  ///   - appeared: Whether what is on top shall have appeared, too.
  ///   - time: How long it is waited for, on the clock of the wall.
  ///   - file: The test.
  ///   - line: Where the test expects it.
  /// - Throws: ``UnexpectedPath`` where it does not come, with what shows in its place, or where the coordinator does not answer.
  public func expectPath(
    _ path: String, in scene: SceneName = "main", appeared: Bool = false, within time: Duration = .seconds(30),
    file: String = #fileID, line: Int = #line
  ) async throws {
    let items = try PathItem.path(parsing: path)
    try await expect(items, in: scene, appeared: appeared, within: time, at: "\(file):\(line)")
  }

  /// Waits until a scene shows these screens; at once where it does already. See
  /// ``expectPath(_:in:appeared:within:file:line:)-(String,_,_,_,_,_)``.
  public func expectPath(
    _ screens: any ScreenConvertible..., in scene: SceneName = "main", appeared: Bool = false,
    within time: Duration = .seconds(30), file: String = #fileID, line: Int = #line
  ) async throws {
    let items = try screens.map { PathItem(try $0.anyScreen) }
    try await expect(items, in: scene, appeared: appeared, within: time, at: "\(file):\(line)")
  }

  private func expect(
    _ items: [PathItem], in scene: SceneName, appeared: Bool, within time: Duration, at place: String
  ) async throws {
    do {
      let (path, failed) = try await differing(from: items, in: scene, appeared: appeared, within: time)
      guard let path else { return }
      throw UnexpectedPath(expected: items, path: path, scene: scene, appeared: appeared, failed: failed, place: place)
    } catch let error as NavigatorError where error.code == .noAnswer {
      throw UnexpectedPath(expected: items, path: nil, scene: scene, appeared: appeared, failed: nil, place: place)
    }
  }

  /// How long a question is waited for at most, on the clock of the wall: as long as the path, but a busy machine needs its time.
  private static func patience(_ time: Duration) -> Duration { min(max(time, .seconds(10)), .seconds(60)) }

  /// What shows where the path does not come, and the command before that did not do what it was asked for; nil where it comes.
  private func differing(
    from items: [PathItem], in scene: SceneName, appeared: Bool, within time: Duration
  ) async throws -> (path: PlacedPath?, failed: CoordinatorStatus.NotAsAsked?) {
    let asking = navigator.timeout(Self.patience(time))
    let isThere = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { [location] in
        for await state in PathObserver(scene: scene, at: location).states {
          if Self.shows(state.path.path, items, appeared: appeared) { return true }
        }
        return false
      }
      group.addTask {
        // A longer one is more than the clock can count.
        try await Task.sleep(for: min(time, .milliseconds(TimeText.longestMs)))
        return false
      }
      defer { group.cancelAll() }
      // An observer is told nothing of a scene that has not begun; the coordinator knows.
      if try await Self.shows(shown(in: scene, asking).path, items, appeared: appeared) { return true }
      return try await group.next() ?? false
    }
    if isThere { return (nil, nil) }
    // It may have come at the last moment; and who reads the error wants to know what is so now.
    let path = try await shown(in: scene, asking)
    if Self.shows(path.path, items, appeared: appeared) { return (nil, nil) }
    let failed = try await asking.status().notAsAsked.filter { $0.scene == scene }.min { $0.ago < $1.ago }
    return (path, failed)
  }

  private func shown(in scene: SceneName, _ navigator: Navigator) async throws -> PlacedPath {
    try await navigator.snapshot(of: [scene]).first?.path ?? PlacedPath(Path([]))
  }

  private static func shows(_ path: Path, _ items: [PathItem], appeared: Bool) -> Bool {
    path.matches(items) && (!appeared || path.tops.allSatisfy(\.hasAppeared))
  }
}
