// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Instruction: FormUnion {
  static let style = UnionStyle.keyed
  static let schemaName: String? = "instruction"
  static let variants = FormVariants<Instruction>(
    .push(nil), .present(nil), .pop, .popToRoot, .popTo(nil), .dismiss(hard: false), .edit([]), .done)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .push(let screen):
      var screen = AsRequested(screen)
      try visitor.variant("push", 1)
      try visitor.member("push", 1, &screen, .always)
      self = .push(screen.value)
    case .present(let screen):
      var screen = AsRequested(screen)
      try visitor.variant("present", 2)
      try visitor.member("present", 1, &screen, .always)
      self = .present(screen.value)
    case .pop: try visitor.emptyVariant("pop", 3)
    case .popToRoot: try visitor.emptyVariant("popToRoot", 4)
    case .popTo(let name):
      var name = AsRequested(name)
      try visitor.variant("popTo", 5)
      try visitor.member("popTo", 1, &name, .always)
      self = .popTo(name.value)
    case .dismiss(let isHard):
      var mode = DismissMode(isHard)
      try visitor.variant("dismiss", 6)
      try visitor.member("dismiss", 1, &mode, .always)
      self = .dismiss(hard: mode.flag)
    case .edit(var verbs):
      let outer = visitor.isInAnswer
      visitor.isInAnswer = true
      try visitor.variant("edit", 7)
      try visitor.member("edit", 1, &verbs, .always)
      visitor.isInAnswer = outer
      self = .edit(verbs)
    case .done: try visitor.emptyVariant("done", 8)
    }
  }
}

/// A value that an instruction names.
protocol Named: FormValue {
  /// The value in words, for errors.
  static var noun: String { get }
  /// What is wrong with a value that says more than an instruction can hold; nil where nothing is.
  static func excess(of node: JSONNode) -> String?
}

extension AnyScreen: Named {
  static var noun: String { "a screen" }
  /// Ignored like any member that is not known, branches that somebody means would be lost without a word.
  static func excess(of node: JSONNode) -> String? { node["branches"] == nil ? nil : bareness }
}

extension ScreenName: Named {
  static var noun: String { "the name of a screen" }
  static func excess(of node: JSONNode) -> String? { nil }
}

/// A value, or in JSON `true` for the one that the request itself names.
struct AsRequested<Value: Named>: FormValue {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  init(json reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .bool(true): value = nil
    case .string, .members:
      if let excess = Value.excess(of: reader.node) { throw reader.node.wrong(excess) }
      value = try Value(json: &reader)
    case .null, .bool, .integer, .double, .array: throw reader.node.unexpected("true, or \(Value.noun)")
    }
  }
  func write(json writer: inout JSONWriter) {
    if let value { value.write(json: &writer) } else { writer.literal("true") }
  }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    .record(["anyOf": .array([.record(["const": .bool(true)]), Value.schema(&book)])])
  }

  static func absent(_ rule: MemberRule) -> AsRequested? { AsRequested(nil) }
  init(binary reader: inout BinaryReader) throws(FormError) { value = try Value(binary: &reader) }
  func write(binary writer: inout BinaryWriter) { value?.write(binary: &writer) }
  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    try value.readField(number, rule, from: &reader)
  }
  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    value.writeField(number, isExplicit: isExplicit, to: &writer)
  }
}

/// Whether an element is dismissed with all above it.
struct DismissMode: FlagWord {
  static let falseWord = "soft"
  static let trueWord = "hard"
  var flag: Bool

  init(_ flag: Bool) { self.flag = flag }
}

extension AnswerMessage: FormRecord {
  static let blank = AnswerMessage(token: .blank, answer: .declined)

  /// That the input is merged stands beside the instruction.
  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var isMerging = false
    if case .merging(let instruction) = answer { (answer, isMerging) = (.instruction(instruction), true) }
    try visitor.member("token", 1, &token, .required("the token of the ask"))
    try visitor.choice(&answer)
    try visitor.member("merge", 10, &isMerging, .sparse)
    if isMerging, case .instruction(let instruction) = answer { answer = .merging(instruction) }
  }
}

extension Answer: FormUnion {
  static let style = UnionStyle.keyed
  static let variants = FormVariants<Answer>(
    Instruction.variants.all.map { .instruction($0.blank) } + [
      .declined, .allow, .deny(code: nil, message: nil), .redirect(to: .back, within: .zero),
      .failed(code: nil, message: nil), .tree(.empty), .path([]), .value(.null),
    ], first: .declined)
  static let nullWord: String? = "value"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .instruction(var instruction), .merging(var instruction):
      try visitor.inline(2, &instruction)
      self = .instruction(instruction)
    case .declined: try visitor.emptyVariant("declined", 3)
    case .allow: try visitor.emptyVariant("allow", 4)
    case .deny(let code, let message):
      var why = WorkerRefusal(code: code, message: message)
      try visitor.variant("deny")
      try visitor.member("deny", 5, &why, .always)
      self = .deny(code: why.code, message: why.message)
    case .redirect(let verb, let time):
      var redirect = Redirect(verb: verb, withinMs: time.ms)
      try visitor.variant("redirect")
      try visitor.member("redirect", 6, &redirect, .always)
      self = .redirect(to: redirect.verb, within: .milliseconds(redirect.withinMs))
    case .failed(let code, let message):
      var why = WorkerRefusal(code: code, message: message)
      try visitor.variant("failed")
      try visitor.member("failed", 7, &why, .always)
      self = .failed(code: why.code, message: why.message)
    case .tree(let node):
      var tree = WholeTree(node)
      try visitor.variant("tree")
      try visitor.member("tree", 8, &tree, .always)
      self = .tree(tree.node)
    case .path(var path):
      try visitor.variant("path", 9)
      try visitor.member("path", 1, &path, .always)
      self = .path(path)
    case .value(var value):
      try visitor.variant("value")
      try visitor.member("value", 11, &value, .always)
      self = .value(value)
    }
  }
}

/// Why a worker denies or fails.
private struct WorkerRefusal: FormRecord {
  static let blank = WorkerRefusal()

  var code: String?
  var message: String?

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.note("code", 1, &code, .always)
    try visitor.note("message", 2, &message, .always)
  }

  init(code: String? = nil, message: String? = nil) {
    self.code = code
    self.message = message
  }

  /// A text, or an object of code and message, or `true` where there is nothing to say.
  init(json reader: inout JSONReader) throws(FormError) {
    self.init()
    switch reader.node.value {
    case .bool(true): break
    case .string(let text): message = text.clipped
    case .members, .null: try reader.object(&self)
    case .bool, .integer, .double, .array: throw reader.node.unexpected("true, a text, or an object")
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let forms = [.record(["const": .bool(true)]), String.schema(&book), objectSchema(&book, isLenient: true)]
    return .record(["anyOf": .array(forms)])
  }
}

/// A verb that comes first.
private struct Redirect: FormRecord {
  static let blank = Redirect(verb: .back, withinMs: Settings.usualParkedMs)

  var verb: Verb
  var withinMs: Int64

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    let outer = visitor.isInAnswer
    visitor.isInAnswer = true
    try visitor.inline(1, &verb)
    try visitor.member("withinMs", 2, &withinMs, .usual)
    // In the binary encoding a number that is left out is 0.
    if withinMs == 0 { withinMs = Self.blank.withinMs }
    visitor.isInAnswer = outer
  }
}
