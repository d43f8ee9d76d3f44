// SPDX-License-Identifier: Apache-2.0

extension CoordinatorStatus {
  /// What one user holds of what all users share.
  public struct UserShare: Hashable, Sendable {
    /// The user id; nil where the socket does not say it.
    public var uid: UInt32?
    /// Over tcp, the address of the connection, in hexadecimal digits; empty for what was begun before the last start.
    public var address: String?
    /// Outcomes that are remembered for retries.
    public var outcomes: Int = 0
    /// What these hold besides the fixed part of each, in bytes.
    public var outcomeBytes: Int = 0
    /// Commands that wait for their turn, of all scenes.
    public var waiting: Int = 0
    /// Scenes that it began.
    public var scenes: Int = 0
    /// Workers, with a session or without.
    public var workers: Int = 0

    /// A user that holds nothing: a user of this machine, or a connection over tcp.
    public init(uid: UInt32? = nil, address: String? = nil) { (self.uid, self.address) = (uid, address) }

    /// A user that holds nothing.
    package init(_ user: User) {
      switch user {
      case .uid(let uid): self.init(uid: uid)
      case .address(let address): self.init(address: User.hexadecimal(address))
      }
    }
  }

  /// How much there is of what all users share. One user may hold four fifths of what the others leave.
  public struct Capacities: Hashable, Sendable {
    /// Outcomes that are remembered for retries.
    public var outcomes: Int = 0
    /// What these may hold besides the fixed part of each, in bytes.
    public var outcomeBytes: Int = 0
    /// Commands that wait for their turn in one scene.
    public var waiting: Int = 0
    /// Scenes that users may begin.
    public var scenes: Int = 0
    /// Workers.
    public var workers: Int = 0

    /// Nothing is known.
    public init() {}
  }
}
