// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension TreeNode: JSONForm {
  /// What a node is, for errors.
  static let rule = "a node of a tree: a screen's name, a list of nodes, or an object with one of \(words)"

  private static let words = "screen, anyOf, if, wildcard, dynamic, remote, onDismiss"

  /// A node, or more than fit in a tree.
  static func whole(_ node: JSONNode) throws(FormError) -> TreeNode {
    guard !node.value.nests(deeperThan: depthMax) else {
      throw node.wrong("at most \(depthMax) nodes of a tree lie in each other")
    }
    let tree = try TreeNode(form: node)
    guard tree.nodeCount <= nodesMax else { throw node.wrong("a tree has at most \(nodesMax) nodes") }
    return tree
  }

  init(form node: JSONNode) throws(FormError) {
    switch node.value {
    case .null: self = .empty
    case .string: self = .screen(TreeScreen(try node.name()))
    case .array: self = .anyOf(try node.items(TreeNode.init(form:)))
    case .members(let members): if members.isEmpty { self = .empty } else { try self.init(object: node) }
    case .bool, .integer, .double: throw node.unexpected(Self.rule)
    }
  }

  private init(object node: JSONNode) throws(FormError) {
    func child(_ name: String) throws(FormError) -> TreeNode { try node[name]?.value() ?? .empty }
    if let name = node["screen"] {
      try node.object(["screen", "nesting", "onAppear", "virtual", "route"])
      self = .screen(
        TreeScreen(
          try name.name(), nesting: try child("nesting"), onAppear: try node["onAppear"]?.key(),
          isVirtual: try node.flag("virtual"), route: try node["route"]?.value()))
    } else if let nodes = node["anyOf"] {
      try node.object(["anyOf"])
      self = .anyOf(try nodes.items(TreeNode.init(form:)))
    } else if let name = node["if"] {
      try node.object(["if", "then", "else"])
      self = .conditional(on: try name.name(), then: try child("then"), otherwise: try child("else"))
    } else if let screen = node["wildcard"] {
      try node.object(["wildcard", "tree"])
      self = .wildcard(try screen.value(), try child("tree"))
    } else if let key = node["dynamic"] {
      try node.object(["dynamic", "then", "else"])
      self = .dynamic(try key.key(), then: try child("then"), otherwise: try child("else"))
    } else if let name = node["remote"] {
      try node.object(["remote"])
      self = .remote(try name.name())
    } else if let key = node["onDismiss"] {
      try node.object(["onDismiss", "of", "tree"])
      self = .onDismiss(try key.key(), of: try node["of"]?.name(), try child("tree"))
    } else {
      throw node.wrong("one of \(Self.words) belongs here")
    }
  }

  var form: JSONValue { document }
}

extension JSONNode {
  /// The key of a node.
  func key() throws(FormError) -> TreeKey {
    guard let key = TreeKey(try string()) else { throw unexpected(TreeKey.rule) }
    return key
  }
}

extension TreeKey {
  /// What a key is, for errors.
  static let rule = "a key: 1 to \(lengthMax) printable ASCII characters, no space"
}

extension LinkReading: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["schemes", "patterns", "parses"])
    self.init(
      schemes: try node.list("schemes") { node throws(FormError) in
        guard let scheme = LinkReading.scheme(try node.string()) else { throw node.unexpected(LinkReading.schemeRule) }
        return scheme
      }, patterns: try node.list("patterns", LinkPattern.init(form:)), parses: try node.flag("parses"))
    guard schemes.count <= Self.schemesMax, patterns.count <= Self.patternsMax else {
      throw node.wrong("at most \(Self.schemesMax) schemes and \(Self.patternsMax) patterns belong here")
    }
  }

  var form: JSONValue {
    .record([
      "schemes": .array(schemes.map(JSONValue.string)), "patterns": .array(patterns.map(\.form)),
      "parses": .bool(parses),
    ])
  }
}

extension LinkPattern: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["url", "path"])
    let url = try node.required("url", "the pattern of a URL").string()
    let path = try node.required("path", "the path that it leads to").string()
    do throws(LinkPatternError) {
      try self.init(url: url, path: path)
    } catch {
      throw node.wrong(error.description.clipped)
    }
  }

  var form: JSONValue { .record(["url": .string(url), "path": .string(path)]) }
}

extension BuildStep: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(AnyScreen.members + ["worker", "part", "asked", "host"])
    self.init(
      screen: try AnyScreen(members: node), worker: try node["worker"]?.name(), part: try node["part"]?.name(),
      wasAsked: try node.flag("asked"), host: try node["host"]?.name())
  }

  var form: JSONValue {
    screen.form.adding([
      "worker": worker.map { .name($0) }, "part": part.map { .name($0) }, "asked": .bool(wasAsked),
      "host": host.map { .name($0) },
    ])
  }
}

extension TreeEvent: JSONForm {
  private enum Word: String, CaseIterable { case appeared, dismissed }

  init(form node: JSONNode) throws(FormError) {
    try node.object(["scene", "revision", "key", "event", "initial", "element", "route"] + AnyScreen.members)
    let word: Word = try node.required("event", "one of appeared, dismissed").word()
    let isInitial = try node.flag("initial")
    self.init(
      scene: try node.required("scene", "the name of a scene").name(),
      revision: try node.required("revision", "a number").count(),
      key: try node.required("key", TreeKey.rule).key(),
      kind: word == .appeared ? .appeared(isInitial: isInitial) : .dismissed,
      element: try node.required("element", "an id").value(), screen: try AnyScreen(members: node),
      route: try node["route"]?.value() ?? Path([]))
  }

  var form: JSONValue {
    let (word, isInitial): (Word, Bool?) =
      switch kind {
      case .appeared(let isInitial): (.appeared, isInitial)
      case .dismissed: (.dismissed, nil)
      }
    return JSONValue.record([
      "scene": .name(scene), "revision": .count(revision), "key": .string(key.rawValue),
      "event": .string(word.rawValue),
    ])
    .adding(["initial": isInitial.map(JSONValue.bool)])
    .adding(["element": element.form])
    .adding(screen.form)
    .adding(["route": route.form])
  }
}
