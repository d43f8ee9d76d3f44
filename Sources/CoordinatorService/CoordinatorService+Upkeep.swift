// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import Logging
import RouteJournal
import RouteModel

/// What is done when nothing else is, and what only the shell knows.
extension CoordinatorService {
  /// How often the shell looks around, in µs.
  private static let lookMicros: Int64 = 5_000_000

  /// Every few seconds: are the socket files still ours, does the journal work again, is something to be cut?
  func lookAround() throws {
    guard now >= nextLook else { return }
    nextLook = now + Self.lookMicros
    if let file = folder.stolen {
      throw ServiceError(
        exitCode: 73, "somebody removed or replaced \(file): nobody can reach this coordinator any more; start it again"
      )
    }
    guard let journal else { return }
    if journal.gap != nil {
      do throws(JournalError) {
        try journal.recover(nowMicros: WallClock.nowMicroseconds())
        logger.notice("the journal works again")
        feed(.journalWorks(true))
        try? perform()
      } catch {
        logger.debug("the journal still cannot be written", metadata: ["error": "\(error.message)"])
      }
    } else {
      do throws(JournalError) {
        if try journal.maintain(nowMicros: WallClock.nowMicroseconds()) { nextLook = now }
      } catch {
        logger.warning("the journal cannot be cut", metadata: ["error": "\(error.message)"])
      }
    }
  }

  /// The status with what the coordinator itself does not know.
  func withFacts(_ status: JSONValue) -> JSONValue {
    guard case .members(let members) = status else { return status }
    let observers = peers.livingObservers.map { observer in
      JSONValue.object([("pid", .integer(Int64(observer.pid))), ("command", .string(observer.command))])
    }
    let facts: [(String, JSONValue)] = [
      ("pid", .integer(Int64(getpid()))), ("runtimeDir", .string(folder.path)),
      ("observers", .array(observers)), ("journal", journalFacts),
    ]
    return .object(members.map { ($0.key, $0.value) } + facts)
  }

  private var journalFacts: JSONValue {
    guard let journal else { return .object([("mode", .string("none"))]) }
    let statistics = journal.statistics
    let facts: [(String, JSONValue)] = [
      ("mode", .string("sqlite")), ("file", .string(journal.file)),
      ("durability", .string(configuration.durability.rawValue)),
      ("commits", .integer(Int64(statistics.commits))), ("outcomes", .integer(Int64(statistics.outcomes))),
      ("bytes", .integer(statistics.bytes)), ("works", .bool(journal.gap == nil)),
    ]
    return .object(facts)
  }
}
