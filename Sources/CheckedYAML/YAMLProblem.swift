// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong in a YAML file.
package struct YAMLProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file, as errors call it.
  package var file: String
  /// The line, from 1; 0 where it is the whole file.
  package var line = 0
  /// The column, from 1, in characters.
  package var column = 0
  /// What is wrong, and what was probably meant.
  package var message: String

  /// `file:line:column: message`
  package var description: String { line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)" }
}
