// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The rules of CONTRIBUTING that a machine can check.
@Suite("Tidy") struct TidyTests {
  @Test("Every Swift file says its licence first")
  func licence() {
    for file in Repository.sources + Repository.tests {
      #expect(file.text.hasPrefix("// SPDX-License-Identifier: Apache-2.0\n"), "\(file)")
    }
  }

  @Test("No file is longer than 400 lines")
  func length() {
    for file in Repository.sources + Repository.tests {
      #expect(file.lines.count <= 401, "\(file) has \(file.lines.count) lines; split it by purpose")
    }
  }

  @Test("No function is longer than 70 lines")
  func functions() {
    for file in Repository.sources {
      for function in Self.longFunctions(of: file, linesMax: 70) {
        Issue.record("\(file): \(function); keep the branching and move the leaves out")
      }
    }
  }

  /// Functions by their indentation, which the formatter guarantees: from `func` or `init` to the closing brace that
  /// stands in the same column.
  private static func longFunctions(of file: Repository.File, linesMax: Int) -> [String] {
    let start =
      /^( *)(?:@\w+ |public |private |fileprivate |static |mutating |consuming |override |convenience )*(?:func|init)\b.*/
    var found: [String] = []
    var open: (indent: String, line: Int, name: Substring)?
    for (number, line) in file.lines.enumerated() {
      if let known = open, line == known.indent + "}" || line.hasPrefix(known.indent + "} ") {
        if number - known.line > linesMax { found.append("\(known.name) is \(number - known.line) lines long") }
        open = nil
      } else if open == nil, let match = line.wholeMatch(of: start), !line.hasSuffix("}") {
        open = (String(match.output.1), number, line.drop { $0 == " " })
      }
    }
    return found
  }

  @Test("The core reads no clock, draws no random numbers and imports nothing of the world")
  func pureCore() {
    let banned = [
      "import Foundation", "import Glibc", "import Dispatch", ".now", ".random", "Date(", "ContinuousClock",
      "SystemRandomNumberGenerator",
    ]
    let pure = Repository.sources.filter {
      $0.path.hasPrefix("Sources/RouteModel/") || $0.path.hasPrefix("Sources/Coordination/")
    }
    #expect(!pure.isEmpty)
    for file in pure {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in banned where line.contains(word) && !(word == ".now" && line.contains("self.now")) {
          Issue.record("\(file):\(number + 1) has '\(word)': make it an argument")
        }
      }
    }
  }

  @Test("Imports point one way")
  func imports() {
    let allowed: [String: Set<String>] = [
      "CanonicalJSON": [], "RouteModel": ["CanonicalJSON"], "Coordination": ["RouteModel"],
      "WireProtocol": ["Coordination", "RouteModel"],
      "ZeroMQ": ["CZeroMQ"], "RouteJournal": ["Coordination", "RouteModel", "WireProtocol"],
      "CoordinatorService": ["Coordination", "RouteJournal", "RouteModel", "WireProtocol", "ZeroMQ"],
      "Waykeeper": ["CanonicalJSON", "Coordination", "RouteModel", "WireProtocol", "ZeroMQ"],
      "WaykeeperTesting": ["Coordination", "CoordinatorService", "Waykeeper"],
      "way": ["Coordination", "RouteModel", "Waykeeper", "RouteJournal"],
      "waykeeperd": ["CoordinatorService", "RouteJournal"],
    ]
    let ours = Set(allowed.keys).union(["CZeroMQ"])
    for file in Repository.sources {
      guard let module = file.path.split(separator: "/").dropFirst().first.map(String.init) else { continue }
      for line in file.lines {
        guard
          let match = line.wholeMatch(of: /(?:@\w+ )*(?:public |internal |package )?import (?:struct |enum )?(\w+).*/)
        else { continue }
        let imported = String(match.output.1)
        if ours.contains(imported) {
          #expect(allowed[module]?.contains(imported) == true, "\(file) imports \(imported)")
        }
      }
    }
  }

  @Test("No test waits for a fixed time")
  func noSleep() {
    for file in Repository.tests where !file.path.hasPrefix("Tests/TidyTests/") {
      for (number, line) in file.lines.enumerated() {
        let isCall = line.contains("Task.sleep") || line.contains("usleep(") || line.contains("Thread.sleep")
        #expect(!isCall, "\(file):\(number + 1): wait for the event instead")
      }
    }
  }

  @Test("Nothing is left to be done later, and nothing prints in a library")
  func noLeftovers() {
    for file in Repository.sources + Repository.tests where !file.path.hasPrefix("Tests/TidyTests/") {
      let isProgram = file.path.hasPrefix("Sources/way") && !file.path.hasPrefix("Sources/Waykeeper")
      for (number, line) in file.lines.enumerated() {
        let word = ["TODO", "FIXME"].first { line.contains($0) }
        #expect(word == nil, "\(file):\(number + 1)")
        if !isProgram, file.path.hasPrefix("Sources/") {
          #expect(!line.drop { $0 == " " }.hasPrefix("print(\""), "\(file):\(number + 1) prints")
        }
      }
    }
  }

  @Test("Every relative link of a document leads somewhere")
  func links() {
    for file in Repository.documents {
      let folder = Repository.root.appending(path: file.path).deletingLastPathComponent()
      for match in file.text.matches(of: /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/) {
        let target = folder.appending(path: String(match.output.1))
        #expect(FileManager.default.fileExists(atPath: target.path), "\(file) links to \(match.output.1)")
      }
    }
  }

  @Test("No build product is in the repository")
  func noProducts() throws {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "-C", Repository.root.path, "ls-files"]
    let output = Pipe()
    git.standardOutput = output
    try git.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    git.waitUntilExit()
    for path in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      #expect(!path.hasPrefix(".build") && path != "Package.resolved" && !path.hasSuffix(".o"), "\(path)")
    }
  }
}
