// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import RouteModel

/// Everything that is wrong with a configuration, so that one run tells all of it.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The file; nil where it is no file's fault.
    package var file: String?
    /// The line, from 1; 0 where it is the whole file.
    package var line: Int
    /// The column, from 1, in characters.
    package var column: Int
    /// What is wrong, and what was probably meant.
    package var message: String

    /// A problem.
    package init(file: String? = nil, line: Int = 0, column: Int = 0, message: String) {
      self.file = file
      self.line = line
      self.column = column
      self.message = message
    }

    /// A problem of a file.
    init(_ problem: YAMLProblem) {
      self.init(file: problem.file, line: problem.line, column: problem.column, message: problem.message)
    }

    /// `file:line:column: message`
    package var description: String {
      guard let file else { return message }
      return line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)"
    }
  }

  /// At least one, in the order of the files.
  package var problems: [Problem]

  /// An error of these problems.
  package init(_ problems: [Problem]) { self.problems = problems }

  /// EX_CONFIG of `<sysexits.h>`.
  package static let exitCode: Int32 = 78

  /// One line a problem.
  package var description: String { problems.map(\.description.harmless).joined(separator: "\n") }
}
