// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension SceneStatus {
  /// A command that runs, and what it waits for.
  public struct UnderWay: Hashable, Sendable {
    /// The verb as people write it: `show list`.
    public var verb: String
    /// What its client calls itself.
    public var origin: String
    /// The client's process id; 0 where the socket did not say.
    public var pid: Int32
    /// How long ago it was admitted.
    public var elapsed: Duration
    /// The ask that waits for its answer; nil where none does.
    public var asking: Asking?
    /// The screen for whose host it waits; nil where it does not.
    public var lacking: ScreenName?

    /// A command that waits for nothing that is told.
    public init(verb: String, origin: String, pid: Int32 = 0, elapsed: Duration) {
      (self.verb, self.origin, self.pid, self.elapsed) = (verb, origin, pid, elapsed)
    }
  }
}

extension SceneStatus.UnderWay {
  /// An ask that waits for its answer.
  public struct Asking: Hashable, Sendable {
    /// What is asked: `show list`, `leave`, `host`, `back`.
    public var request: String
    /// The screen whose routable is asked; for an installer the screen to install.
    public var screen: ScreenName
    /// The element that is asked; nil for an installer.
    public var element: ElementID?
    /// Who is to answer.
    public var worker: WorkerName?
    /// How long ago it was sent.
    public var elapsed: Duration

    /// An ask.
    public init(
      request: String, screen: ScreenName, element: ElementID? = nil, worker: WorkerName? = nil, elapsed: Duration
    ) {
      (self.request, self.screen, self.element) = (request, screen, element)
      (self.worker, self.elapsed) = (worker, elapsed)
    }
  }

  /// As a refusal says it: `'show list' of way (pid 4411), which asks @1 list (kiosk)`.
  package var text: String {
    "'\(verb)' of \(client)" + (waitsFor.map { ", which \($0)" } ?? "")
  }

  /// Whose command it is: `way (pid 4411)`.
  package var client: String { SceneStatus.client(origin, pid) }

  /// The worker that it waits for, where nobody is asked: `waits for a worker that hosts 'list'`.
  package var lackOfHost: String? { lacking.map { "waits for a worker that hosts '\($0)'" } }

  private var waitsFor: String? {
    if let asking {
      let place = asking.element.map { "\($0) " } ?? ""
      return "asks \(place)\(asking.screen)" + (asking.worker.map { " (\($0))" } ?? "")
    }
    return lackOfHost
  }
}
