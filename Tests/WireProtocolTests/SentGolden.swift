// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A file of Protocols/golden/negative or tolerated: frames that a careless sender sends, and what the coordinator makes of
/// them.
struct SentGolden: Decodable, Sendable, CustomTestStringConvertible {
  /// The rule that is broken, or bent.
  let rule: String
  /// The header in hex.
  private let header: String
  /// The body as text, or in hex.
  private let json: String?
  private let pb: String?
  /// Of a negative one, the code of the ERROR; nil where nothing can be answered.
  let answer: String?
  /// What its message says, among other words.
  let says: String?
  /// Of a tolerated one, the golden message that it is taken for.
  let like: String?
  /// The file, and its name.
  private(set) var path = ""
  private(set) var name = ""

  private enum CodingKeys: String, CodingKey {
    case rule, header, json, pb, answer, says, like
  }

  static let negative = (try? all(in: "negative")) ?? []
  static let tolerated = (try? all(in: "tolerated")) ?? []

  /// All of a folder, by name.
  private static func all(in folder: String) throws -> [SentGolden] {
    let base = GoldenFile.folder.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: base.path).sorted().map { file in
      let url = base.appending(path: file)
      var golden = try JSONDecoder().decode(SentGolden.self, from: Data(contentsOf: url))
      (golden.path, golden.name) = (url.path, file)
      return golden
    }
  }

  var testDescription: String { name }

  /// The header and the body.
  var frames: [[UInt8]] {
    [GoldenFile.octets(header[...]), json.map { Array($0.utf8) } ?? GoldenFile.octets((pb ?? "")[...])]
  }
}
