// SPDX-License-Identifier: Apache-2.0

/// An argument of a link pattern: the value of a segment or of a key of the query, with its type.
struct LinkArgument: Hashable, Sendable {
  /// The type of an argument.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Any text.
    case string
    /// A whole number that fits 64 bits.
    case int
    /// A number as in JSON.
    case number
    /// `true` or `false`.
    case bool
    /// True if the key stands in the query.
    case flag
  }

  var name: String
  var kind = Kind.string
  /// Whether it takes every value of a repeated key.
  var isList = false
  var isOptional = false
  /// The value if the URL gives none.
  var fallback: JSONValue?

  /// The value that one text stands for; nil if the text is none of this type.
  func value(of text: String?) -> JSONValue? {
    guard let text else { return kind == .flag ? .bool(true) : nil }
    switch kind {
    case .string: return .string(text)
    case .int: return Int64(text).flatMap { text.hasPrefix("+") ? nil : .integer($0) }
    case .number:
      // Round a number of JSON may stand spaces; they are no part of it.
      guard text.utf8.allSatisfy({ $0 > Byte.space }), let value = try? JSONValue(json: text) else { return nil }
      switch value {
      case .integer, .double: return value
      case .null, .bool, .string, .array, .members: return nil
      }
    case .bool: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .flag: return text == "false" ? .bool(false) : text == "true" ? .bool(true) : nil
    }
  }

  /// The value that the texts of a key stand for together; nil if they do not fit, `.some(nil)` if the argument is absent.
  func value(of texts: [String?]) -> JSONValue?? {
    guard let last = texts.last else {
      if let fallback { return .some(fallback) }
      return isOptional || kind == .flag ? .some(nil) : nil
    }
    guard isList else { return value(of: last).map { .some($0) } }
    var values: [JSONValue] = []
    for text in texts {
      guard let value = self.value(of: text) else { return nil }
      values.append(value)
    }
    return .some(.array(values))
  }
}
