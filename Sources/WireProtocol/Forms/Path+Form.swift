// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Element: FormRecord {
  static let blank = Element(id: .root, screen: .blank)
  static let schemaName: String? = "element"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("id", 1, &id, .required("the number of the element"))
    try visitor.inline(2, &screen)
    try visitor.member("hasAppeared", 3, &hasAppeared, .always)
    try visitor.host(of: id)
    try visitor.member("subTree", 6, &subTree, .sparse)
    try visitor.member("branches", 4, &branches, .sparse)
    try visitor.member("visibility", 7, &visibility, .sparse)
  }
}

extension Element.Visibility: FormWord {
  static let words: FormWords<Element.Visibility> = [.top: 1, .beneath: 2, .hidden: 3]
}

extension SubTree: FormRecord {
  static let blank = SubTree("blank", from: .root)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("route", 1, &route, .required("the id of a route"))
    try visitor.member("origin", 2, &origin, .required("the number of an element"))
  }
}

extension Branches: FormRecord {
  static let blank = Branches(kind: .tabs, branches: [], selected: "blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("kind", 1, &kind, .required("tabs or split"))
    try visitor.member("selected", 3, &selected, .required(BranchName.rule))
    try visitor.member("items", 2, &branches, .required("a list of branches"))
    try visitor.member("alwaysShown", 4, &alwaysShown, .sparse, atMost: DeclaredBranches.branchesMax)
    try visitor.member("keepsSelection", 5, &keepsSelection, .sparse)
  }
}

extension Branches.Kind: FormWord {
  static let words = FormWords<Branches.Kind>((.tabs, "tabs", 1), (.split, "split", 2))
}

extension Branches.Branch: FormRecord {
  static let blank = Branches.Branch("blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("name", 1, &name, .required(BranchName.rule))
    try visitor.member("path", 2, &path, .required("a list of elements"))
  }
}

/// A path is the list of its elements.
extension Path: FormValue {
  init(json reader: inout JSONReader) throws(FormError) { self.init(try [Element](json: &reader)) }
  func write(json writer: inout JSONWriter) { writer.elements(elements) }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("path") { book in
      .record([
        "type": .string("array"), "items": Element.schema(&book), "maxItems": .integer(Int64(Route.elementsMax)),
      ])
    }
  }

  var isZero: Bool { elements.isEmpty }
  static func absent(_ rule: MemberRule) -> Path? { Path([]) }
  init(binary reader: inout BinaryReader) throws(FormError) { self.init(try [Element](binary: &reader)) }
  func write(binary writer: inout BinaryWriter) { elements.write(binary: &writer) }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    try elements.readField(number, rule, from: &reader)
  }
  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    writer.elements(elements, number)
  }
}

/// A path whose elements carry their hosts.
extension PlacedPath: FormValue {
  static let blank = PlacedPath(Path([]))

  init(json reader: inout JSONReader) throws(FormError) {
    reader.hosts = [:]
    let path = try Path(json: &reader)
    self.init(path, hosts: reader.hosts ?? [:])
    reader.hosts = nil
  }
  func write(json writer: inout JSONWriter) {
    writer.hosts = hosts
    path.write(json: &writer)
    writer.hosts = nil
  }
  static func schema(_ book: inout SchemaBook) -> JSONValue { Path.schema(&book) }

  static func absent(_ rule: MemberRule) -> PlacedPath? { .blank }
  init(binary reader: inout BinaryReader) throws(FormError) { self.init(try Path(binary: &reader)) }
  func write(binary writer: inout BinaryWriter) { path.write(binary: &writer) }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    reader.hosts = [:]
    try path.readField(number, rule, from: &reader)
    hosts = reader.hosts ?? [:]
    reader.hosts = nil
  }
  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    writer.hosts = hosts
    path.writeField(number, isExplicit: isExplicit, to: &writer)
    writer.hosts = nil
  }
}

extension Presence: FormWord {
  static let words: FormWords<Presence> = [
    .attended: 1, .leaving: 2, .unattended: 3, .failed: 4, .quarantined: 5, .notInTree: 6,
  ]
}

extension Host: FormRecord {
  /// The host of an element that nobody hosts; an element without a host means the same.
  static let none = Host(.unattended, worker: nil)
  static let blank = Host.none

  /// Whether it is that of an element that nobody hosts.
  var isNone: Bool { presence == .unattended && worker == nil }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("presence", 1, &presence, .always)
    try visitor.member("worker", 2, &worker, .always)
  }
}
