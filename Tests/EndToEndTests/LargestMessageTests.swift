// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("The largest message of each kind")
struct LargestMessageTests {
  /// A process of its own, so that its memory is that of the messages alone. Built for debugging, everything takes far
  /// longer than what is promised (`swift run -c release benchmarks`): a cost that grows faster than the message still shows.
  @Test("costs neither seconds nor hundreds of megabytes, and what is too large is refused")
  func costs() async throws {
    let program = try Program("benchmarks", ["largest", "10000", "96", "3000"], environment: [:])
    let end = try await program.end(within: .seconds(900))
    print(end.all)
    #expect(end.code == 0, "\(end.all)")
    #expect(end.output.count > 60, "\(end.all)")
  }
}
