// SPDX-License-Identifier: Apache-2.0

/// Reads the pattern of a URL: `[scheme "://"] segments ["?" items]` (specification, section "Link patterns"). It looks at
/// Unicode scalars: a sign of the syntax is one also where a joining mark follows it.
struct LinkPatternParser {
  private(set) var scheme: String?
  private(set) var segments: [LinkPattern.Segment] = []
  private(set) var lengths: [Int] = []
  private(set) var items: [LinkPattern.Item] = []
  /// Of all arguments.
  private(set) var names: Set<String> = []

  private let text: String
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    self.text = text
    rest = text.unicodeScalars[...]
  }

  mutating func parse() throws(DeepLink.PatternError) {
    let word = rest.prefix { Self.isAlphanumeric($0) || "+-.".unicodeScalars.contains($0) }
    if !word.isEmpty, rest.dropFirst(word.count).starts(with: "://".unicodeScalars) {
      scheme = String(word).lowercased()
      rest = rest.dropFirst(word.count + 3)
    }
    try readSegments()
    if take("?") {
      repeat { try readItem() } while take("&")
    }
    guard rest.isEmpty else { throw error("'/', '?' or the end") }
  }

  private mutating func readSegments() throws(DeepLink.PatternError) {
    var depth = 0
    if !rest.isEmpty, rest.first != "?" {
      try readSegment()
      while true {
        if take("[") {
          lengths.append(segments.count)
          depth += 1
          guard rest.first == "/" else { throw error("'/' after '['") }
        }
        guard take("/") else { break }
        try readSegment()
      }
    }
    lengths.append(segments.count)
    for _ in 0..<depth where !take("]") { throw error("']'") }
  }

  private mutating func readSegment() throws(DeepLink.PatternError) {
    if rest.first == "{" {
      let argument = try readArgument()
      guard !argument.isList, argument.kind != .flag, !argument.isOptional else {
        throw error("no list, flag or '?' before: an optional component stands in '[/…]'")
      }
      segments.append(.argument(argument))
    } else {
      let word = takeWord()
      guard !word.isEmpty else { throw error("a component, or '{NAME}'") }
      segments.append(.text(word))
    }
  }

  /// `{NAME}`, `KEY` (short for `{KEY}`), `KEY={NAME}` or `KEY=TEXT`.
  private mutating func readItem() throws(DeepLink.PatternError) {
    if rest.first == "{" {
      let argument = try readArgument()
      items.append(LinkPattern.Item(key: argument.name, value: .argument(argument)))
      return
    }
    let key = takeWord()
    guard !key.isEmpty else { throw error("a key, or '{NAME}'") }
    if !take("=") {
      try declare(key)
      items.append(LinkPattern.Item(key: key, value: .argument(LinkArgument(name: key))))
    } else if rest.first == "{" {
      items.append(LinkPattern.Item(key: key, value: .argument(try readArgument())))
    } else {
      items.append(LinkPattern.Item(key: key, value: .text(takeWord())))
    }
  }

  /// `"{" name [":" type ["[]"]] ["?"] ["=" default] "}"`.
  private mutating func readArgument() throws(DeepLink.PatternError) -> LinkArgument {
    _ = take("{")
    let name = rest.prefix { $0.isASCII && isNameByte(UInt8(truncatingIfNeeded: $0.value)) }
    var argument = LinkArgument(name: String(name))
    rest = rest.dropFirst(name.count)
    try declare(argument.name)
    if take(":") {
      let word = rest.prefix(while: Self.isAlphanumeric)
      guard let kind = LinkArgument.Kind(rawValue: String(word)) else {
        throw error("one of \(LinkArgument.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      argument.kind = kind
      rest = rest.dropFirst(word.count)
      if rest.starts(with: "[]".unicodeScalars) {
        argument.isList = true
        rest = rest.dropFirst(2)
      }
    }
    argument.isOptional = take("?")
    if take("=") {
      let word = rest.prefix { $0 != "}" }
      guard let value = argument.value(of: String(word)) else {
        throw error("a default of the type \(argument.kind.rawValue)")
      }
      argument.fallback = argument.isList ? .array([value]) : value
      rest = rest.dropFirst(word.count)
    }
    guard take("}") else { throw error("'}'") }
    return argument
  }

  private mutating func declare(_ name: String) throws(DeepLink.PatternError) {
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
      throw error("the name of an argument: letters, digits, - _ .")
    }
    guard names.insert(name).inserted else { throw error("each argument once, not '\(name)' again") }
  }

  private mutating func takeWord() -> String {
    let word = rest.prefix { !Self.signs.contains($0) }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// What ends a component, a key or a value.
  private static let signs = Array("/?&={}[]#".unicodeScalars)

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == sign else { return false }
    rest = rest.dropFirst()
    return true
  }

  private func error(_ expected: String) -> DeepLink.PatternError {
    let before = String(text.unicodeScalars[..<rest.startIndex])
    return DeepLink.PatternError("the url '\(text)', after '\(before)': expected \(expected)")
  }
}
