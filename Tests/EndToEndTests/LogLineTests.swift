// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@testable import waykeeperd

@Suite("A line of the log") struct LogLineTests {
  @Test(
    "Nobody's text begins a line, says its priority, or ends its field",
    arguments: [
      ("a\r\n<2>forged", #"m k=a\u{D}\u{A}<2>forged"#), ("\u{1B}[2J", #"m k=\u{1B}[2J"#),
      ("x y", #"m k="x y""#), (#"x" level=error"#, #"m k="x\" level=error""#), (#"x\" y=z"#, #"m k="x\\\" y=z""#),
      ("\u{2028}\u{202E}\u{85}", #"m k=\u{2028}\u{202E}\u{85}"#), ("", #"m k="""#),
    ])
  func text(value: String, line: String) {
    #expect(LineLogHandler.text("m", ["k": value]) == line)
    #expect(LineLogHandler.text(value, [:]).unicodeScalars.allSatisfy { !$0.isHarmful })
  }
}
