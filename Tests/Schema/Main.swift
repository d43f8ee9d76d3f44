// SPDX-License-Identifier: Apache-2.0

import CanonicalJSON
import WireProtocol

/// Writes the JSON Schema of the protocol, as it follows from the forms of the messages.
@main
enum Schema {
  static func main() {
    print(text(WireSchema.document, at: 0, after: 0))
  }

  private static let lineLength = 130

  /// `value` on one line where it fits behind `used` columns; otherwise a line for each member or item.
  private static func text(_ value: JSONValue, at indent: Int, after used: Int) -> String {
    let line = spaced(value)
    guard used + line.count > lineLength else { return line }
    let margin = String(repeating: " ", count: indent + 2)
    switch value {
    case .members(let members):
      let lines = members.map { member in
        let key = "\(margin)\(JSONValue.string(member.key).json): "
        return key + text(member.value, at: indent + 2, after: key.count + 1)
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(margin.dropLast(2))}"
    case .array(let items):
      let lines = items.map { margin + text($0, at: indent + 2, after: indent + 3) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(margin.dropLast(2))]"
    case .null, .bool, .integer, .double, .string: return line
    }
  }

  /// The value on one line, with spaces behind colons and commas.
  private static func spaced(_ value: JSONValue) -> String {
    switch value {
    case .members(let members):
      "{\(members.map { "\(JSONValue.string($0.key).json): \(spaced($0.value))" }.joined(separator: ", "))}"
    case .array(let items): "[\(items.map(spaced).joined(separator: ", "))]"
    case .null, .bool, .integer, .double, .string: value.json
    }
  }
}
