// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import WireProtocol

/// The files of Protocols/golden: for each message NAME.json, its JSON body as one line, and NAME.hex, its headers in both
/// encodings and its binary body.
struct GoldenFile {
  static let protocols = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Protocols")
  static let folder = protocols.appending(path: "golden")

  let name: String
  /// The frames in each encoding: header and body.
  var frames: [Encoding: [[UInt8]]]

  init(_ name: String, _ message: Message) {
    self.name = name
    frames = [:]
    for encoding in Encoding.allCases {
      frames[encoding] = WireCodec.encode(
        message, encoding: encoding, epoch: GoldenMessages.epoch, correlation: GoldenMessages.correlation)
    }
  }

  /// The frames that the files hold.
  init(reading name: String) throws {
    self.name = name
    let json = try String(contentsOf: Self.folder.appending(path: "\(name).json"), encoding: .utf8)
    let hex = try String(contentsOf: Self.folder.appending(path: "\(name).hex"), encoding: .utf8)
    var lines: [Substring: [UInt8]] = [:]
    for line in hex.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      lines[parts[0]] = Self.octets(parts.count == 2 ? parts[1] : "")
    }
    frames = [
      .json: [lines["json header"] ?? [], Array(json.dropLast().utf8)],
      .protobuf: [lines["pb header"] ?? [], lines["pb body"] ?? []],
    ]
  }

  func write() throws {
    let json = frames[.json]?.last ?? []
    try (String(decoding: json, as: UTF8.self) + "\n").write(
      to: Self.folder.appending(path: "\(name).json"), atomically: true, encoding: .utf8)
    let hex = """
      json header: \(Self.hex(frames[.json]?.first ?? []))
      pb header: \(Self.hex(frames[.protobuf]?.first ?? []))
      pb body: \(Self.hex(frames[.protobuf]?.last ?? []))

      """
    try hex.write(to: Self.folder.appending(path: "\(name).hex"), atomically: true, encoding: .utf8)
  }

  private static func hex(_ octets: [UInt8]) -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  static func octets(_ hex: Substring) -> [UInt8] {
    hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }
}
