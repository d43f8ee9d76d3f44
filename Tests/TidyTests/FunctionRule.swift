// SPDX-License-Identifier: Apache-2.0

/// No function, initializer, subscript or computed property is too long.
///
/// The rule reads the indentation, which the formatter guarantees: a body ends with the first closing brace in the
/// column of its declaration.
enum FunctionRule {
  /// The most lines from a declaration to its closing brace.
  static let linesMax = 70

  private struct Body {
    let indent: Substring
    let line: Int
    let name: Substring
    /// Whether its brace has been seen; a requirement of a protocol has none.
    var isOpen: Bool
  }

  static func complaints(about file: Repository.File) -> [String] {
    let declaration =
      /^( *)(?:@\w+(?:\([^)]*\))? |\w+(?:\(\w+\))? )*?(?:(?:func|subscript|var)\b.*|init\b.*|deinit\b.*)/
    var found: [String] = []
    var body: Body?
    for (number, line) in file.lines.enumerated() {
      let text = line.drop { $0 == " " }
      let indent = line[..<text.startIndex]
      if let known = body {
        if indent.count > known.indent.count || text.isEmpty {
          // A line of the body, or of a signature that goes on.
          if !known.isOpen, line.hasSuffix("{") { body?.isOpen = true }
          continue
        }
        if known.isOpen, text.hasPrefix("}") {
          let length = number - known.line + 1
          if length > linesMax {
            found.append("\(file):\(known.line + 1): \(known.name) is \(length) lines long; move the leaves out")
          }
          body = nil
          continue
        }
        if !known.isOpen, text.hasPrefix(")") || text.hasPrefix("{") || text.hasPrefix("]") {
          body?.isOpen = line.hasSuffix("{")
          continue
        }
        body = nil
      }
      guard !text.hasPrefix("//"), let match = line.wholeMatch(of: declaration), !line.hasSuffix("}") else { continue }
      body = Body(indent: match.output.1, line: number, name: text, isOpen: line.hasSuffix("{"))
    }
    return found
  }
}
