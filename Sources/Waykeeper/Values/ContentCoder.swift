// SPDX-License-Identifier: Apache-2.0

import Foundation
public import RouteModel

/// Content of a screen that has no JSON form, or that does not fit the screen's type.
public struct ContentError: Error, Sendable, CustomStringConvertible {
  /// The screen.
  public var screen: ScreenName
  /// What is wrong, where, and what was expected.
  public var message: String

  /// An error of the screen called `screen`.
  public init(screen: ScreenName, message: String) {
    self.screen = screen
    self.message = message
  }

  /// `content of 'exhibit': …`
  public var description: String { "content of '\(screen)': \(message)" }
}

/// Content of typed screens to canonical JSON and back, by way of Foundation's coders.
enum ContentCoder {
  static func encode(_ value: some Encodable, of screen: ScreenName) throws(ContentError) -> JSONValue {
    do {
      let text = try JSONEncoder().encode(value)
      return try JSONDecoder().decode(JSONBox.self, from: text).value.canonical
    } catch {
      throw ContentError(screen: screen, message: explain(error))
    }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from content: JSONValue, of screen: ScreenName
  ) throws(ContentError) -> Value {
    do {
      // An object without members is null in canonical form; a type with properties wants the object.
      if content.isNull, let value = try? JSONDecoder().decode(type, from: Data("{}".utf8)) { return value }
      return try JSONDecoder().decode(type, from: try JSONEncoder().encode(JSONBox(value: content)))
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

/// A JSON value as Foundation's coders see it.
private struct JSONBox: Codable {
  var value: JSONValue

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(value: JSONValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      value = .object(try object.allKeys.map { ($0.stringValue, try object.decode(JSONBox.self, forKey: $0).value) })
      return
    }
    if var array = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !array.isAtEnd { items.append(try array.decode(JSONBox.self).value) }
      value = .array(items)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let bool = try? single.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? single.decode(Int64.self) {
      value = .integer(integer)
    } else if let double = try? single.decode(Double.self) {
      value = .number(double)
    } else {
      value = .string(try single.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .integer(let integer):
      var container = encoder.singleValueContainer()
      try container.encode(integer)
    case .double(let double):
      var container = encoder.singleValueContainer()
      try container.encode(double)
    case .string(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(JSONBox(value: item)) }
    case .members(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members { try container.encode(JSONBox(value: member.value), forKey: Key(stringValue: member.key)) }
    }
  }
}
