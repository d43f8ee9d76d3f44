// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// A message that a peer may send, as large as its kind allows, or larger: what one message can cost the coordinator.
package struct LargestMessage: Sendable {
  /// What it is, for the table.
  package var name: String
  /// Its frames: header and body.
  package var frames: [[UInt8]]
  /// Whether it comes by the workers' socket.
  package var isOfWorker: Bool
  /// Whether it shall be refused as too large, and not only taken.
  package var isRefused: Bool

  /// The frame that the coordinator's sockets take at most, in bytes.
  package static let frameBytesMax = 512 * 1024

  /// A message in one encoding.
  init(_ name: String, _ message: Message, _ encoding: Encoding, isOfWorker: Bool = false, isRefused: Bool = false) {
    self.name = "\(name), \(encoding == .json ? "JSON" : "binary")"
    frames = WireCodec.encode(message, encoding: encoding, epoch: 1)
    (self.isOfWorker, self.isRefused) = (isOfWorker, isRefused)
  }

  /// A body as it is written.
  init(
    _ name: String, _ kind: Message.Kind, _ body: [UInt8], _ encoding: Encoding = .json, isOfWorker: Bool = false,
    isRefused: Bool = true
  ) {
    self.name = name
    frames = [Header(kind: kind, encoding: encoding, epoch: 1).bytes, body]
    (self.isOfWorker, self.isRefused) = (isOfWorker, isRefused)
  }

  /// All of them.
  package static let all: [LargestMessage] =
    commands + registrations + questions + drives + destinations + answers + oversized + ends
}

/// Names, each another one.
enum Names {
  static func screen(_ number: Int) -> ScreenName { ScreenName("s\(number)") ?? "s" }
  static func scene(_ number: Int) -> SceneName { SceneName("scene\(number)") ?? "scene" }
  static func route(_ number: Int) -> RouteID { RouteID("r\(number)") ?? "r" }
  static func part(_ number: Int) -> PartName { PartName("p\(number)") ?? "p" }
  static func destination(_ number: Int) -> DestinationName { DestinationName("d\(number)") ?? "d" }
  static func task(_ number: Int) -> TaskName { TaskName("t\(number)") ?? "t" }
  static func worker(_ number: Int) -> WorkerName { WorkerName("w\(number)") ?? "w" }
  static func incarnation(_ number: Int) -> Incarnation { Incarnation("i\(number)") ?? Incarnation.none }
  static func command(_ text: String) -> CommandID { CommandID(text) ?? CommandID.none }
}

extension Incarnation {
  fileprivate static let none: Incarnation = {
    guard let incarnation = Incarnation("none") else { preconditionFailure("'none' is an incarnation") }
    return incarnation
  }()
}

extension CommandID {
  fileprivate static let none: CommandID = {
    guard let id = CommandID("none") else { preconditionFailure("'none' is a command id") }
    return id
  }()
}
