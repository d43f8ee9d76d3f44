// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import SwiftProtobuf

/// A value with a form in Protocol Buffers (`Protocols/waykeeper/v1`). Both directions stand side by side.
protocol ProtobufForm {
  /// The generated type.
  associatedtype Proto: SwiftProtobuf.Message
  /// Reads it.
  init(proto: Proto) throws(FormError)
  /// Its generated value.
  var proto: Proto { get }
}

/// Reads fields; an error names the field that is wrong.
enum Field {
  /// A name.
  static func name<Kind>(_ text: String, _ field: String) throws(FormError) -> Name<Kind> {
    guard let name = Name<Kind>(text) else { throw FormError("\(field): '\(text.clipped)' is not \(Name<Kind>.rule)") }
    return name
  }

  /// A name, or nil where it is empty.
  static func nameIfAny<Kind>(_ text: String, _ field: String) throws(FormError) -> Name<Kind>? {
    text.isEmpty ? nil : try name(text, field)
  }

  /// Names.
  static func names<Kind>(_ texts: [String], _ field: String) throws(FormError) -> [Name<Kind>] {
    try texts.map { text throws(FormError) in try name(text, field) }
  }

  /// A number that JSON can carry too.
  static func count(_ number: UInt64, _ field: String) throws(FormError) -> UInt64 {
    guard number <= Int64.max else { throw FormError("\(field): \(number) is not a number from 0 to 2^63-1") }
    return number
  }

  /// A time.
  static func milliseconds(_ number: Int64, _ field: String) throws(FormError) -> Int64 {
    guard number >= 0 else { throw FormError("\(field): \(number) is not a number from 0 to 2^63-1") }
    return number
  }

  /// A number with a fraction.
  static func finite(_ number: Double, _ field: String) throws(FormError) -> Double {
    guard number.isFinite else { throw FormError("\(field): \(number) is not a number that JSON can carry") }
    return number
  }

  /// A JSON text; null where it is empty.
  static func json(_ text: Data, _ field: String) throws(FormError) -> JSONValue {
    guard !text.isEmpty else { return .null }
    do { return try JSONValue(json: text) } catch { throw FormError("\(field): this is no JSON: \(error)") }
  }

  /// The reverse of ``json(_:_:)``.
  static func data(_ value: JSONValue) -> Data { value.isNull ? Data() : Data(value.jsonBytes) }

  /// A word of a closed list. Its numbers follow the order of `Word.allCases`, from 1, or from 0 where the first is what
  /// an absent field means.
  static func word<Word: CaseIterable, Proto: SwiftProtobuf.Enum>(
    _ proto: Proto, _ field: String, from first: Int = 1
  ) throws(FormError) -> Word {
    let words = Array(Word.allCases)
    guard words.indices.contains(proto.rawValue - first) else {
      throw FormError("\(field): \(proto.rawValue) is no number of version 1")
    }
    return words[proto.rawValue - first]
  }

  /// The reverse of ``word(_:_:from:)``.
  static func proto<Word: CaseIterable & Equatable, Proto: SwiftProtobuf.Enum>(
    _ word: Word, from first: Int = 1
  ) -> Proto {
    let number = Array(Word.allCases).firstIndex(of: word).map { $0 + first }
    return number.flatMap(Proto.init(rawValue:)) ?? Proto()
  }

  /// A message that has to be there.
  static func required<Value>(_ value: Value?, _ field: String) throws(FormError) -> Value {
    guard let value else { throw FormError("\(field) is missing") }
    return value
  }
}

extension Array where Element: ProtobufForm {
  /// The values of a repeated field.
  init(protos: [Element.Proto]) throws(FormError) {
    self = try protos.map { proto throws(FormError) in try Element(proto: proto) }
  }

  /// The repeated field.
  var protos: [Element.Proto] { map(\.proto) }
}
