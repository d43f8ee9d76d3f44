// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("A recorder", .timeLimit(.minutes(20)))
struct RecorderTests {
  private let recorder = Recorder<Int>()

  @Test("wakes everybody who waits for an item")
  func items() async throws {
    async let first: Void = recorder.wait { $0.count == 2 }
    async let second: Void = recorder.wait { $0.count == 2 }
    async let third = recorder.next("a 2") { $0 == 2 }
    for item in 1...2 { recorder.add(item) }
    try await first
    try await second
    #expect(try await third == 2)
  }

  @Test("wakes everybody when the time is up")
  func bounds() async throws {
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { [recorder] in
          let error = await #expect(throws: Overdue.self) {
            try await recorder.wait(for: "an item", within: .milliseconds(200)) { !$0.isEmpty }
          }
          #expect(error?.description == "an item did not come in time")
        }
      }
    }
  }

  @Test("wakes everybody at the end, those who wait for it and those who wait for more")
  func end() async throws {
    async let ended: Void = recorder.ended()
    async let another: Void = recorder.ended()
    async let more = #expect(throws: Overdue.self) { try await recorder.next("an item") }
    recorder.end()
    try await ended
    try await another
    #expect(await more?.hasEnded == true)
  }
}
