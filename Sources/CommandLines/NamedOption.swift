// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CanonicalJSON

/// What a command line says by a name: an option with a value, or a flag.
package struct NamedOption: Equatable, Sendable {
  /// Its names, with their dashes.
  package let names: [String]
  /// Whether a value follows the name; a flag has none.
  package let takesValue: Bool
  /// Whether it may stand more than once.
  package let isRepeating: Bool

  /// All options of a command, as the parser tells them.
  package static func all(of command: any ParsableCommand.Type) -> [NamedOption] {
    guard let told = try? JSONValue(json: command._dumpHelp()),
      case .array(let arguments)? = told["command"]?["arguments"]
    else { return [] }
    return arguments.compactMap { argument in
      guard case .array(let names)? = argument["names"] else { return nil }
      return NamedOption(
        names: names.compactMap(Self.name), takesValue: argument["kind"] == .string("option"),
        isRepeating: argument["isRepeating"] == .bool(true))
    }
  }

  /// A name with its dashes.
  private static func name(_ told: JSONValue) -> String? {
    guard case .string(let name)? = told["name"] else { return nil }
    return (told["kind"] == .string("long") ? "--" : "-") + name
  }
}
