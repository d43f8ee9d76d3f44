// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Variables of an environment, looked up one at a time: to make a table of all that a process has takes a short command longer
/// than to ask the coordinator.
package struct EnvironmentVariables: Sendable, ExpressibleByDictionaryLiteral {
  /// Nil for those of this process.
  private let table: [String: String]?

  /// Those of this process, as they are now.
  package static let ofThisProcess = EnvironmentVariables(table: nil)

  private init(table: [String: String]?) { self.table = table }

  /// Those of another process.
  package init(_ table: [String: String]) { self.init(table: table) }

  /// Those of another process, as a test writes them.
  package init(dictionaryLiteral variables: (String, String)...) {
    self.init(table: Dictionary(uniqueKeysWithValues: variables))
  }

  /// The value of a variable; nil where it is not set.
  package subscript(name: String) -> String? {
    if let table { return table[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// The value of a variable; nil where it is not set, or empty.
  package func nonempty(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
