// SPDX-License-Identifier: Apache-2.0

import CanonicalJSON
public import RouteModel

/// Content of a screen that has no JSON form, or that does not fit the screen's type.
public struct ContentError: Error, Sendable, CustomStringConvertible {
  /// The screen.
  public var screen: ScreenName
  /// The problem, its place, and the expected value.
  public var message: String

  /// An error of the screen called `screen`.
  public init(screen: ScreenName, message: String) {
    self.screen = screen
    self.message = message
  }

  /// `content of 'exhibit': …`
  public var description: String { "content of '\(screen)': \(message)" }
}

/// Content of typed screens to canonical JSON and back.
enum ContentCoder {
  static func encode(_ value: some Encodable, of screen: ScreenName) throws(ContentError) -> JSONValue {
    do {
      return try JSONValue(encoding: value)
    } catch {
      throw ContentError(screen: screen, message: explain(error))
    }
  }

  /// A context, an input or what a conversion makes: its type need not be readable, so that nothing can be compared; a case of an
  /// enum that would leave nothing behind is refused.
  static func value(_ value: some Encodable, of place: ScreenName) throws(ContentError) -> JSONValue {
    do {
      return try JSONValue(encodingAllOf: value)
    } catch {
      throw ContentError(screen: place, message: explain(error))
    }
  }

  /// The content of a typed screen. A debug build reads it at once: that it cannot be read is told where it is given, and not
  /// only by the worker that shows it.
  static func content<S: Screen>(of screen: S) throws(ContentError) -> JSONValue {
    let content = try encode(screen, of: S.name)
    #if DEBUG
      try check(content, of: screen)
    #endif
    return content
  }

  /// Reads the content of a screen as its own type, and compares it and what it is encoded as.
  ///
  /// - Throws: ``ContentError`` where it cannot be read, or is not the same again.
  static func check<S: Screen>(_ content: JSONValue, of screen: S) throws(ContentError) {
    let copy: S
    do throws(ContentError) {
      copy = try decode(S.self, from: content, of: S.name)
    } catch {
      throw ContentError(screen: S.name, message: "\(S.self) cannot read what it encodes: \(error.message)")
    }
    let again = try encode(copy, of: S.name)
    if let keys = parting(content, again) {
      let part = place(keys)
      let message = "\(S.self) encodes \(part) in another way when it has read it: equal screens need equal content"
      throw ContentError(screen: S.name, message: message)
    }
    guard copy != screen else { return }
    // A case of an enum that leaves nothing behind is told with its place; all else that may be lost has no trace in the content.
    _ = try value(screen, of: S.name)
    let message = "\(S.self) is another screen when it is read again: something that == compares is not in its content"
    throw ContentError(screen: S.name, message: "\(message); \(lossAdvice)")
  }

  private static let lossAdvice = """
    encode it, or leave it out of == (an optional that holds something empty is read as nil, a Decimal has 15 digits, a URL is \
    without its base)
    """

  /// The keys that lead to where two values part; nil where they are equal.
  private static func parting(_ one: JSONValue, _ other: JSONValue) -> [String]? {
    guard one != other else { return nil }
    switch (one, other) {
    case (.members(let members), .members(let others)):
      for key in (members + others).map(\.key) {
        if let rest = parting(one[key] ?? .null, other[key] ?? .null) { return [key] + rest }
      }
    case (.array(let items), .array(let others)) where items.count == others.count:
      for (index, pair) in zip(items, others).enumerated() {
        if let rest = parting(pair.0, pair.1) { return ["Index \(index)"] + rest }
      }
    default: break
    }
    return []
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from content: JSONValue, of screen: ScreenName
  ) throws(ContentError) -> Value {
    do {
      return try content.decode(as: type)
    } catch {
      throw ContentError(screen: screen, message: explain(error))
    }
  }

  private static func explain(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath, key)) is missing"
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
      "\(place(context.codingPath)) has to be a value of \(type)"
    case DecodingError.dataCorrupted(let context): "\(place(context.codingPath)): \(context.debugDescription)"
    case EncodingError.invalidValue(let value, let context):
      "\(place(context.codingPath)) has no JSON form: \(value)"
    default: "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey], _ last: (any CodingKey)? = nil) -> String {
    place((path + [last].compactMap(\.self)).map(\.stringValue))
  }

  private static func place(_ keys: [String]) -> String {
    keys.isEmpty ? "the whole" : "'\(keys.joined(separator: "."))'"
  }
}
