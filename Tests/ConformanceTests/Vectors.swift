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
    guard let folder = Bundle.module.resourceURL else { throw Unreadable(what: "no folder of vectors") }
    return try lines(at: folder.appending(path: "Vectors/\(name).jsonl"))
  }

  /// The folder of lines that somebody else drew, such as by another seed: each has to have an explanation, and how many
  /// have which is only printed.
  static let otherFolder = ProcessInfo.processInfo.environment["VECTORS"].map { URL(fileURLWithPath: $0) }

  /// The lines to be counted: of the folder of others if there is one, but for lines of our own.
  static func lines(for tally: Tally) throws -> [JSONValue] {
    let name = String(tally.file.dropLast(".jsonl".count))
    guard let folder = otherFolder, !tally.isOurOwn else { return try lines(of: name) }
    return try lines(at: folder.appending(path: tally.file))
  }

  /// A plan of routes nests its lines deeper than content may be.
  private static func lines(at url: URL) throws -> [JSONValue] {
    let bytes = [UInt8](try Data(contentsOf: url))
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue.asWritten($0).canonical }
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

  /// The same object with another value of a member.
  func replacing(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .members(let members) = self else { return self }
    return .object(members.filter { $0.key != key }.map { ($0.key, $0.value) } + [(key, value)])
  }

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
