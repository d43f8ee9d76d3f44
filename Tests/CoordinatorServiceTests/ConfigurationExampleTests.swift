// SPDX-License-Identifier: Apache-2.0

import Coordination
import CoordinatorService
import Foundation
import RouteJournal
import RouteModel
import Testing

@Suite("The example configuration")
struct ConfigurationExampleTests {
  private let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Deploy/waykeeperd.yaml").standardizedFileURL

  private let environment = Configuration.Environment(
    variables: ["RUNTIME_DIRECTORY": "/run/waykeeper", "STATE_DIRECTORY": "/var/lib/waykeeper"], uid: 990,
    currentFolder: "/")

  @Test("is accepted, and differs from what is built in by its durability alone")
  func asInstalled() throws {
    let example = try Configuration.load(files: [file.path], environment: environment)
    var builtIn = try Configuration(sources: [], environment: environment)
    #expect(builtIn.durability == .normal)
    builtIn.durability = .full
    builtIn.files = example.files
    builtIn.namesGroups = true
    #expect(example == builtIn)
  }

  @Test("is accepted too with everything in it that is commented out")
  func withItsExamples() throws {
    let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        // Prose has a space after its '#', a key has none, what stands below a key has more than one.
        let isProse = line == "#" || line.hasPrefix("# ") && !line.hasPrefix("#  ")
        return line.hasPrefix("#") && !isProse ? String(line.dropFirst()) : String(line)
      }.joined(separator: "\n")
    let full = try Configuration(
      sources: [.init(file: "waykeeperd.yaml", text: text)], environment: environment)
    #expect(full.runtimeFolder.path == "/run/waykeeper")
    #expect(full.stateFolder.path == "/var/lib/waykeeper")
    #expect(full.settings.scenes.keys.sorted() == ["cluster", "main"])
    #expect(full.settings.scenes["main"]?.restore == .never)
    #expect(full.settings.scenes["main"]?.idle?.afterMs == 120_000)
    #expect(full.settings.scenes["main"]?.lock?.out == "staff")
    #expect(full.settings.links.patterns.count == 2)
    #expect(full.endpoints.updates.map(\.port) == [5772])
  }
}
