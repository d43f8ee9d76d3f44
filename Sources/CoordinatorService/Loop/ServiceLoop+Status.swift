// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import RouteJournal
import RouteModel

/// Counts of what only the shell sees.
struct Tallies {
  /// Answers whose receiver had gone or did not read.
  var discardedReplies: UInt64 = 0
  /// Messages on the observers' socket that are no subscriptions.
  var strangeSubscriptions: UInt64 = 0
  /// Connections that spoke another protocol.
  var refusedHandshakes: UInt64 = 0
}

extension ServiceLoop {
  /// The core's status with what only the shell knows (specification, section "Reports").
  func completed(_ status: JSONValue) -> JSONValue {
    guard case .members(let members) = status else { return status }
    let sockets: [(String, JSONValue)] = [
      ("connections", .integer(Int64(connectionCount.count))),
      ("discardedReplies", .integer(Int64(clamping: tallies.discardedReplies))),
      ("refusedHandshakes", .integer(Int64(clamping: tallies.refusedHandshakes))),
      ("strangeSubscriptions", .integer(Int64(clamping: tallies.strangeSubscriptions))),
    ]
    let observers = subscriptions.observers.map { observer in
      JSONValue.object([("pid", .integer(Int64(observer.pid))), ("command", .string(observer.command))])
    }
    let added: [(String, JSONValue)] = [
      ("pid", .integer(Int64(getpid()))), ("runtimeDir", .string(configuration.runtimeFolder.path)),
      ("stateDir", recorder.statistics == nil ? .null : .string(configuration.stateFolder.path)),
      ("observers", .array(observers)), ("journal", journal), ("sockets", .object(sockets)),
    ]
    return .object(members.map { ($0.key, $0.value) } + added)
  }

  private var journal: JSONValue {
    guard let statistics = recorder.statistics else { return .object([("mode", .string("none"))]) }
    let members: [(String, JSONValue)] = [
      ("mode", .string(configuration.journal.rawValue)), ("durability", .string(configuration.durability.rawValue)),
      ("commits", .integer(Int64(statistics.commits))), ("outcomes", .integer(Int64(statistics.outcomes))),
      ("gaps", .integer(Int64(statistics.gaps))), ("bytes", .integer(statistics.bytes)),
      ("works", .bool(!recorder.isBroken)),
    ]
    return .object(members)
  }
}
