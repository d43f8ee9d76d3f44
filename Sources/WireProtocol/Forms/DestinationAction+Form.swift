// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.Action: FormUnion, DestinationPart {
  static let style = UnionStyle.leading
  static let variants = FormVariants<Destination.Action>(
    .addTab(), .present(from: .blank), .select("blank"), .custom("blank"), .none, .push, .pushAsRoot,
    .pushReplacingLast, .setAsMaster, .pushToDetails, .pushOnToDetails, .replaceContent, .present(), .replaceRoot)

  /// Those that are a word in JSON.
  private static let plain: [Destination.Action] = [
    .none, .push, .pushAsRoot, .pushReplacingLast, .addTab(), .setAsMaster, .pushToDetails, .pushOnToDetails,
    .replaceContent, .present(), .replaceRoot,
  ]
  private static let keys = ["add-tab", "present", "select", "custom"]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .none: try visitor.emptyVariant("none", 1)
    case .push: try visitor.emptyVariant("push", 2)
    case .pushAsRoot: try visitor.emptyVariant("push-as-root", 3)
    case .pushReplacingLast: try visitor.emptyVariant("push-replacing-last", 4)
    case .addTab(let index, let isReplacing, let name):
      var tab = AddedTab(index: index, isReplacing: isReplacing, name: name)
      try visitor.variant("add-tab")
      try visitor.member("add-tab", 5, &tab, .always)
      self = .addTab(at: tab.index, replacing: tab.isReplacing, named: tab.name)
    case .setAsMaster: try visitor.emptyVariant("set-as-master", 6)
    case .pushToDetails: try visitor.emptyVariant("push-to-details", 7)
    case .pushOnToDetails: try visitor.emptyVariant("push-on-to-details", 8)
    case .replaceContent: try visitor.emptyVariant("replace-content", 9)
    case .present(from: nil): try visitor.emptyVariant("present", 10)
    case .present(from: var finder?):
      try visitor.variant("present")
      try visitor.member("present", 11, &finder, .always)
      self = .present(from: finder)
    case .replaceRoot: try visitor.emptyVariant("replace-root", 12)
    case .select(var branch):
      try visitor.variant("select")
      try visitor.member("select", 13, &branch, .required(BranchName.rule))
      self = .select(branch)
    case .custom(var name):
      try visitor.variant("custom")
      try visitor.member("custom", 14, &name, .required("the name of an action"))
      self = .custom(name)
    }
  }

  /// A word, or an object with more about it.
  init(part reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string(let text):
      guard let action = Self.plain.first(where: { $0.word == text }) else {
        guard text == "select" || text == "custom" else { throw Self.misfit(reader.node, found: 0) }
        throw reader.node.wrong("'\(text)' needs a name: {\"\(text)\": NAME}")
      }
      self = action
    case .members where reader.node.has(oneOf: Self.keys):
      self = Self.blank
      try reader.object(&self)
    default: throw Self.misfit(reader.node, found: 0)
    }
  }

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    node.misfit("an action", words: plain.map(\.word), members: keys)
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("destinationAction") { book in
      SchemaBook.anyOf(
        [SchemaBook.words(plain.map(\.word))] + keyedSchemas(&book, keys), "how a made screen joins the route")
    }
  }
}

/// A branch to be added to tabs.
private struct AddedTab: FormRecord {
  static let blank = AddedTab()

  var index: Int?
  var isReplacing = false
  var name: BranchName?

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("at", 1, &index, .sparse)
    try visitor.member("replacing", 2, &isReplacing, .sparse)
    try visitor.member("named", 3, &name, .sparse)
  }
}
