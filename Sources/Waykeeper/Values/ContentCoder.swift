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
    let keys = (path + [last].compactMap(\.self)).map(\.stringValue)
    return keys.isEmpty ? "the whole" : "'\(keys.joined(separator: "."))'"
  }
}
