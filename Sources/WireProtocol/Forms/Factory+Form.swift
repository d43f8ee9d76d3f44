// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.Factory: FormUnion, DestinationPart {
  static let style = UnionStyle.leading
  static let variants = FormVariants<Destination.Factory>(
    .container("blank", .tabs), .stack(), .screen("blank"), .asked("blank"))

  private static let keys = ["screen", "container", "stack", "asked"]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .screen(var name, var content):
      try visitor.variant("screen", 1)
      try visitor.member("screen", 1, &name, .required("the name of a screen"))
      try visitor.content(&content)
      self = .screen(name, content)
    case .container(var name, var kind, var content, children: var children, selected: var selected, var adopts):
      try visitor.variant("container", 2)
      try visitor.member("container", 1, &name, .required("the name of a screen"))
      try visitor.content(&content)
      try visitor.member("kind", 4, &kind, .required("one of \(Destination.ContainerKind.words.list)"))
      try visitor.member("children", 5, &children, .sparse)
      try visitor.member("selected", 6, &selected, .sparse)
      try visitor.inverted("adopts", 7, &adopts, .sparse)
      self = .container(name, kind, content, children: children, selected: selected, adopts: adopts)
    case .stack(var children, var adopts):
      try visitor.variant("stack", 3)
      try visitor.member("stack", 1, &children, .required("a list of children"))
      try visitor.inverted("adopts", 2, &adopts, .sparse)
      self = .stack(children: children, adopts: adopts)
    case .asked(var name):
      try visitor.variant("asked")
      try visitor.member("asked", 4, &name, .required("the name of a factory"))
      self = .asked(name)
    }
  }

  /// The name of a screen, which takes the context where its step looks for it by that; or an object.
  init(part reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string: self = .screen(try ScreenName(json: &reader), .asSought)
    case .members where reader.node.has(oneOf: Self.keys):
      self = Self.blank
      try reader.object(&self)
    default: throw reader.node.misfit("what to make, the name of a screen or an object", members: Self.keys)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("factory") { book in
      SchemaBook.anyOf([ScreenName.schema(&book)] + keyedSchemas(&book, keys), "what makes a screen")
    }
  }

  /// Whether containers stand in each other deeper than `limit`.
  func nests(deeperThan limit: Int) -> Bool {
    guard limit > 0 else { return true }
    return switch self {
    case .screen, .asked: false
    case .container(_, _, _, let children, _, _), .stack(let children, _):
      children.contains { $0.factory.nests(deeperThan: limit - 1) }
    }
  }
}

extension FormVisitor {
  /// The content of a made screen: in JSON `takes` or `content`.
  fileprivate mutating func content(_ content: inout Destination.Factory.Content) throws(Failure) {
    var (match, isSought) = (content.match, content == .asSought)
    if Self.isJSON {
      var (takes, given): (TakenContent?, JSONValue?)
      switch content {
      case .none: break
      case .asSought: takes = .sought
      case .context: takes = .context
      case .given(.null): takes = .nothing
      case .given(let value): given = value
      }
      try member("takes", 0, &takes, .sparse)
      try member("content", 0, &given, .sparse)
      try check(takes == nil || given == nil, "of 'takes' and 'content' only one is wanted")
      match = given.map { .given($0) } ?? (takes == .context ? .context : takes == .nothing ? .given(.null) : .any)
      isSought = takes == .sought
    } else {
      try choice(&match)
      try member("sought", 8, &isSought, .sparse)
    }
    content = isSought ? .asSought : Destination.Factory.Content(match)
  }
}

extension Destination.Factory.Content {
  /// The same as what a content has to be, whose fields it has.
  fileprivate var match: Destination.Finder.ContentMatch {
    switch self {
    case .none, .asSought: .any
    case .context: .context
    case .given(let content): .given(content)
    }
  }

  fileprivate init(_ match: Destination.Finder.ContentMatch) {
    self =
      switch match {
      case .any: .none
      case .context: .context
      case .given(let content): .given(content)
      }
  }
}

/// What a made screen takes as its content: the context, the context if its step looks for it by that, or nothing even if a
/// context task could give it one. Only JSON has it.
private enum TakenContent: String, FormWord, CaseIterable {
  case context, sought, nothing

  static let words: FormWords<TakenContent> = [.context: 1, .sought: 2, .nothing: 3]
}

extension Destination.Factory.Child: DestinationPart {
  static let blank = Destination.Factory.Child(.blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("make", 1, &factory, .required("what to make"))
    try visitor.member("action", 2, &action, .sparse)
    try visitor.member("contextTasks", 3, &contextTasks, .sparse, atMost: Destination.ScreenStep.tasksMax)
    try visitor.member("adapt", 4, &context, .sparse)
  }

  /// The name of a screen, which takes the context where its step looks for it by that; or an object.
  init(part reader: inout JSONReader) throws(FormError) {
    self = .blank
    switch reader.node.value {
    case .string: factory = try Destination.Factory(json: &reader)
    case .members where reader.node["make"] != nil: try reader.object(&self)
    default: throw reader.node.misfit("a child, the name of a screen or an object", members: ["make"])
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("factoryChild") { book in
      SchemaBook.anyOf([ScreenName.schema(&book), objectSchema(&book)])
    }
  }
}
