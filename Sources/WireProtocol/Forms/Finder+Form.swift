// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.Finder: DestinationPart {
  static let blank = Destination.Finder(.blank)
  static let schemaName: String? = "finder"

  /// In JSON, what the content has to be stands beside the name of the screen.
  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var places = SearchPlaces(options)
    if Visitor.isJSON {
      var match = target.match
      try visitor.member("find", 0, &target, .required("what to look for"))
      try visitor.member("same", 0, &match, .sparse)
      if case .screen(let name, _) = target {
        target = .screen(name, match)
      } else {
        try visitor.check(match == .any, "member 'same' stands beside the name of a screen only")
      }
    } else {
      try visitor.choice(&target)
    }
    try visitor.member("in", 9, &places, .sparse)
    try visitor.member("start", 10, &start, .sparse)
    try visitor.member("presented", 11, &isPresented, .sparse)
    options = places.options
    let depth = depth
    try visitor.check(
      depth <= Self.depthMax, "a finder starts at the find of at most \(Self.depthMax - 1) others, not \(depth - 1)")
  }

  /// The number of finders that start at each other's finds.
  private var depth: Int {
    var (finder, count) = (self, 1)
    while case .finder(let other) = finder.start { (finder, count) = (other, count + 1) }
    return count
  }
}

extension Destination.Finder.Target: FormUnion {
  static let style = UnionStyle.leading
  static let variants = FormVariants<Destination.Finder.Target>(
    [
      .asked("blank"), .container(.tabs), .instance(.root), .stackOf(.root), .presenting, .detailStack,
      .screen("blank"),
    ], first: .screen("blank"))

  /// Those that are an object in JSON.
  private static let keys = ["asked", "container", "element", "stackOf", "presenting", "detailStack"]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .screen(var name, var match):
      try visitor.variant("screen", 1)
      try visitor.member("screen", 1, &name, .required("the name of a screen"))
      try visitor.choice(&match)
      self = .screen(name, match)
    case .asked(var name, of: var screen):
      try visitor.variant("asked", 2)
      try visitor.member("asked", 1, &name, .required("the name of a finder"))
      try visitor.member("of", 2, &screen, .sparse)
      self = .asked(name, of: screen)
    case .container, .stack:
      var kind = Destination.ContainerKind.stack
      if case .container(let other) = self { kind = other }
      try visitor.variant("container")
      try visitor.member("container", 3, &kind, .required("one of \(Destination.ContainerKind.words.list)"))
      self = kind == .stack ? .stack : .container(kind)
    case .instance(var id):
      try visitor.variant("element")
      try visitor.member("element", 4, &id, .required("an id"))
      self = .instance(id)
    case .stackOf(var id):
      try visitor.variant("stackOf")
      try visitor.member("stackOf", 5, &id, .required("an id"))
      self = .stackOf(id)
    case .presenting:
      var present = Present()
      try visitor.variant("presenting")
      try visitor.member("presenting", 6, &present, .always)
    case .detailStack:
      var present = Present()
      try visitor.variant("detailStack")
      try visitor.member("detailStack", 7, &present, .always)
    }
  }

  /// The name of a screen, or an object.
  init(json reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string: self = .screen(try ScreenName(json: &reader))
    case .members where reader.node.has(oneOf: Self.keys):
      self = Self.blank
      try reader.object(&self)
    default: throw reader.node.misfit("what can be found, the name of a screen or an object", members: Self.keys)
    }
  }

  func write(json writer: inout JSONWriter) { writer.value(document) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    SchemaBook.anyOf([ScreenName.schema(&book)] + keyedSchemas(&book, keys))
  }
}

extension Destination.ContainerKind: FormWord {
  static let words: FormWords<Destination.ContainerKind> = [.stack: 1, .tabs: 2, .split: 3, .single: 4]
}

extension Destination.Finder.ContentMatch: FormUnion {
  static let style = UnionStyle.given
  static let variants = FormVariants<Destination.Finder.ContentMatch>(.context, .given(.null))
  static let none: Destination.Finder.ContentMatch? = .any

  var isZero: Bool { self == .any }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .any: break
    case .context: try visitor.emptyVariant("context", 2)
    case .given(var content):
      try visitor.variant("content")
      try visitor.member("content", 3, &content, .always)
      self = .given(content)
    }
  }

  /// A word, or an object with the content.
  init(json reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string("content"): self = .context
    case .string("nothing"): self = .given(.null)
    case .members where reader.node.value["content"] != nil:
      self = .given(.null)
      try reader.object(&self)
    default:
      throw reader.node.misfit("what the content has to be", words: ["content", "nothing"], members: ["content"])
    }
  }

  func write(json writer: inout JSONWriter) {
    switch self {
    case .any: writer.literal("nothing")
    case .context: writer.string("content")
    case .given(.null): writer.string("nothing")
    case .given: writer.object(self)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    SchemaBook.anyOf([SchemaBook.words(["content", "nothing"])] + keyedSchemas(&book, ["content"]))
  }
}

extension Destination.Finder.Start: FormUnion {
  static let style = UnionStyle.given
  static let variants = FormVariants<Destination.Finder.Start>(.root, .finder(.blank))
  static let none: Destination.Finder.Start? = .topmost

  var isZero: Bool { self == .topmost }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .topmost: break
    case .root: try visitor.emptyVariant("root", 1)
    case .finder(var finder):
      try visitor.variant("finder")
      try visitor.member("finder", 2, &finder, .always)
      self = .finder(finder)
    }
  }

  /// A word, or a finder.
  init(json reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string("root"): self = .root
    case .members: self = .finder(try Destination.Finder(json: &reader))
    default: throw reader.node.misfit("a start, 'root' or a finder", words: ["root"])
    }
  }

  func write(json writer: inout JSONWriter) {
    switch self {
    case .topmost: writer.literal("nothing")
    case .root: writer.string("root")
    case .finder(let finder): finder.write(json: &writer)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    SchemaBook.anyOf([.record(["const": .string("root")]), Destination.Finder.schema(&book)])
  }
}

/// Where a finder looks: a list of words in JSON, a bit each in the binary encoding. Absent, it is everywhere.
struct SearchPlaces: FormValue {
  var options: Destination.SearchOptions

  init(_ options: Destination.SearchOptions) { self.options = options }

  var isZero: Bool { options == .fullStack }

  init(json reader: inout JSONReader) throws(FormError) {
    options = []
    let words = Destination.SearchOptions.words
    for node in try reader.node.list(atMost: words.count) {
      guard case .string(let text) = node.value, let place = words.first(where: { $0.word == text }) else {
        throw node.misfit("a place to look in", words: words.map(\.word))
      }
      options.formUnion(place.option)
    }
  }
  func write(json writer: inout JSONWriter) {
    let places = Destination.SearchOptions.words.filter { options.contains($0.option) }
    writer.list(places) { $1.string($0.word) }
  }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let words = Destination.SearchOptions.words.map(\.word)
    return .record([
      "type": .string("array"), "items": SchemaBook.words(words), "maxItems": .integer(Int64(words.count)),
    ])
  }

  static var wireType: WireType { .varint }
  static func absent(_ rule: MemberRule) -> SearchPlaces? { SearchPlaces(.fullStack) }
  init(binary reader: inout BinaryReader) throws(FormError) {
    let bits = reader.varint()
    let known = Destination.SearchOptions.words.reduce(Destination.SearchOptions()) { $0.union($1.option) }
    guard bits & ~UInt64(known.rawValue) == 0 else { throw FormError("\(bits) has bits of no place to look in") }
    options = Destination.SearchOptions(rawValue: UInt8(truncatingIfNeeded: bits))
  }
  func write(binary writer: inout BinaryWriter) { writer.varint(UInt64(options.rawValue)) }
}
