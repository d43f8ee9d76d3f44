// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import way

@Suite("Lines that are told without a wait", .timeLimit(.minutes(20))) struct NoticesTests {
  @Test("Where nobody reads, the newest are kept, and it is told how many were left out")
  func leftOut() async throws {
    let told = Recorder<String>()
    let reader = DispatchSemaphore(value: 0)
    let notices = Notices { line in
      told.add(line)
      reader.wait()
    }
    notices.hear(["first"])
    _ = try await told.next("the first line")
    let lines = (1...Notices.linesMax + 3).map { "line \($0)" }
    notices.hear(lines)
    let expected =
      ["first", "way: 3 lines were left out here, since nobody read them"] + lines.suffix(Notices.linesMax)
    for _ in expected { reader.signal() }
    try await told.wait(for: "all lines") { $0.count == expected.count }
    notices.finish()
    #expect(told.all == expected)
  }

  @Test("Few long ones are kept, the newest at least")
  func long() async throws {
    let told = Recorder<String>()
    let reader = DispatchSemaphore(value: 0)
    let notices = Notices { line in
      told.add(line)
      reader.wait()
    }
    notices.hear(["first"])
    _ = try await told.next("the first line")
    let long = String(repeating: "x", count: Notices.bytesMax)
    notices.hear(["second", long])
    let expected = ["first", "way: 1 line was left out here, since nobody read them", long]
    for _ in expected { reader.signal() }
    try await told.wait(for: "all lines") { $0.count == expected.count }
    #expect(told.all == expected)
  }
}
