// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Who sent a command: what it calls itself, and what the coordinator saw on the socket.
public struct Origin: Hashable, Sendable {
  /// What the client calls itself.
  public var name: String
  /// Its process id, 0 where the socket does not say.
  public var pid: Int32
  /// Its user id; nil where the socket does not say.
  public var uid: UInt32?
  /// The name of its program, empty where unknown.
  public var command: String

  /// An origin.
  public init(name: String, pid: Int32 = 0, uid: UInt32? = nil, command: String = "") {
    self.name = name
    self.pid = pid
    self.uid = uid
    self.command = command
  }

  /// The coordinator itself.
  public static let coordinator = Origin(name: "waykeeperd")
}
