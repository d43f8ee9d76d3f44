// SPDX-License-Identifier: Apache-2.0

extension TreeNode {
  /// The JSON form of the node, for people and programs alike (specification, section "Trees").
  public var document: JSONValue {
    switch self {
    case .empty: .null
    case .screen(let screen): screen.document
    case .anyOf(let nodes): .array(nodes.map(\.document))
    case .conditional(let name, let then, let otherwise):
      Self.record([("if", .string(name.rawValue)), ("then", then.document), ("else", otherwise.document)])
    case .wildcard(let screen, let node):
      Self.record([("wildcard", .string(screen.text)), ("tree", node.document)])
    case .dynamic(let key, let then, let otherwise):
      Self.record([("dynamic", .string(key.rawValue)), ("then", then.document), ("else", otherwise.document)])
    case .remote(let name): Self.record([("remote", .string(name.rawValue))])
    case .onDismiss(let key, let name, let node):
      Self.record([
        ("onDismiss", .string(key.rawValue)), ("of", name.map { .string($0.rawValue) } ?? .null),
        ("tree", node.document),
      ])
    }
  }

  /// An object with its members in this order, without those that are null.
  fileprivate static func record(_ members: [(String, JSONValue)]) -> JSONValue {
    .members(members.filter { !$0.1.isNull }.map { JSONValue.Member($0, $1) })
  }
}

extension TreeNode.Screen {
  fileprivate var document: JSONValue {
    if nesting == .empty, onAppear == nil, !isVirtual, route == nil { return .string(name.rawValue) }
    return TreeNode.record([
      ("screen", .string(name.rawValue)), ("onAppear", onAppear.map { .string($0.rawValue) } ?? .null),
      ("virtual", isVirtual ? .bool(true) : .null), ("route", route?.document ?? .null),
      ("nesting", nesting.document),
    ])
  }
}

extension RoutePoint {
  /// Its id, or an object if the route depends on members of the input.
  package var document: JSONValue {
    if requires.isEmpty, takes.isEmpty { return .string(id.rawValue) }
    return TreeNode.record([
      ("id", .string(id.rawValue)), ("requires", Self.list(requires)), ("takes", Self.list(takes)),
    ])
  }

  private static func list(_ keys: [String]) -> JSONValue {
    keys.isEmpty ? .null : .array(keys.map(JSONValue.string))
  }
}
