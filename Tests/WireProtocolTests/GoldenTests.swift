// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import TestTraits
import WireProtocol

/// `WRITE_GOLDEN=1 swift test --filter GoldenTests` writes the files anew, for a reviewer to look at the difference.
@Suite("A golden message", .offPool)
struct GoldenTests {
  private static let isWriting = ProcessInfo.processInfo.environment["WRITE_GOLDEN"] != nil

  @Test("has the octets of its file", arguments: GoldenMessages.all.map(\.name))
  func octets(name: String) throws {
    let message = try #require(GoldenMessages.all.first { $0.name == name }?.message)
    let made = GoldenFile(name, message)
    if Self.isWriting { try made.write() }
    let read = try GoldenFile(reading: name)
    for encoding in Encoding.allCases {
      #expect(made.frames[encoding] == read.frames[encoding], "\(name), \(encoding)")
      #expect(try WireCodec.decode(frames: read.frames[encoding] ?? []).get().message == message)
    }
  }

  @Test("exists of every kind and of every verb, and every file is of one")
  func complete() throws {
    #expect(Set(GoldenMessages.all.map(\.message.kind)) == Set(Message.Kind.allCases))
    let verbs = GoldenMessages.all.compactMap { golden -> VerbKind? in
      guard case .command(let command) = golden.message else { return nil }
      return VerbKind(command.verb)
    }
    #expect(Set(VerbKind.allCases).subtracting(verbs) == [])
    let names = GoldenMessages.all.map(\.name)
    #expect(SentGolden.negative.count > 30 && SentGolden.tolerated.count > 5)
    #expect(Set(names).count == names.count)
    let files = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path)
      .filter { $0.contains(".") }
    #expect(Set(files) == Set(names.flatMap { ["\($0).json", "\($0).hex"] }))
  }

  @Test("cut short is a fault that says what is wrong, or another message", arguments: GoldenMessages.all.map(\.name))
  func truncated(name: String) throws {
    for (encoding, frames) in try GoldenFile(reading: name).frames {
      for count in 0..<frames[1].count {
        try check([frames[0], Array(frames[1].prefix(count))], encoding)
      }
      for count in 0..<frames[0].count {
        let result = WireCodec.decode(frames: [Array(frames[0].prefix(count)), frames[1]])
        #expect(throws: WireFault.self) { try result.get() }
      }
    }
  }

  @Test(
    "with a bit turned is a fault that says what is wrong, or another message",
    arguments: GoldenMessages.all.map(\.name))
  func flipped(name: String) throws {
    for (encoding, frames) in try GoldenFile(reading: name).frames {
      for index in frames[1].indices {
        var body = frames[1]
        body[index] ^= 1 << UInt8(index % 8)
        try check([frames[0], body], encoding)
      }
    }
  }

  @Test("with a bit of its header turned is a fault that says what is wrong, or another message")
  func flippedHeader() throws {
    for (encoding, frames) in try GoldenFile(reading: "command-go").frames {
      for bit in 0..<(Header.byteCount * 8) {
        var header = frames[0]
        header[bit / 8] ^= 1 << UInt8(bit % 8)
        try check([header, frames[1]], encoding)
      }
    }
  }

  /// What the codec takes, it can write, and takes again as the same; what it does not take, it explains.
  private func check(_ frames: [[UInt8]], _ encoding: Encoding) throws {
    switch WireCodec.decode(frames: frames) {
    case .success(let inbound):
      let again = WireCodec.encode(inbound.message, encoding: inbound.encoding, epoch: inbound.epoch)
      try #require(try WireCodec.decode(frames: again).get().message == inbound.message)
    case .failure(let fault):
      try #require(!fault.error.message.isEmpty)
    }
  }

  @Test(
    "of the negative ones is answered with the error that its file says", arguments: SentGolden.negative)
  func negative(golden: SentGolden) throws {
    let fault = try #require(throws: WireFault.self) {
      try WireCodec.decode(frames: golden.frames, atCoordinator: true).get()
    }
    #expect((fault.answer != nil) == (golden.answer != nil))
    if let answer = golden.answer { #expect(fault.error.code.rawValue == answer, "\(fault.error.message)") }
    let words = try #require(golden.says)
    #expect(fault.error.message.contains(words), "\(fault.error.message)")
  }

  @Test("that is written carelessly is taken for the same", arguments: SentGolden.tolerated)
  func tolerated(golden: SentGolden) throws {
    let message = try #require(GoldenMessages.all.first { $0.name == golden.like }?.message)
    #expect(try WireCodec.decode(frames: golden.frames, atCoordinator: true).get().message == message)
  }
}
