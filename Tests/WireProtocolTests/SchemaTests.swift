// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import WireProtocol

@Suite("The JSON Schema")
struct SchemaTests {
  @Test("is what follows from the forms of the messages")
  func generated() throws {
    let file = try Data(contentsOf: GoldenFile.protocols.appending(path: "waykeeper.schema.json"))
    #expect(try JSONValue.asWritten(file).jsonBytes == WireSchema.document.jsonBytes, "run .ci/generate")
  }

  @Test(
    "describes every golden message, all its members and none that may be missing, and refuses the negative ones",
    .enabled(if: Python.has("jsonschema"), "python3-jsonschema is not installed"))
  func golden() async throws {
    let arguments = GoldenMessages.all.map { name, message in
      "\(message.kind)=\(GoldenFile.folder.appending(path: "\(name).json").path)"
    }
    let protocols = GoldenFile.protocols
    let script = protocols.appending(path: "validate.py").path
    let schema = protocols.appending(path: "waykeeper.schema.json").path
    let negatives = SentGolden.negative.map(\.path)
    let python = try #require(Python.path)
    let result = try await Program.run(python, [script, schema] + arguments + negatives, within: .seconds(600))
    #expect(result.code == 0, "\(result.all)")
  }

  @Test(
    "is compared with every file, whatever is wrong with the one before it",
    .enabled(if: Python.has("jsonschema"), "python3-jsonschema is not installed"))
  func faults() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", "empty.json")
    try folder.write("[]", "list.json")
    try folder.write(#"{"schema":"frob","json":"{}"}"#, "negative.json")
    let paths = ["validate.py", "waykeeper.schema.json"].map { GoldenFile.protocols.appending(path: $0).path }
    let bodies = ["command=\(folder.file("empty.json"))", "frob=\(folder.file("empty.json"))"]
    let rest = ["command=\(folder.file("list.json"))", folder.file("negative.json")]
    let result = try await Program.run(try #require(Python.path), paths + bodies + rest, within: .seconds(600))
    #expect(result.code == 1 && result.errors.isEmpty, "\(result.all)")
    for fault in [
      "empty.json: $: 'commandId' is a required property", "empty.json: no definition 'frob'",
      "list.json: $: [] is not of type 'object'", "negative.json: no definition 'frob'",
    ] {
      #expect(result.output.contains { $0.hasSuffix(fault) }, "\(fault)\n\(result.all)")
    }
  }

  @Test(
    "lists the words of every closed list",
    arguments: [
      UnchangedReason.allCases.map(\.rawValue), RejectedReason.allCases.map(\.rawValue),
      Outcome.VetoReason.allCases.map(\.rawValue), Outcome.FailureReason.allCases.map(\.rawValue),
      Outcome.Phase.allCases.map(\.rawValue), Asked.Answer.allCases.map(\.rawValue), Presence.allCases.map(\.rawValue),
      Element.Visibility.allCases.map(\.rawValue), Contention.allCases.map(\.rawValue),
      Completion.allCases.map(\.rawValue), Cause.Kind.allCases.map(\.rawValue),
      Status.State.allCases.map(\.rawValue), Inspect.Subject.allCases.map(\.rawValue),
      ProtocolError.Code.allCases.map(\.rawValue), Routable.Unanswered.allCases.map(\.rawValue),
    ])
  func closedLists(words: [String]) throws {
    let schema = try String(
      contentsOf: GoldenFile.protocols.appending(path: "waykeeper.schema.json"), encoding: .utf8)
    let compact = schema.filter { !$0.isWhitespace }
    let list = "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    #expect(compact.contains("\"enum\":\(list)"), "\(list)")
  }
}
