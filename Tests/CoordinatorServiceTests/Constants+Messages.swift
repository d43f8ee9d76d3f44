// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import ZeroMQ

@testable import CanonicalJSON
@testable import Coordination
@testable import CoordinatorService
@testable import RouteJournal
@testable import RouteModel
@testable import SocketGate
@testable import WireProtocol
@testable import way

/// How large messages and files may be, and what the sockets let in.
extension Constants {
  static let messages: [Row] = [
    ("items of any other list, entries of a table, members of an object (unknown ones too)", "\(Limits.listMax)"),
    (
      "tokens that HELLO, PONG and WELCOME list; asks, commits and steps that an outcome lists",
      Limits.usedTokensMax == Limits.outcomeListMax ? grouped(Limits.outcomeListMax) : "not the same"
    ),
    ("objects of a report", grouped(Limits.reportObjectsMax)),
    (
      "a page of `history` or `commits`: objects (where no limit is named), rows that are looked at, octets",
      "\(grouped(HistoryPage.objectsMax)) (\(HistoryPage.objectsUsual)), \(grouped(HistoryPage.rowsMax)), "
        + octets(HistoryPage.bytesMax)
    ),
    ("screens of the paths of one message, those of branches counted", grouped(Limits.messageScreensMax)),
    ("fields of one message (binary)", grouped(BinaryReader.fieldsMax)),
    (
      "path syntax in a message: octets, screens, keys of a query, branches of a screen",
      "\(octets(Limits.pathTextBytesMax)), \(PathParser.screensMax), \(PathParser.keysMax), \(PathParser.branchesMax)"
    ),
    ("the URL of `open`: octets; behind 8 192 it is `rejected(invalid)`", octets(Limits.pathTextBytesMax)),
    ("any other text, and the URL and the path of a link pattern", octets(Limits.textBytesMax)),
    ("content, route", "\(octets(Limits.contentBytesMax)), \(octets(Limits.routeBytesMax))"),
    ("a command's `context`, a drive's `input`", octets(Limits.inputBytesMax)),
    (
      "lists and objects in each other",
      "content \(JSONValue.depthMax), a body \(JSONValue.documentDepthMax); "
        + "messages in each other (binary) \(BinaryReader.depthMax)"
    ),
    (
      "words of people, a verb as people write it",
      Limits.verbTextBytesMax == Limits.noteBytesMax ? octets(Limits.noteBytesMax) : "not the same"
    ),
    (
      "an answer; a scene's path in a report",
      "\(octets(SocketOptions.clientDealer.frameBytesMax)); cut behind \(octets(Limits.reportPathBytesMax))"
    ),
  ]

  static let files: [Row] = [
    (
      "a configuration or worker file: octets, values (each alias counted as all that it stands for), values in each other",
      "\(octets(YAMLReader.bytesMax)), \(grouped(YAMLReader.nodesMax)), \(YAMLReader.depthMax)"
    ),
    ("a line of `way run`", octets(InputLines.bytesMax)),
    (
      "lines that a program as a worker has not read",
      "\(octets(ProgramInput.bytesMax)); with more it is killed"
    ),
  ]

  /// Of the sockets for messages, where descriptors are no concern.
  private static let door = Gates.limits(of: .control, connectionsMax: GateLimits().connectionsMax)
  private static let updates = Gates.limits(of: .updates, connectionsMax: GateLimits().connectionsMax)

  /// The connections of a socket with so many descriptors.
  private static func connectionsMax(of descriptors: Int) -> Int? {
    try? Descriptors.connectionsMax(of: descriptors)
  }

  /// What nobody waits for.
  private static let free: String = {
    let offences = FrameScanner.Offence.allCases.filter { !$0.isCostly }
    return offences.map { "`\($0.rawValue)`" }.joined(separator: ", ")
  }()

  static let connections: [Row] = [
    (
      "new connections of a user: at once, and then a second",
      "\(grouped(GateLimits.arrivalsMax)), \(1_000_000 / GateLimits.arrivalMicroseconds)"
    ),
    (
      "connections of one socket",
      "\(grouped(connectionsMax(of: .max) ?? 0)), "
        + (connectionsMax(of: 800) == 800 * 7 / 8 / 4 ? "or a quarter of 7/8 of the descriptors; " : "not so; ")
        + "no start below \(Descriptors.least) descriptors"
    ),
    (
      "of these for one user, for the coordinator's own and root",
      door.share(isTrusted: false) == door.connectionsMax / 3
        && door.share(isTrusted: true) == door.connectionsMax * 7 / 8 ? "a third, 7/8" : "not so"
    ),
    (
      "wait for a new connection after one that went beyond a limit",
      "\(time(GateLimits.penaltyMicroseconds / 1000)); none after \(free)"
    ),
    (
      "a message that does not go on, a silent connection where places are short",
      time(GateLimits.patienceMicroseconds / 1000)
    ),
    ("a lost connection, until a peer opens a new socket", time(SocketOptions.clientDealer.renewalMs)),
    ("a turn that is logged with the message that took longest", time(TurnWatch.limitMicroseconds / 1000)),
    (
      "states that a connection is sent for repeated subscriptions",
      StateDebts.intervalMicroseconds == 1_000_000 ? "one a scene and second" : "not so"
    ),
  ]

  static let traffic: [Row] = [
    (
      "envelope",
      "\(Envelope.framesMax) frames of at most \(octets(Envelope.frameBytesMax)), \(octets(Envelope.bytesMax)) in all"
    ),
    (
      "frame that is received",
      "coordinator \(octets(Limits.frameBytesMax)), subscriptions \(octets(SocketOptions.updates.frameBytesMax)), "
        + "others \(octets(SocketOptions.observerSub.frameBytesMax))"
    ),
    ("frames of a message that end its connection", "more than \(door.framesMax)"),
    ("the same of one to the updates socket", "more than \(updates.framesMax)"),
    (
      "octets of a ZMTP command that end its connection; of a READY to the updates socket",
      door.readyMax == GateLimits.commandMax
        ? "more than \(GateLimits.commandMax); more than \(updates.readyMax)" : "not so"
    ),
    (
      "what a connection, a user has sent and the coordinator has not read",
      "\(octets(door.unreadMax)), \(octets(GateLimits.unreadPerUserMax)); subscriptions \(octets(updates.unreadMax))"
    ),
    (
      "what waits to be sent to a connection, a user",
      "\(octets(door.unsentMax)), \(octets(GateLimits.unsentPerUserMax))"
    ),
    ("the same to an observer", octets(updates.unsentMax)),
    (
      "messages that wait to be sent to a connection; to an observer",
      "\(grouped(Int(SocketOptions.screensRouter.sendQueueMax))); \(grouped(Int(SocketOptions.updates.sendQueueMax)))"
    ),
    (
      "subscriptions of a connection, a user",
      "\(updates.subscriptionsMax), \(grouped(GateLimits.subscriptionsPerUserMax))"
    ),
    ("octets of a user's subscriptions", octets(GateLimits.subscribedOctetsMax)),
  ]
}
