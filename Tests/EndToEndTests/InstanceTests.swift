// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Screens that stand on a path once, or not on top of each other") struct InstanceTests {
    @Test("Shown again, the one that is there takes the content, and the outcome says so")
    func delivered() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker(
          "shop",
          """
          worker: shop
          root: [home]
          screens:
            home: { handles: { show product: push, show player: push } }
            product: { instance: single-top }
            player: { instance: single }
          """)
        _ = try await stage.way("start", "home")
        _ = try await stage.way("show", "product", "--context", #"{"id":1}"#)
        let second = try await stage.outcome("show", "product", "--context", #"{"id":2}"#)
        #expect(second.path.path.description == "home/product?id=2")
        let product = try #require(second.path.path.elements.last).id
        #expect(second.delivered == [product])
        _ = try await worker.output.next("the content") { $0.contains(#"{"state":"#) && $0.contains(#"{"id":2}"#) }

        _ = try await stage.way("replace", "home/player?film=1/product?id=3")
        let text = try await stage.way("show", "player", "--context", #"{"film":2}"#)
        #expect(text.code == 0)
        let player = try #require(
          try await stage.outcome("show", "player", "--context", #"{"film":3}"#).delivered.first)
        #expect(text.output.last == "  delivered to \(player), which was there already")
        #expect(try await stage.path == "home/player?film=3")
        let twice = try await stage.way("replace", "home/player/player")
        #expect(twice.code == 3 && twice.all.contains("'player' is registered as single"))
      }
    }
  }
}
