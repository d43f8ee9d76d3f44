// SPDX-License-Identifier: Apache-2.0

/// A type of the standard library that is one JSON value without containers.
protocol JSONScalar: Codable {
  /// The JSON form; nil where no JSON value holds it exactly.
  var scalar: JSONValue? { get }
  /// The value that a JSON value holds.
  static func read(_ value: JSONValue) throws(ScalarMisfit) -> Self
}

/// Why a JSON value is no value of a type.
enum ScalarMisfit: Error {
  /// The JSON value is of another type.
  case type
  /// The JSON value is a number that the type cannot hold.
  case range
}

extension Bool: JSONScalar {
  var scalar: JSONValue? { .bool(self) }

  static func read(_ value: JSONValue) throws(ScalarMisfit) -> Bool {
    guard case .bool(let value) = value else { throw .type }
    return value
  }
}

extension String: JSONScalar {
  var scalar: JSONValue? { .string(self) }

  static func read(_ value: JSONValue) throws(ScalarMisfit) -> String {
    guard case .string(let value) = value else { throw .type }
    return value
  }
}

extension Double: JSONScalar {
  var scalar: JSONValue? { isFinite ? .number(self) : nil }

  static func read(_ value: JSONValue) throws(ScalarMisfit) -> Double {
    switch value {
    case .integer(let value): return Double(value)
    case .double(let value): return value
    case .null, .bool, .string, .array, .members: throw .type
    }
  }
}

extension Float: JSONScalar {
  /// The shortest number that reads back the same, as `0.1` for `Float(0.1)`.
  var scalar: JSONValue? {
    guard isFinite else { return nil }
    let shortest = Double("\(self)") ?? Double(self)
    return .number(Float(shortest) == self ? shortest : Double(self))
  }

  static func read(_ value: JSONValue) throws(ScalarMisfit) -> Float {
    let value = Float(try Double.read(value))
    guard value.isFinite else { throw .range }
    return value
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  var scalar: JSONValue? {
    if let value = Int64(exactly: self) { return .integer(value) }
    return Double(exactly: self).map { .number($0) }
  }

  static func read(_ value: JSONValue) throws(ScalarMisfit) -> Self {
    let number: Self? =
      switch value {
      case .integer(let value): Self(exactly: value)
      case .double(let value): Self(exactly: value)
      case .null, .bool, .string, .array, .members: throw .type
      }
    guard let number else { throw .range }
    return number
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}
