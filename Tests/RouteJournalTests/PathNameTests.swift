// SPDX-License-Identifier: Apache-2.0

import RouteJournal
import Testing

@Suite("Paths to files")
struct PathNameTests {
  @Test(
    "The folder is what is written before the last slash",
    arguments: [("a.jsonl", "."), ("/a.jsonl", "/"), ("link/../a.jsonl", "link/.."), ("/run/x/a.jsonl", "/run/x")])
  func folder(path: String, folder: String) { #expect(PathName.folder(of: path) == folder) }
}
