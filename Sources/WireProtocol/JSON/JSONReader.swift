// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Reads values from parsed JSON, each at its place.
struct JSONReader: FormVisitor {
  typealias Failure = FormError
  static var isReading: Bool { true }

  /// The value that is being read.
  var node: JSONNode
  var isInAnswer = false
  /// A required member that may be left out: the id of a command on a line, the incarnation of a registration.
  var optionalMember: String?
  /// The hosts that elements carry, where a path with hosts is read.
  var hosts: PathHosts?
  /// The limit of the list, table or text that is read next.
  var nextMax: Int?
  /// The nodes of trees that were read so far.
  private var treeNodes = 0
  /// The parts of destinations that were read so far.
  private var destinationParts = 0
  /// The screens of paths that were read so far.
  private var screens = 0
  private var isKeyed = false

  init(_ node: JSONNode) { self.node = node }

  /// The value that stands at `node`.
  static func read<Value: FormValue>(_ node: JSONNode) throws(FormError) -> Value {
    var reader = JSONReader(node)
    return try Value(json: &reader)
  }

  /// The limit of the value that is being read; those in it have the usual ones again.
  mutating func takeLimit(usually limit: Int) -> Int {
    defer { nextMax = nil }
    return node.isBounded ? nextMax ?? limit : .max
  }

  /// Counts screens of paths, before they are read where that is possible.
  mutating func countScreens(_ count: Int = 1) throws(FormError) {
    screens += count
    guard screens <= Limits.messageScreensMax || !node.isBounded else { throw node.wrong(PathItem.tooMany) }
  }

  /// Counts a node of a tree, before it is read.
  mutating func countTreeNode() throws(FormError) {
    treeNodes += 1
    guard treeNodes <= TreeNode.nodesMax || !node.isBounded else { throw node.wrong(TreeNode.tooMany) }
  }

  /// Counts a part of a destination, before it is read.
  mutating func countDestinationPart() throws(FormError) {
    destinationParts += 1
    guard destinationParts <= Destination.partsMax || !node.isBounded else { throw node.wrong(Destination.tooMany) }
  }

  /// Fills `value` from this object; read strictly, an unknown member is an error.
  mutating func object<Value: FormRecord>(_ value: inout Value) throws(FormError) {
    try node.object()
    if node.isStrict {
      var (names, copy) = (MemberNames(node), value)
      try copy.visit(&names)
      try node.checkMembers(among: names.names)
    }
    try value.visit(&self)
  }

  /// Runs `read` on another node.
  mutating func at<Value>(
    _ other: JSONNode, _ read: (inout JSONReader) throws(FormError) -> Value
  ) throws(FormError) -> Value {
    let outer = node
    node = other
    let value = try read(&self)
    node = outer
    return value
  }

  mutating func member<Value: FormValue>(
    _ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule
  ) throws(FormError) {
    if let member = node[name] {
      value = try at(member) { (reader) throws(FormError) in try Value(json: &reader) }
    } else if case .required(let wanted) = rule, optionalMember != name {
      throw node.missing(name, wanted)
    }
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) throws(FormError) {
    try value.visit(&self)
  }

  mutating func inline<Value: FormRecord>(
    _ number: Int, _ value: inout Value?, by name: String
  ) throws(FormError) {
    guard node[name] != nil else { return }
    var read = Value.blank
    try read.visit(&self)
    value = read
  }

  mutating func choice<Value: FormUnion>(_ value: inout Value) throws(FormError) {
    let outer = isKeyed
    if case .keyed = Value.style { isKeyed = true } else { isKeyed = false }
    if case .given = Value.style {} else { value = try Value.variants.pick(node) }
    try value.form(&self)
    isKeyed = outer
  }

  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) throws(FormError) {
    try member(name, 0, &value, .sparse)
  }

  mutating func host(of id: ElementID) throws(FormError) {
    var (presence, worker): (Presence?, WorkerName?)
    try member("presence", 0, &presence, .sparse)
    try member("worker", 0, &worker, .sparse)
    guard let presence else { return }
    let host = Host(presence, worker: worker)
    if host != .none { hosts?[id] = host }
  }

  mutating func variant(_ word: String, _ number: Int) {}
  mutating func variant(_ word: String) {}

  mutating func emptyVariant(_ word: String, _ number: Int) throws(FormError) {
    if isKeyed, let value = node[word], value.value != .bool(true) { throw value.unexpected("true") }
  }

  mutating func check(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String) throws(FormError) {
    if !holds() { throw node.wrong(message()) }
  }
}

/// Collects the names of the members that belong to an object.
struct MemberNames: FormVisitor {
  typealias Failure = FormError
  static var isDescribing: Bool { true }
  var isInAnswer = true
  var names: [String] = []
  private let node: JSONNode

  init(_ node: JSONNode) { self.node = node }

  mutating func member<Value: FormValue>(
    _ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule
  ) throws(FormError) {
    names.append(name)
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) throws(FormError) {
    try value.visit(&self)
  }

  mutating func inline<Value: FormRecord>(
    _ number: Int, _ value: inout Value?, by name: String
  ) throws(FormError) {
    var blank = Value.blank
    try blank.visit(&self)
  }

  mutating func choice<Value: FormUnion>(_ value: inout Value) throws(FormError) {
    switch Value.style {
    case .given: try value.form(&self)
    case .keyed: names += Value.variants.words
    case .tagged(let tag):
      value = try Value.variants.pick(node)
      names.append(tag)
      try value.form(&self)
    case .leading:
      value = try Value.variants.pick(node)
      try value.form(&self)
    }
  }

  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) { names.append(name) }

  mutating func host(of id: ElementID) { names += ["presence", "worker"] }
  mutating func constant(_ name: String, _ text: String?) { names.append(name) }

  mutating func variant(_ word: String, _ number: Int) throws(FormError) {}
  mutating func variant(_ word: String) throws(FormError) {}
  mutating func emptyVariant(_ word: String, _ number: Int) throws(FormError) {}
}
