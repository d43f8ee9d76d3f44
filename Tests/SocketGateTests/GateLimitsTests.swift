// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SocketGate

@Suite struct GateLimitsTests {
  private static let limits = GateLimits()

  @Test(
    "the specification's table of constants says the limits",
    arguments: [
      ("frames of a message that end its connection", "more than \(limits.framesMax)"),
      ("octets of a ZMTP command that end its connection", "more than \(GateLimits.commandMax)"),
      (
        "new connections of a user: at once, and then a second",
        "1 024, \(1_000_000 / GateLimits.arrivalMicroseconds)"
      ),
      (
        "what a connection, a user has sent and the coordinator has not read",
        "\(limits.unreadMax >> 20) MiB, \(GateLimits.unreadPerUserMax >> 20) MiB; subscriptions 256 KiB"
      ),
      (
        "what waits to be sent to a connection, a user",
        "\(limits.unsentMax >> 20) MiB, \(GateLimits.unsentPerUserMax >> 20) MiB"
      ),
      ("subscriptions of a connection, a user", "\(limits.subscriptionsMax), 4 096"),
      (
        "a message that does not go on, a silent connection where places are short",
        "\(GateLimits.patienceMicroseconds / 1_000_000) s"
      ),
    ])
  func specificationSTableConstants(name: String, value: String) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Protocols/reference.md").standardizedFileURL
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("\n| \(name) | \(value) |"), "\(name): \(value)")
    #expect(GateLimits.subscriptionsPerUserMax == 4096 && GateLimits.arrivalsMax == 1024)
  }
}
