// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Registration: FormRecord {
  static let blank = Registration(worker: "blank", incarnation: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var served = ServedScenes(scenes)
    var root = tree.map { WholeTree($0) }
    var does = RegisteredTasks(tasks)
    try visitor.member("worker", 1, &worker, .required("the name of the worker"))
    try visitor.note("version", 2, &version, .usual)
    try visitor.member("incarnation", 3, &incarnation, .required(Incarnation.rule))
    try visitor.member("scenes", 4, &served, .usual)
    try visitor.member("root", 5, &self.root, .usual)
    try visitor.member("routables", 6, &routables, .usual)
    try visitor.member("tree", 11, &root, .sparse)
    try visitor.member("parts", 12, &parts, .sparse)
    try visitor.member("links", 13, &links, .sparse)
    try visitor.member("destinations", 15, &destinations, .sparse)
    try visitor.member("tasks", 16, &does, .sparse)
    try visitor.member("generation", 7, &generation, .usual)
    try visitor.member("wantsRoutes", 8, &wantsRoutes, .usual)
    try visitor.member("applied", 9, &applied, .usual)
    try visitor.member("unsettled", 10, &unsettled, .usual, atMost: Limits.usedTokensMax)
    try visitor.member("takeover", 14, &takeover, .sparse)
    (scenes, tree, tasks) = (served.names, root?.node, does.tasks)
    for (name, part) in parts {
      let excess = part.excess
      try visitor.check(excess == nil, "part '\(name)': \(excess ?? "")")
    }
  }
}

/// The scenes of a worker: a list, or all; `"*"` in JSON, no field in the binary encoding.
struct ServedScenes: FormValue {
  var names: [SceneName]?

  init(_ names: [SceneName]?) { self.names = names }

  init(json reader: inout JSONReader) throws(FormError) {
    names = reader.node.value == .string("*") ? nil : try [SceneName](json: &reader)
  }
  func write(json writer: inout JSONWriter) {
    if let names { names.write(json: &writer) } else { writer.string("*") }
  }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    .record(["anyOf": .array([.record(["const": .string("*")]), [SceneName].schema(&book)])])
  }

  static func absent(_ rule: MemberRule) -> ServedScenes? { ServedScenes(nil) }
  init(binary reader: inout BinaryReader) throws(FormError) { names = try [SceneName](binary: &reader) }
  func write(binary writer: inout BinaryWriter) { names?.write(binary: &writer) }
  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    names.writeField(number, isExplicit: isExplicit, to: &writer)
  }
}

extension Routable: FormRecord {
  static let blank = Routable()
  static let schemaName: String? = "routable"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("handles", 1, &handles, .usual)
    try visitor.member("standing", 2, &standing, .usual)
    try visitor.member("guard", 3, &guards, .usual)
    try visitor.member("unanswered", 4, &unanswered, .usual)
    try visitor.inverted("hosts", 5, &hosts, .usual)
    try visitor.member("back", 6, &back, .usual)
    try visitor.member("prepares", 7, &prepares, .usual)
    try visitor.member("sensitive", 8, &sensitive, .usual)
    try visitor.member("virtual", 9, &isVirtual, .usual)
    try visitor.member("presentation", 10, &presentation, .usual)
    try visitor.member("branches", 14, &branches, .sparse)
    try visitor.member("onDeath", 11, &onDeath, .usual)
    try visitor.member("askMs", 12, &askMs, .usual)
    try visitor.member("workingMaxMs", 13, &workingMaxMs, .usual)
    try visitor.member("instance", 15, &instance, .sparse)
  }
}

extension DeclaredBranches: FormRecord {
  static let blank = DeclaredBranches(.tabs, [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("kind", 1, &kind, .required("tabs or split"))
    try visitor.member("branches", 2, &branches, .required("a list of branches"), atMost: Self.branchesMax)
    visitor.isNeverEmpty("branches")
    try visitor.member("selected", 3, &selected, .sparse)
    try visitor.member("alwaysShown", 4, &alwaysShown, .sparse, atMost: Self.branchesMax)
    try visitor.member("keepsSelection", 5, &keepsSelection, .sparse)
    let isEmpty = branches.isEmpty
    try visitor.check(!isEmpty, Self.emptiness)
  }
}

extension DeclaredBranches.Branch: FormRecord {
  static let blank = DeclaredBranches.Branch("blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("name", 1, &name, .required(BranchName.rule))
    try visitor.member("path", 2, &path, .usual)
  }
}

extension AnyScreen.InstanceMode: FormWord {
  static let words: FormWords<AnyScreen.InstanceMode> = [.standard: 0, .singleTop: 1, .single: 2]
}

extension Routable.Unanswered: FormWord {
  static let words: FormWords<Routable.Unanswered> = [.allow: 0, .deny: 1]
}

extension Routable.DeathPolicy: FormUnion {
  static let style = UnionStyle.given
  static let variants = FormVariants<Routable.DeathPolicy>(.keep, .pop, .fallback(.blank))
  static let none: Routable.DeathPolicy? = .keep

  var isZero: Bool { self == .keep }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .keep: try visitor.emptyVariant("keep", 1)
    case .pop: try visitor.emptyVariant("pop", 2)
    case .fallback(var screen):
      try visitor.variant("fallback")
      try visitor.member("fallback", 3, &screen, .required("a screen"))
      self = .fallback(screen)
    }
  }

  /// A word, or an object with the screen.
  init(json reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string("keep"): self = .keep
    case .string("pop"): self = .pop
    case .members:
      self = .fallback(.blank)
      try reader.object(&self)
    default: throw reader.node.unexpected("one of keep, pop, {\"fallback\": SCREEN}")
    }
  }

  func write(json writer: inout JSONWriter) {
    switch self {
    case .keep: writer.string("keep")
    case .pop: writer.string("pop")
    case .fallback: writer.object(self)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let fallback = JSONValue.record([
      "type": .string("object"), "properties": .record(["fallback": AnyScreen.schema(&book)]),
      "required": .array([.string("fallback")]),
    ])
    return .record([
      "anyOf": .array([.record(["enum": .array([.string("keep"), .string("pop")])]), fallback])
    ])
  }
}

extension LinkReading: FormRecord {
  static let blank = LinkReading()
  static let schemaName: String? = "linkReading"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var names = schemes.map { Scheme(checked: $0) }
    var texts = patterns.map { PatternText($0) }
    try visitor.member("schemes", 1, &names, .usual, atMost: Self.schemesMax)
    try visitor.member("patterns", 2, &texts, .usual, atMost: Self.patternsMax)
    try visitor.member("parses", 3, &parses, .usual)
    guard Visitor.isReading else { return }
    (schemes, patterns) = (names.map(\.text), texts.compactMap(\.pattern))
  }
}

/// The scheme of URLs, in lower case.
private struct Scheme: FormText {
  let text: String

  init(checked text: String) { self.text = text }

  init?(text: String) {
    guard let scheme = LinkReading.scheme(text) else { return nil }
    self.text = scheme
  }

  static var rule: String { LinkReading.schemeRule }
  static var schemaName: String { "scheme" }
  static var pattern: String { "^[a-z][a-z0-9+.-]*$" }
}

/// A link pattern as it is written.
private struct PatternText: FormRecord {
  static let blank = PatternText()

  var url = ""
  /// The empty path is one too.
  var path: String?
  var destination: DestinationName?
  /// The pattern that they make, once they were read.
  var pattern: LinkPattern?

  init() {}

  init(_ pattern: LinkPattern) {
    url = pattern.url
    switch pattern.end {
    case .path(let path): self.path = path
    case .destination(let name): destination = name
    }
    self.pattern = pattern
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    // In the binary encoding an empty text is no field, so that the empty path is neither of the two.
    if !Visitor.isJSON, path?.isEmpty == true { path = nil }
    try visitor.member("url", 1, &url, .required("the pattern of a URL"))
    try visitor.member("path", 2, &path, .sparse)
    try visitor.member("destination", 3, &destination, .sparse)
    if !Visitor.isJSON, path?.isEmpty != false { path = destination == nil ? "" : nil }
    let ends = (path == nil ? 0 : 1) + (destination == nil ? 0 : 1)
    try visitor.check(ends == 1, "either 'path' or 'destination' says where the URLs lead")
    guard Visitor.isReading else { return }
    var fault: DeepLink.PatternError?
    let end = destination.map(LinkPattern.End.destination) ?? .path(path ?? "")
    do throws(DeepLink.PatternError) { pattern = try LinkPattern(url: url, to: end) } catch { fault = error }
    try visitor.check(fault == nil, fault?.description.clipped ?? "")
  }
}
