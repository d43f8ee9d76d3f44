// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Presentation: FormWord {
  static let words = FormWords<Presentation>(
    (.push, "push", 0), (.sheet(allowsPush: true), "sheet", 1), (.sheet(allowsPush: false), "sheetNoPush", 2))
}

extension AnyScreen: FormRecord {
  static let blank = AnyScreen("blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("screen", 1, &name, .required("the name of a screen"))
    try visitor.member("content", 2, &content, .always)
    try visitor.member("presentation", 3, &presentation, .always)
  }

  /// What is wrong with branches where a screen without them belongs, and where they may stand.
  static let bareness = "no branches are wanted here: 'go' gives them to a container, in an answer inside of 'edit'"

  /// A screen object, or one screen in path syntax.
  init(json reader: inout JSONReader) throws(FormError) {
    if case .string = reader.node.value {
      let item = try PathItem(json: &reader)
      guard item.isBare else { throw reader.node.wrong(Self.bareness) }
      self = item.screen
    } else {
      self = .blank
      try reader.object(&self)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("screen") { book in
      .record([
        "description": .string("one screen without branches"),
        "anyOf": .array([book.pathText(), objectSchema(&book, isLenient: true)]),
      ])
    }
  }

  /// The screens of a whole path in path syntax, where such a text stands for the list.
  static func list(json reader: inout JSONReader) throws(FormError) -> [AnyScreen]? {
    guard let items = try PathItem.list(json: &reader) else { return nil }
    guard items.count <= Limits.listMax else {
      throw reader.node.wrong("\(items.count) items; at most \(Limits.listMax) belong here")
    }
    guard items.allSatisfy(\.isBare) else { throw reader.node.wrong(bareness) }
    return items.map(\.screen)
  }

  static func listSchema(_ book: inout SchemaBook, atMost limit: Int) -> JSONValue {
    pathSchema(&book, atMost: limit)
  }
}

extension PathItem: FormRecord {
  static let blank = PathItem(.blank)

  /// The error of a message whose paths hold too many screens.
  static var tooMany: String { "more than \(Limits.messageScreensMax) screens; a message has at most that many" }

  /// The screens of the item, those of its branches counted.
  private var screenCount: Int {
    branches.reduce(1) { count, branch in branch.path.reduce(count) { $0 + $1.screenCount } }
  }

  /// Whether the item gives no branches.
  var isBare: Bool { branches.isEmpty && selected == nil }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.inline(1, &screen)
    guard Visitor.isJSON else {
      try visitor.member("branches", 2, &branches, .sparse)
      try visitor.member("selected", 3, &selected, .sparse)
      return
    }
    var given = isBare ? nil : GivenBranches(selected: selected, items: branches)
    try visitor.member("branches", 2, &given, .sparse)
    if let given { (selected, branches) = (given.selected, given.items) }
  }

  /// A screen object, or one screen in path syntax.
  init(json reader: inout JSONReader) throws(FormError) {
    if let path = try Self.list(json: &reader) {
      guard path.count == 1 else { throw reader.node.wrong("one screen is wanted here, not \(path.count)") }
      self = path[0]
    } else {
      try reader.countScreens()
      self = .blank
      try reader.object(&self)
    }
  }

  init(binary reader: inout BinaryReader) throws(FormError) {
    try reader.countScreens()
    let outer = try reader.enter()
    try self.init(message: &reader)
    reader.leave(outer)
  }

  static func list(json reader: inout JSONReader) throws(FormError) -> [PathItem]? {
    let list = try list(text: reader.node)
    try reader.countScreens(list?.reduce(0) { $0 + $1.screenCount } ?? 0)
    return list
  }

  /// A list of screens in path syntax, where `node` is a text.
  private static func list(text node: JSONNode) throws(FormError) -> [PathItem]? {
    guard case .string(let text) = node.value else { return nil }
    let count = text.utf8.count
    guard count <= Limits.pathTextBytesMax || !node.isBounded else {
      throw node.wrong(
        "a path of \(count) bytes; path syntax has at most \(Limits.pathTextBytesMax), screen objects more")
    }
    do { return try PathItem.path(parsing: text) } catch {
      throw node.wrong("no path: \(error)")
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("literal") { book in
      .record([
        "description": .string("a screen to be put on a path"),
        "anyOf": .array([book.pathText(), objectSchema(&book, isLenient: true)]),
      ])
    }
  }

  static func listSchema(_ book: inout SchemaBook, atMost limit: Int) -> JSONValue {
    book.reference("literals") { book in pathSchema(&book, atMost: limit) }
  }
}

extension PathItem.Branch: FormRecord {
  static let blank = PathItem.Branch("blank", path: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("name", 1, &name, .required(BranchName.rule))
    try visitor.member("path", 2, &path, .usual)
  }
}

/// The branches of a literal, as one object of JSON.
private struct GivenBranches: FormRecord {
  static let blank = GivenBranches(items: [])

  var selected: BranchName?
  var items: [PathItem.Branch]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("selected", 0, &selected, .sparse)
    try visitor.member("items", 0, &items, .usual)
  }
}

/// One screen where JSON has a list of them.
struct OnlyScreen: FormValue {
  var screen: AnyScreen

  init(_ screen: AnyScreen) { self.screen = screen }

  init(json reader: inout JSONReader) throws(FormError) {
    let items = try [PathItem](json: &reader)
    guard items.count == 1, items[0].isBare else {
      throw reader.node.wrong("one screen belongs here, without branches")
    }
    screen = items[0].screen
  }
  func write(json writer: inout JSONWriter) { [screen].write(json: &writer) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { [PathItem].schema(&book) }

  static func absent(_ rule: MemberRule) throws(FormError) -> OnlyScreen? {
    try AnyScreen.absent(rule).map { OnlyScreen($0) }
  }
  init(binary reader: inout BinaryReader) throws(FormError) { screen = try AnyScreen(binary: &reader) }
  func write(binary writer: inout BinaryWriter) { screen.write(binary: &writer) }
}

extension Target: FormUnion {
  static let style = UnionStyle.leading
  static let variants = FormVariants<Target>(.id(.root), .screen(.blank), .branch(.root, "blank"), .asked)

  /// The form of a target, for errors.
  static let rule = "an id or a screen"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .id(var id):
      try visitor.variant("id")
      try visitor.member("id", 1, &id, .always)
      self = .id(id)
    case .screen(var screen):
      try visitor.variant("screen")
      try visitor.member("screen", 2, &screen, .always)
      self = .screen(screen)
    case .branch(var id, var name):
      try visitor.variant("branch", 3)
      try visitor.member("id", 1, &id, .always)
      try visitor.member("branch", 2, &name, .required(BranchName.rule))
      self = .branch(id, name)
    case .asked:
      try visitor.emptyVariant("self", 4)
      let isAllowed = visitor.isInAnswer
      try visitor.check(isAllowed, "the element that is asked stands only inside an answer")
    }
  }

  /// `{"id": …}` with or without a branch, a screen, or inside an answer `"self"`.
  init(json reader: inout JSONReader) throws(FormError) {
    let node = reader.node
    if reader.isInAnswer, case .string("self") = node.value {
      self = .asked
    } else if node["id"] != nil {
      if node.isStrict { try node.checkMembers(among: ["id", "branch"]) }
      var (id, branch): (ElementID, BranchName?) = (.root, nil)
      try reader.member("id", 0, &id, .always)
      try reader.member("branch", 0, &branch, .sparse)
      self = branch.map { .branch(id, $0) } ?? .id(id)
    } else {
      self = .screen(try AnyScreen(json: &reader))
    }
  }

  func write(json writer: inout JSONWriter) {
    switch self {
    case .id, .branch: writer.object(self)
    case .screen(let screen): screen.write(json: &writer)
    case .asked: writer.string("self")
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("target") { book in
      let element = JSONValue.record([
        "type": .string("object"),
        "properties": .record(["id": ElementID.schema(&book), "branch": BranchName.schema(&book)]),
        "required": .array([.string("id")]),
      ])
      let note =
        "an element, the place before a branch's first element, or the element with an equal screen; inside an answer "
        + "also \"self\""
      return .record([
        "description": .string(note), "anyOf": .array([element, AnyScreen.schema(&book)]),
      ])
    }
  }
}
