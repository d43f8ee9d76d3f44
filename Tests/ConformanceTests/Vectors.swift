// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel

/// Reads the lines that the four systems' own code gave.
enum Vectors {
  /// A file that is not what the tests take it for.
  struct Unreadable: Error {
    var what: String
  }

  /// The lines of `Vectors/NAME.jsonl`, read by our own parser.
  static func lines(of name: String) throws -> [JSONValue] {
    guard let url = Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Vectors") else {
      throw Unreadable(what: "Vectors/\(name).jsonl is not there")
    }
    let bytes = [UInt8](try Data(contentsOf: url))
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(json: $0) }
  }
}

extension JSONValue {
  /// The text of a member.
  func text(_ key: String) throws -> String {
    guard case .string(let text)? = self[key] else { throw Vectors.Unreadable(what: "no text '\(key)' in \(self)") }
    return text
  }

  /// The number of a member, or nil where there is none.
  func number(_ key: String) -> Int64? {
    if case .integer(let number)? = self[key] { number } else { nil }
  }

  /// Whether a member is true.
  func flag(_ key: String) -> Bool { self[key] == .bool(true) }

  /// The items of a member; none where it is absent.
  func items(_ key: String) -> [JSONValue] {
    if case .array(let items)? = self[key] { items } else { [] }
  }

  /// The texts of a member; none where it is absent.
  func texts(_ key: String) throws -> [String] {
    try items(key).map { item in
      guard case .string(let text) = item else { throw Vectors.Unreadable(what: "'\(key)' holds \(item)") }
      return text
    }
  }
}

extension ScreenName {
  init(vector text: String) throws {
    guard let name = ScreenName(text) else { throw Vectors.Unreadable(what: "'\(text)' is no name") }
    self = name
  }
}
