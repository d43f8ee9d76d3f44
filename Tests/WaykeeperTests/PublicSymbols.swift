// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The public symbols of a module, as the compiler knows them, in a text that is read in reviews.
///
/// The compiler's symbol graph holds what `import` shows: the module's own symbols, and those that it exports.
struct PublicSymbols {
  /// A symbol that a graph holds.
  private struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Fragment: Decodable {
      var kind: String
      var spelling: String
    }

    var kind: Kind
    var pathComponents: [String]
    var declarationFragments: [Fragment]

    var isType: Bool {
      ["swift.struct", "swift.enum", "swift.class", "swift.protocol", "swift.typealias"].contains(kind.identifier)
    }
  }

  private struct Graph: Decodable { var symbols: [Symbol] }

  /// The module.
  let module: String
  /// The types and functions at the top, then those inside others, each with its members.
  private(set) var headings: [String: [String]] = [:]
  /// How many types stand at the top; other names of types are not counted.
  private(set) var topTypes = 0
  /// How many types stand inside others.
  private(set) var innerTypes = 0

  /// Asks the compiler. The module's own extensions of other modules' types count too.
  init(of module: String) async throws {
    self.module = module
    let folder = FileManager.default.temporaryDirectory.appending(path: "waykeeper-symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await Self.extract(module, to: folder)
    for symbol in try Self.symbols(in: folder) { add(symbol) }
    // An exported type brings the extensions of its own module along, which the graph leaves out.
    var owners = Set(headings.keys.map { String($0.prefix { $0 != "\t" }) })
    for other in module == "Waykeeper" ? Self.exported : [] {
      let folder = folder.appending(path: other)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try await Self.extract(other, to: folder)
      // Owners before what lies in them.
      for symbol in try Self.symbols(in: folder).sorted(by: { $0.pathComponents.count < $1.pathComponents.count }) {
        let owner = symbol.pathComponents.dropLast().joined(separator: ".")
        let isNew = !symbol.isType || !owners.contains(symbol.pathComponents.joined(separator: "."))
        guard !owner.isEmpty, owners.contains(owner), isNew else { continue }
        add(symbol)
        if symbol.isType { owners.insert(symbol.pathComponents.joined(separator: ".")) }
      }
    }
  }

  /// The modules whose types Waykeeper exports, one by one.
  private static let exported = ["CanonicalJSON", "Coordination", "RouteModel"]

  private static func symbols(in folder: URL) throws -> [Symbol] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }.flatMap { file in
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols
    }
  }

  /// One line a type, its members below it.
  var text: String {
    let body = headings.sorted { $0.key < $1.key }.flatMap { heading, members in
      [Self.withoutKey(heading)] + Set(members).sorted().map { "  \($0)" }
    }
    return (["# \(module): \(topTypes) types, and \(innerTypes) inside them"] + body).joined(separator: "\n") + "\n"
  }

  private mutating func add(_ symbol: Symbol) {
    let path = symbol.pathComponents.joined(separator: ".")
    guard symbol.isType else {
      let derived = ["hash(into:)", "==(_:_:)", "<(_:_:)", "hashValue", "init(rawValue:)", "allCases"]
      guard !derived.contains(symbol.pathComponents.last ?? "") else { return }
      let owner = symbol.pathComponents.dropLast().joined(separator: ".")
      // A member of another module's type has no heading of its own.
      let heading = headings.keys.first { $0.hasPrefix(owner + "\t") } ?? "\(owner)\textension \(owner)"
      headings[heading, default: []].append(Self.line(symbol, named: nil))
      return
    }
    if symbol.kind.identifier != "swift.typealias" {
      if symbol.pathComponents.count == 1 { topTypes += 1 } else { innerTypes += 1 }
    }
    let heading = "\(path)\t\(Self.line(symbol, named: path))"
    let early = "\(path)\textension \(path)"
    headings[heading, default: []] += headings.removeValue(forKey: early) ?? []
  }

  /// A declaration in one line; `name` takes the place of the last component.
  private static func line(_ symbol: Symbol, named name: String?) -> String {
    let words = symbol.declarationFragments.map { fragment in
      fragment.kind == "identifier" && fragment.spelling == symbol.pathComponents.last
        ? name ?? fragment.spelling : fragment.spelling
    }
    return words.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func withoutKey(_ heading: String) -> String {
    String(heading.drop { $0 != "\t" }.dropFirst())
  }

  private static func extract(_ module: String, to folder: URL) async throws {
    let arguments = CommandLine.arguments
    let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments[$0 + 1] }
    let build = URL(filePath: bundle ?? "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let packages = build.appending(path: "../../checkouts").standardizedFileURL
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let words = [
      "swift", "symbolgraph-extract", "-module-name", module, "-I", build.appending(path: "Modules").path,
      // C modules that the module's own dependencies import.
      "-I", root.appending(path: "Sources/CZeroMQ").path,
      "-I", root.appending(path: "Sources/CSocketCalls/include").path,
      "-I", packages.appending(path: "GRDB.swift/Sources/GRDBSQLite").path,
      "-I", packages.appending(path: "Yams/Sources/CYaml/include").path,
      "-target", target, "-output-dir", folder.path,
      "-minimum-access-level", "public", "-skip-synthesized-members", "-omit-extension-block-symbols",
      "-experimental-allowed-reexported-modules=\(exported.joined(separator: ","))",
    ]
    let end = try await Program.run("/usr/bin/env", words, within: .seconds(300))
    guard end.code == 0 else { throw Failure(said: end.all) }
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  /// The compiler could not tell.
  struct Failure: Error { var said: String }
}
