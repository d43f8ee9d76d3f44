// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Waykeeper
import WaykeeperTesting

/// Tests of a worker with a coordinator of their own.
protocol WorkerSuite {
  var coordinator: Sandbox { get }
  var navigator: Navigator { get }
  /// What the lives of elements did, in order.
  var log: Recorder<String> { get }
}

extension WorkerSuite {
  var location: CoordinatorLocation { .runtimeFolder(coordinator.folder) }

  /// Waits until an element of the first scene has a host that stands so.
  func expectHost(of element: ElementID, _ presence: Presence) async throws {
    try await eventually("a host of \(element) that is \(presence)") {
      try await navigator.snapshot()[0].path.hosts[element]
    } until: {
      $0?.presence == presence
    }
  }

  /// A worker that logs the lives of its home and exhibit, at the suite's coordinator unless said.
  func museum(
    _ name: WorkerName = "museum", at other: CoordinatorLocation? = nil, takeover: Bool = false,
    @WorkerBuilder more: () -> WorkerParts = { WorkerParts {} }
  ) -> ScreenWorker {
    let log = log
    let more = more()
    return ScreenWorker(name, version: "1.4", location: other ?? location, takeover: takeover) {
      Hosts(Exhibit.self) { screen in
        log.add("\(screen.id) exhibit \(screen.content.id)")
        defer { log.add("\(screen.id) exhibit left") }
        screen.didAppear()
        for await exhibit in screen.contents { log.add("\(screen.id) exhibit \(exhibit.id)") }
      }
      Hosts(Home.self) { screen in
        log.add("\(screen.id) home")
        defer { log.add("\(screen.id) home left") }
        screen.didAppear()
        for await _ in screen.contents {}
      }
      .onShow("exhibit") { ask, _ in
        .push(Exhibit(id: 7))
      }
      InstallsRoot("home")
      more
    }
  }
}

/// Opened once; who waits goes on then, or when cancelled.
actor Gate {
  private let stream = AsyncStream<Void>.makeStream()

  func open() { stream.continuation.finish() }

  nonisolated func wait() async { for await _ in stream.stream {} }
}
