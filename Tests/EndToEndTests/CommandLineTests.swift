// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Command lines as they are typed") struct CommandLineTests {
    @Test("An argument that is not UTF-8 reaches no other program changed", arguments: ["sandbox", "worker"])
    func noText(command: String) async throws {
      try await Stage.empty { stage in
        let way = Program.folder.appending(path: "way").path
        let script = #""$1" "$2" -- printf '%s' $'a\xff'"#
        let end = try await stage.start("/bin/bash", ["-c", script, "bash", way, command]).end()
        #expect(end.code == 2 && end.output.isEmpty, "\(end.all)")
        #expect(end.errors == ["way: argument 3 behind -- is not UTF-8, and cannot be handed on as it is"])
      }
    }

    @Test("A load may be typed with -- at its end")
    func bench() async throws {
      try await Stage.empty { stage in
        let end = try await stage.way("bench", "--count", "5", "--warm-up", "0", "--")
        #expect(end.code == 0, "\(end.all)")
      }
    }

    @Test("A wait for a scene that is not there says which there are when its time is over")
    func unknownScene() async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let missing = "there is no scene 'mian' yet; did you mean 'main'? (scenes: main)"
        let end = try await stage.way("wait", "home", "--scene", "mian", "--timeout", "200ms", "--format", "json")
        #expect(end.code == 3 && end.errors == ["way: not as asked after 200 ms: \(missing)"], "\(end.all)")
        #expect(try JSONValue(json: end.output.joined())["missing"] == .string(missing), "\(end.all)")
        let known = try await stage.way("wait", "list", "--timeout", "200ms")
        #expect(known.code == 3 && !known.all.contains("no scene"), "\(known.all)")
      }
    }
  }
}
