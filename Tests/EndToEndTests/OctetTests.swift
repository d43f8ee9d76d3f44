// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("Octets that are no text") struct OctetTests {
    @Test("A variable that is not UTF-8 reaches what is started as it is", arguments: ["sandbox", "worker"])
    func environment(command: String) async throws {
      try await Stage.empty { stage in
        let way = Program.folder.appending(path: "way").path
        let script = #"""
          export X=$'a\xff'
          exec "$1" "$2" -- /bin/sh -c 'printf %s "$X" | od -An -tx1 >&2'
          """#
        let end = try await stage.start("/bin/bash", ["-c", script, "bash", way, command]).end()
        #expect(end.errors.contains { $0.trimmingCharacters(in: .whitespaces) == "61 ff" }, "\(end.all)")
      }
    }

    @Test(
      "An argument that is not UTF-8 is refused, and no other one is taken for it",
      arguments: [
        ("way", #"journal export --output "$2"/$'b\xff.jsonl'"#, 4), ("way", #"show $'a\xff'"#, 2),
        ("way", #"--runtime-dir "$2"/$'z\xff' sandbox -- true"#, 2),
        ("waykeeperd", #"--runtime-dir "$2"/$'z\xff'"#, 2),
      ] as [(String, String, Int)])
    func argument(program: String, words: String, number: Int) async throws {
      try await Stage.empty { stage in
        let path = Program.folder.appending(path: program).path
        let script = #"exec "$1" \#(words)"#
        let end = try await stage.start("/bin/bash", ["-c", script, "bash", path, stage.folder]).end()
        #expect(end.code == 2 && end.output.isEmpty, "\(end.all)")
        #expect(end.errors == ["\(program): argument \(number) is not UTF-8, and cannot be taken as it is"])
        #expect(try stage.files.isEmpty)
      }
    }
  }
}
