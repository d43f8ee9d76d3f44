// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
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
    .enabled(if: Python.runs(["-c", "import jsonschema"]).status == 0, "python3-jsonschema is not installed"))
  func golden() {
    let arguments = GoldenMessages.all.map { name, message in
      "\(message.kind)=\(GoldenFile.folder.appending(path: "\(name).json").path)"
    }
    let protocols = GoldenFile.protocols
    let script = protocols.appending(path: "validate.py").path
    let schema = protocols.appending(path: "waykeeper.schema.json").path
    let negatives = SentGolden.negative.map(\.path)
    let result = Python.runs([script, schema] + arguments + negatives)
    #expect(result.status == 0, "\(result.output)")
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

/// The system's Python.
private enum Python {
  static func runs(_ arguments: [String]) -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    do { try process.run() } catch { return (-1, "\(error)") }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
