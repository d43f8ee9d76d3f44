// SPDX-License-Identifier: Apache-2.0

import Testing

/// Each rule finds what it is for: a rule that finds nothing anywhere would hold for ever.
@Suite("The rules of tidiness") struct RuleTests {
  private func sample(_ text: String, _ path: String = "Sources/RouteModel/Sample.swift") -> Repository.File {
    Repository.File(path: path, text: text)
  }

  @Test("A file without its licence, or with too many lines, is found")
  func wholeFiles() {
    #expect(Rules.licence(sample("import Testing\n")).count == 1)
    #expect(Rules.licence(sample("// SPDX-License-Identifier: Apache-2.0\n\n")).isEmpty)
    #expect(Rules.length(sample(String(repeating: "\n", count: 401))).count == 1)
    #expect(Rules.length(sample(String(repeating: "\n", count: 400))).isEmpty)
  }

  @Test(
    "A line that a rule forbids is found; a comment is not",
    arguments: [
      (Rules.purity, "import Foundation"), (Rules.purity, "let now = clock.now"),
      (Rules.purity, "let id = Int.random(in: 0...1)"), (Rules.noSleep, "try await Task.sleep(for: .seconds(1))"),
      (Rules.noSleep, "usleep(10)"), (Rules.noSleep, "  sleep(1)"), (Rules.noPrinting, "print(value)"),
      (Rules.noEscape, "let a = try! b()"), (Rules.noEscape, "fatalError(\"no\")"),
      (Rules.noEscape, "final class A: @unchecked Sendable {}"), (Rules.noFoundationProcess, "let git = Process()"),
    ] as [(@Sendable (Repository.File) -> [String], String)])
  func lines(rule: @Sendable (Repository.File) -> [String], line: String) {
    #expect(rule(sample("struct A {\n  \(line)\n}\n")).count == 1)
    #expect(rule(sample("struct A {\n  // \(line)\n}\n")).isEmpty)
  }

  @Test(
    "A test without a quoted title is found",
    arguments: [
      "@Test func `it works`() {}", "@Test func works() {}", "@Test(.serialized) func works() {}",
      "@Test(\n    arguments: [1])\n  func works(number: Int) {}", "@Test\n  func works() {}",
    ])
  func untitled(test: String) {
    #expect(!Rules.titles(sample("struct A {\n  \(test)\n}\n")).isEmpty)
    let titled = test.replacing("@Test(", with: "@Test(\"It works\", ").replacing(
      "@Test func", with: "@Test(\"It\") func"
    )
    .replacing("@Test\n", with: "@Test(\"It\")\n").replacing("`it works`", with: "works")
    #expect(Rules.titles(sample("struct A {\n  \(titled)\n}\n")).isEmpty)
  }

  @Test("What is left to be done is found in comments above all")
  func leftovers() {
    #expect(Rules.noLeftovers(sample("let a = 1  // TODO: more\n// FIXME\n")).count == 2)
    #expect(Rules.noLeftovers(sample("let a = 1\n")).isEmpty)
  }

  @Test(
    "A public or package declaration without a docstring is found",
    arguments: [
      "public struct A {}", "  package func b() {}", "  public private(set) var d = 1",
      "@frozen\npublic enum E {}", "public init() {}", "  package nonisolated func f() {}",
    ])
  func documented(declaration: String) {
    #expect(Rules.documented(sample("\n\(declaration)\n")).count == 1)
    #expect(Rules.documented(sample("/// It says what it is.\n\(declaration)\n")).isEmpty)
  }

  @Test(
    "What needs no docstring is not found",
    arguments: [
      "struct A {}", "public import B",
      "/// A table.\npackage enum A {\n  package static let b = 1\n\n  package static let c = 2",
      "  public override init() {",
    ])
  func undocumented(line: String) {
    #expect(Rules.documented(sample("\n\(line)\n")).isEmpty)
  }

  /// A declaration, a body of so many lines, and its end.
  private func body(_ declaration: String, lines: Int) -> Repository.File {
    let body = String(repeating: "    work()\n\n", count: lines / 2) + (lines.isMultiple(of: 2) ? "" : "    work()\n")
    return sample("struct A {\n  \(declaration)\n\(body)  }\n}\n")
  }

  @Test(
    "A body of more than 70 lines is found, whatever it belongs to",
    arguments: [
      "func work() {", "@MainActor private static func work<A>(_ a: A) async throws -> A {", "init() {",
      "init?(a: B) {",
      "deinit {", "subscript(index: Int) -> Int {", "var work: Int {", "public private(set) var work: Int {",
      "@Test(\"It works\") func works() {", "package nonisolated(nonsending) func work() {",
    ])
  func longBodies(declaration: String) {
    #expect(FunctionRule.complaints(about: body(declaration, lines: 69)).count == 1)
    #expect(FunctionRule.complaints(about: body(declaration, lines: 68)).isEmpty)
  }

  @Test("A signature of several lines begins where its first line stands")
  func longSignatures() {
    let signature = "func work(\n    a: Int\n  ) -> Int {"
    #expect(FunctionRule.complaints(about: body(signature, lines: 67)).count == 1)
    #expect(FunctionRule.complaints(about: body(signature, lines: 66)).isEmpty)
    #expect(FunctionRule.complaints(about: body("func work()\n    -> Int\n  {", lines: 67)).count == 1)
  }

  @Test("A requirement of a protocol has no body, nor has a stored property")
  func noBodies() {
    let text =
      "protocol A {\n  func work()\n  var count: Int { get }\n  init()\n}\nstruct B {\n  var a = 1\n  let b = 2\n}\n"
    #expect(FunctionRule.complaints(about: sample(text + String(repeating: "let a = 1\n", count: 100) + "}\n")).isEmpty)
  }

  static let manifest = Manifest(
    """
    let package = Package(
      targets: [
        .target(name: "RouteModel"),
        .target(
          name: "Coordination",
          dependencies: ["RouteModel", .product(name: "Logging", package: "swift-log")]),
        .testTarget(name: "CoordinationTests", dependencies: ["Coordination"], resources: [.copy("Vectors")]),
        .executableTarget(name: "benchmarks", dependencies: ["RouteModel"], path: "Tests/Benchmarks"),
      ])
    """)

  @Test("The manifest's targets have their folders and dependencies")
  func targets() {
    let targets = Self.manifest.targets
    #expect(targets.map(\.name) == ["RouteModel", "Coordination", "CoordinationTests", "benchmarks"])
    #expect(
      targets.map(\.folder)
        == ["Sources/RouteModel", "Sources/Coordination", "Tests/CoordinationTests", "Tests/Benchmarks"])
    #expect(targets.map(\.dependencies) == [[], ["RouteModel", "Logging"], ["Coordination"], ["RouteModel"]])
  }

  @Test(
    "An import that the target does not depend on is found, in every form",
    arguments: [
      "import Coordination", "public import Coordination", "private import Coordination",
      "@testable import Coordination", "@_exported public import Coordination", "@preconcurrency import Coordination",
      "@_spi(Testing) import Coordination", "import struct Coordination.Event", "import Logging",
    ])
  func undeclaredImports(line: String) {
    #expect(Self.manifest.undeclaredImports(of: sample("\n\(line)\n")).count == 1)
  }

  @Test("An import that the target depends on, or of the toolchain, is not")
  func declaredImports() {
    let file = sample("import RouteModel\nimport Logging\nimport Foundation\n", "Sources/Coordination/A.swift")
    #expect(Self.manifest.undeclaredImports(of: file).isEmpty)
    #expect(Self.manifest.undeclaredImports(of: sample("", "Sources/Elsewhere/A.swift")).count == 1)
  }

  @Test("A dependency that nothing imports is found")
  func unusedDependencies() {
    let files = [
      sample("import RouteModel\n", "Sources/Coordination/A.swift"),
      sample("@testable import Coordination\n", "Tests/CoordinationTests/B.swift"),
      sample("import RouteModel\n", "Tests/Benchmarks/C.swift"),
    ]
    #expect(
      Self.manifest.unusedDependencies(among: files) == [
        "Coordination depends on Logging, and no file of it imports it"
      ])
  }

  @Test("A folder of tests without a target is found, a target that is a comment being none, and one without a folder")
  func untested() {
    let manifest = Manifest(
      """
      targets: [
        .testTarget(name: "CoordinationTests", dependencies: ["Coordination"]),
        // .testTarget(name: "WayTests", dependencies: ["way"]),
        .testTarget(name: "MuseumTests", path: "Deploy/Tests/MuseumTests"),
      ]
      """)
    let complaints = manifest.untested(among: ["Tests/CoordinationTests", "Tests/WayTests"])
    #expect(
      complaints == [
        "Tests/WayTests is no test target, so its tests do not run",
        "Deploy/Tests/MuseumTests is a test target, and no folder",
      ])
  }

  @Test("A folder without files is an error")
  func noFiles() {
    #expect(throws: Repository.Missing.self) { try Repository.files(in: ["Sources/Nowhere"], ending: [".swift"]) }
    #expect(throws: Repository.Missing.self) { try Repository.files(in: ["Sources"], ending: [".cobol"]) }
  }
}
