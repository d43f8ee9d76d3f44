// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing
import WireProtocol

@Suite("Stored JSON")
struct StoredJSONTests {
  @Test(
    "Ids stand in a cause as they are spelled",
    arguments: [
      "way-0ECKP2ASVVGNVY75SB3ZN4T583-1", #"a"\-0ECKP2ASVVGNVY75SB3ZN4T583-9223372036854775807"#, "free", #"fr"ee\-7"#,
    ])
  func ids(text: String) throws {
    let tokens = [Ask.Token(epoch: 0, number: 10), Ask.Token(epoch: 12, number: .max)]
    let cause = Cause(kind: .command, command: CommandID(text), verb: "back", tokens: tokens)
    let json = String(decoding: StoredJSON.bytes(cause), as: UTF8.self)
    let stored = try StoredJSON.object(json)
    #expect(stored["commandId"] == .string(text))
    #expect(stored["tokens"] == .array([.string("0.10"), .string("12.18446744073709551615")]))
    #expect(try StoredJSON.cause(json) == cause)
  }
}
