// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// An option that takes one value and stands more than once. The parser would take the last, and leave out the others without a word.
package struct RepeatedOption: Equatable {
  /// Its name, as it is typed the second time.
  package let name: String

  /// The first such option of a command line; nil where there is none.
  ///
  /// - Parameter command: What the line runs.
  package init?(in arguments: [String], of command: @autoclosure () -> any ParsableCommand.Type) {
    // What stands behind -- is another program's.
    let words = arguments.prefix { $0 != "--" }
    // A value that begins with a dash follows '=', so that all of these are names.
    let names = words.filter { $0.hasPrefix("-") && $0 != "-" }.map { String($0.prefix { $0 != "=" }) }
    // Names stand twice seldom, and to find out what a command takes is worth it only then. A short name is that of an option which
    // has a long one, too.
    guard Set(names).count < names.count || names.count > 1 && names.contains(where: { !$0.hasPrefix("--") }),
      !names.contains("--help"), !names.contains("-h")
    else { return nil }
    let options = NamedOption.all(of: command()).filter { $0.takesValue && !$0.isRepeating }.map(\.names)
    var seen: Set<[String]> = []
    let repeated = names.first { name in
      guard let option = options.first(where: { $0.contains(name) }) else { return false }
      return !seen.insert(option).inserted
    }
    guard let repeated else { return nil }
    name = repeated
  }

  /// What is said of it.
  package var refusal: String { "\(name) stands more than once, and takes one value" }
}
