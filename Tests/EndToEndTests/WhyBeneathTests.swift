// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Why of what lay beneath") struct WhyBeneathTests {
    @Test("Of a screen that took its element while another one lay on it why tells that, and when the element came")
    func beneath() async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        #expect(try await stage.outcome("replace", "home/list/help").isAsAsked)
        #expect(try await stage.outcome("replace-screen", "list", "map").isAsAsked)
        #expect(try await stage.outcome("dismiss", "help").isAsAsked)
        let end = try await stage.way("why", "--format", "json")
        let why = try #require(try JSONValue(json: end.output.joined())["why"], "\(end.all)")
        #expect(why["screen"] == .string("map") && why.at("commit", "revision") == .integer(3))
        #expect(why.at("came", "revision") == .integer(1) && why.at("changed", "revision") == .integer(2))
        #expect(try await stage.way("why").output.contains { $0.contains("content") && $0.contains("revision 2") })
      }
    }
  }
}
