// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Large routes") struct LargeRouteTests {
    @Test("Observers see the largest routes that commit, and what comes after them")
    func largest() async throws {
      try await Stage.empty { stage in
        // Without workers, each of whose words on what appeared would be another large commit.
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
        #expect(try await stage.outcome("replace", "page").isAsAsked)
        let watch = try await stage.startWatch()
        let run = try stage.start("way", ["run", "--timeout", "1m", "-"])
        // Each screen is near 16 KiB, and all of them near 256 KiB. The verb as people write it would be as long again.
        func screens(_ letter: String) -> String {
          let text = letter + String(repeating: #"\""#, count: 7900)
          let screen = #"{"screen":"page","content":{"t":"\#(text)"}}"#
          return "[" + Array(repeating: screen, count: 14).joined(separator: ",") + "]"
        }
        var slowest = Duration.zero
        for letter in ["a", "b", "c"] {
          let start = ContinuousClock.now
          let verbs = ["x", letter].map { #"{"verb":"replace","screens":\#(screens($0))}"# }.joined(separator: ",")
          try run.say(#"{"verb":"batch","verbs":[\#(verbs)]}"#)
          let outcome = try JSONLine.outcome(try await run.output.next("outcome \(letter)"))
          #expect(outcome.kind == .committed, "\(outcome.message)")
          slowest = max(slowest, ContinuousClock.now - start)
        }
        let observer = PathObserver(at: .runtimeFolder(stage.runtimeFolder))
        var events = observer.makeAsyncIterator()
        #expect(await events.next()?.scene == "main")
        try run.say(#"{"verb":"replace","screens":["page?last=1"]}"#)
        _ = try await run.output.next("the last outcome")
        let line = try await watch.output.next("the last update") {
          $0.contains(#"{"update":"#) && $0.contains(#""last":1"#)
        }
        #expect(line.contains(#"\""#), "it says where it came from")
        #expect(!watch.output.all.contains { $0.contains(#"{"gap":"#) })
        // On a machine so busy that a command takes seconds, the watch rightly says that it heard nothing for 3 s.
        #expect(!watch.output.all.contains { $0.contains("disconnected") } || slowest > .seconds(2), "\(slowest)")
        #expect(!daemon.errors.all.contains { $0.contains("connections went beyond a limit") })
        while let event = await events.next() {
          guard case .update(let update) = event else { continue }
          #expect(update.current.path.description == "page?last=1")
          break
        }
      }
    }
  }
}
