// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// ERROR: the message was not taken; no command id was consumed.
public struct ProtocolError: Hashable, Sendable {
  /// Why. Closed list: specification, section "Errors".
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Another major version, or a kind this side does not take.
    case unsupported
    /// A frame or body that is none.
    case malformed
    /// A newer process has taken the worker's name.
    case replaced
    /// Another user's worker holds the name, or another worker the screen.
    case nameTaken
    /// The coordinator is ending; try again in the next epoch.
    case stopping
    /// A limit is reached; try again later.
    case full
    /// Not allowed to this user.
    case denied
    /// The command's outcome is no longer known.
    case outsideWindow
  }

  /// Why.
  public var code: Code
  /// For people: what, where, and what to do. At most 1024 bytes: it may quote what was not understood.
  public var message: String
  /// The sender's major versions, lowest and highest.
  public var majors: ClosedRange<UInt8>

  /// An error of a side that speaks the major versions `majors`.
  public init(_ code: Code, _ message: String, majors: ClosedRange<UInt8> = 1...1) {
    self.code = code
    self.message = String(message.prefix(bytesMax: Limits.noteBytesMax))
    self.majors = majors
  }
}
