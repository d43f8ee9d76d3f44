// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import TestTraits

/// The rules of CONTRIBUTING that a machine can check, on the project's own files.
@Suite("Tidy", .offPool) struct TidyTests {
  private func check(_ files: [Repository.File], _ rule: (Repository.File) -> [String]) {
    for complaint in files.flatMap(rule) { Issue.record(Comment(rawValue: complaint)) }
  }

  @Test("Every Swift file says its licence first")
  func licence() throws { check(try Repository.swift(), Rules.licence) }

  @Test("No file is longer than 400 lines, and half of them have about 100")
  func length() throws {
    let files = try Repository.swift()
    check(files, Rules.length)
    for group in [try Repository.sources(), try Repository.tests()] {
      let lengths = group.map(\.length).sorted()
      #expect(lengths[lengths.count / 2] <= 120, "the median file has \(lengths[lengths.count / 2]) lines")
    }
  }

  @Test("No function and no computed property is longer than 70 lines")
  func functions() throws { check(try Repository.swift(), FunctionRule.complaints) }

  @Test("The core reads no clock, draws no random numbers and imports nothing of the world")
  func pureCore() throws {
    check(try Repository.files(in: Self.core.map { "Sources/\($0)" }, ending: [".swift"]), Rules.purity)
  }

  private static let core = ["CanonicalJSON", "RouteModel", "Coordination"]

  @Test("Every import is a dependency of its target, and every dependency is imported")
  func imports() throws {
    let manifest = Manifest(try Repository.file("Package.swift").text)
    #expect(manifest.targets.count > 10)
    let files = try Repository.swift()
    check(files, manifest.undeclaredImports)
    for complaint in manifest.unusedDependencies(among: files) { Issue.record(Comment(rawValue: complaint)) }
  }

  @Test("Every folder of tests is a target of tests")
  func testFolders() throws {
    let folders = try Repository.testFolders()
    #expect(folders.count > 10)
    let manifest = Manifest(try Repository.file("Package.swift").text)
    for complaint in manifest.untested(among: folders) { Issue.record(Comment(rawValue: complaint)) }
  }

  @Test("No test waits for a fixed time")
  func noSleep() throws { check(try Repository.tests().filter(Self.isNoSample), Rules.noSleep) }

  @Test("Every test has a quoted title")
  func titles() throws { check(try Repository.tests().filter(Self.isNoSample), Rules.titles) }

  @Test("Nothing is left to be done later")
  func noLeftovers() throws { check(try Repository.swift().filter(Self.isNoSample), Rules.noLeftovers) }

  @Test("No library prints")
  func noPrinting() throws {
    let programs = ["Sources/way/", "Sources/waykeeperd/"]
    check(try Repository.sources().filter { file in !programs.contains { file.path.hasPrefix($0) } }, Rules.noPrinting)
  }

  @Test("No process is started by Foundation")
  func noFoundationProcess() throws {
    check(try Repository.swift().filter(Self.isNoSample), Rules.noFoundationProcess)
  }

  @Test("Nothing ends the process or opts out of the compiler's checks")
  func noEscape() throws { check(try Repository.swift().filter(Self.isNoSample), Rules.noEscape) }

  @Test("Every public and package declaration has a docstring")
  func documented() throws { check(try Repository.sources(), Rules.documented) }

  /// This target quotes what it forbids.
  private static func isNoSample(_ file: Repository.File) -> Bool { !file.path.hasPrefix("Tests/TidyTests/") }

  @Test("Every relative link of a document leads somewhere")
  func links() throws {
    var count = 0
    for file in try Repository.documents() {
      let folder = Repository.root.appending(path: file.path).deletingLastPathComponent()
      for match in file.text.matches(of: /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/) {
        count += 1
        let target = folder.appending(path: String(match.output.1))
        #expect(FileManager.default.fileExists(atPath: target.path), "\(file) links to \(match.output.1)")
      }
    }
    #expect(count > 20)
  }

  @Test("What the tutorial shows of the package to begin with is in its files")
  func tutorial() throws {
    let page = try Repository.file("Sources/Waykeeper/Waykeeper.docc/FirstScreen.md")
    func unindented(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
    let shown = page.text.matches(of: /<!-- file: (\S+) -->\n(?:<!-- .* -->\n)*```(?:swift)?\n((?s).*?)```/)
    #expect(shown.count > 5)
    for block in shown {
      let text = unindented(try Repository.file(String(block.output.1)).text)
      #expect(text.contains(unindented(block.output.2)), "\(block.output.1) has not what \(page) shows of it")
    }
  }

  @Test("No build product is in the repository")
  func noProducts() async throws {
    // A repository that is named may be another user's.
    let words = ["git", "-C", Repository.root.path, "--git-dir=.git", "ls-files"]
    let listed = try await Program.run("/usr/bin/env", words)
    #expect(listed.code == 0, "\(listed.all)")
    let paths = listed.output
    #expect(paths.contains("Package.swift"))
    for path in paths {
      #expect(!path.hasPrefix(".build") && path != "Package.resolved" && !path.hasSuffix(".o"), "\(path)")
    }
  }
}
