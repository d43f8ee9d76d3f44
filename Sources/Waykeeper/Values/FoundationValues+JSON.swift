// SPDX-License-Identifier: Apache-2.0

package import CanonicalJSON
package import FoundationEssentials

// Foundation's own JSON coders give these types a form that their `Codable` conformance does not know. Content has the
// same form, so that a screen with a URL is the same to every reader of JSON.

extension URL: JSONValueConvertible {
  /// The URL that a text spells.
  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(string: text)
  }

  /// The text of the URL.
  package var jsonValue: JSONValue? { .string(absoluteString) }
}

extension Data: JSONValueConvertible {
  /// The bytes that a text in Base64 stands for.
  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(base64Encoded: text)
  }

  /// The bytes in Base64.
  package var jsonValue: JSONValue? { .string(base64EncodedString()) }
}

extension Decimal: JSONValueConvertible {
  /// The number.
  package init?(jsonValue: JSONValue) {
    switch jsonValue {
    case .integer, .double: self.init(string: jsonValue.json)
    case .null, .bool, .string, .array, .members: return nil
    }
  }

  /// The number; nil for one that is none.
  package var jsonValue: JSONValue? { isNaN ? nil : try? JSONValue(json: description) }
}
