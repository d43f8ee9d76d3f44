// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import way

@Suite("Why nothing shows that the journal has") struct UnrestoredTests {
  /// Starts a coordinator with this configuration, and waits until it listens.
  private static func coordinator(_ stage: Stage, _ scene: String) async throws -> Program {
    let file = "\(stage.folder)/waykeeperd.yaml"
    try "scenes: { main: \(scene) }\n".write(toFile: file, atomically: true, encoding: .utf8)
    return try await stage.startOpenCoordinator(["--config", file])
  }

  @Test("A start that did not take over the route is told, and no command is blamed for what does not show")
  func why() async throws {
    try await Stage.empty { stage in
      let first = try await Self.coordinator(stage, "{}")
      #expect(try await stage.way("replace", "home/list").code == 0)
      #expect(try await stage.way("why").output.first == "list is on top of main because")
      first.signal(SIGTERM)
      _ = try await first.end()
      _ = try await Self.coordinator(stage, "{ restore: never }")
      let why = try await stage.way("why").output
      #expect(why.first == "nothing shows in main because")
      #expect(
        why.contains {
          $0.hasSuffix("the coordinator started  without that route (`restore` or `lock` in its configuration)")
        })
      #expect(why.contains { $0.hasSuffix("the path then was        home / list") }, "\(why)")
      #expect(!why.contains { $0.contains("replace home/list") }, "\(why)")
      let element = try await stage.way("why", "@1").output
      #expect(element.first == "@1 list stood in main because")
      #expect(
        element.contains { $0.hasPrefix("  gone") && $0.contains("the coordinator started without") }, "\(element)")
      let json = try await stage.way("why", "--format", "json").output
      #expect(json.count == 1 && json[0].contains(#""unrestored":{"at":"#), "\(json)")
      // What the journal says of that time stays true.
      #expect(try await stage.way("why", "1").output.first == "main came to revision 1 because")
      #expect(try await stage.way("replace", "home").code == 0)
      #expect(try await stage.way("why").output.first == "home is on top of main because")
    }
  }

  @Test("So is a scene that the configuration does not name any more")
  func otherScene() async throws {
    try await Stage.empty { stage in
      let first = try await Self.coordinator(stage, "{}, side: {}")
      #expect(try await stage.way("replace", "home", "--scene", "side").code == 0)
      first.signal(SIGTERM)
      _ = try await first.end()
      _ = try await Self.coordinator(stage, "{}")
      let why = try await stage.way("why", "--scene", "side").output
      #expect(why.first == "nothing shows in side because")
      #expect(why.contains { $0.hasSuffix("without this scene, which its configuration does not name") }, "\(why)")
    }
  }
}
