// SPDX-License-Identifier: Apache-2.0

extension SceneStatus {
  /// A command that does not run: it waits, or a gate has parked it.
  public struct Held: Hashable, Sendable {
    /// Which command.
    public var id: CommandID
    /// Whether a gate has parked it.
    public var isParked = false
    /// The verb as people write it: `show list`.
    public var verb: String
    /// What its client calls itself.
    public var origin: String
    /// The client's process id; 0 where the socket did not say.
    public var pid: Int32
    /// How long ago it was admitted.
    public var elapsed: Duration
    /// How long it goes on to wait; nil where nothing ends that, as of a policy of the coordinator.
    public var remaining: Duration?
    /// What it waits for, for people; nil where that is its turn.
    public var reason: String?

    /// A command that waits for its turn.
    public init(
      _ id: CommandID, verb: String, origin: String, pid: Int32 = 0, elapsed: Duration, remaining: Duration? = nil
    ) {
      (self.id, self.verb, self.origin, self.pid) = (id, verb, origin, pid)
      (self.elapsed, self.remaining) = (elapsed, remaining)
    }

    /// Whose command it is: `way (pid 4411)`.
    package var client: String { SceneStatus.client(origin, pid) }
  }

  /// A client as people are told of it: `way (pid 4411)`.
  static func client(_ origin: String, _ pid: Int32) -> String { origin + (pid > 0 ? " (pid \(pid))" : "") }
}
