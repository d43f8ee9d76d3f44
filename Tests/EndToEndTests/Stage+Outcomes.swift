// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

extension Stage {
  /// Runs a verb to its end, and returns its outcome.
  func outcome(_ arguments: String...) async throws -> Outcome {
    let end = try await start("way", ["--format", "json"] + arguments).end()
    guard let line = end.output.last else { throw Overdue("an outcome", heard: end.errors, hasEnded: true) }
    return try JSONLine.outcome(line)
  }

  /// Where the main scene is, as it is typed.
  var path: String {
    get async throws { try await way("path").output.joined() }
  }
}

extension Program {
  /// The id of the command that this one tells to be parked by a gate.
  func parkedID() async throws -> String {
    let parked = try await errors.next("the parking") { $0.contains("parked as ") }
    return String(try #require(parked.split(separator: " ").first { $0.hasPrefix("way-") }?.dropLast()))
  }
}

extension JSONValue {
  /// The value down this way of keys.
  func at(_ keys: String...) -> JSONValue? {
    keys.reduce(self) { value, key in value?[key] }
  }
}
