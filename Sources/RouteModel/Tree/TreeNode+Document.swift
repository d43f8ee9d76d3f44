// SPDX-License-Identifier: Apache-2.0

extension TreeNode {
  /// The JSON form of the node, for people and programs alike (specification, section "Trees").
  public var document: JSONValue {
    switch self {
    case .empty: .null
    case .screen(let screen): screen.document
    case .anyOf(let nodes): .array(nodes.map(\.document))
    case .conditional(let name, let then, let otherwise):
      JSONValue.record([("if", .string(name.rawValue)), ("then", then.member), ("else", otherwise.member)])
    case .wildcard(let screen, let node):
      JSONValue.record([("wildcard", .string(screen.text)), ("tree", node.member)])
    case .dynamic(let key, let then, let otherwise):
      JSONValue.record([("dynamic", .string(key.rawValue)), ("then", then.member), ("else", otherwise.member)])
    case .remote(let name): JSONValue.record([("remote", .string(name.rawValue))])
    case .onDismiss(let key, let name, let node):
      JSONValue.record([
        ("onDismiss", .string(key.rawValue)), ("of", name.map { .string($0.rawValue) }),
        ("tree", node.member),
      ])
    }
  }

  /// Its form as a member of another's; the empty node is left out.
  fileprivate var member: JSONValue? { self == .empty ? nil : document }
}

extension TreeNode.Screen {
  fileprivate var document: JSONValue {
    if nesting == .empty, onAppear == nil, !isVirtual, route == nil { return .string(name.rawValue) }
    return JSONValue.record([
      ("screen", .string(name.rawValue)), ("onAppear", onAppear.map { .string($0.rawValue) }),
      ("virtual", isVirtual ? .bool(true) : nil), ("route", route?.document),
      ("nesting", nesting.member),
    ])
  }
}

extension RoutePoint {
  /// Its id, or an object if the route depends on members of the input.
  package var document: JSONValue {
    if requires.isEmpty, takes.isEmpty { return .string(id.rawValue) }
    return JSONValue.record([
      ("id", .string(id.rawValue)), ("requires", Self.list(requires)), ("takes", Self.list(takes)),
    ])
  }

  private static func list(_ keys: [String]) -> JSONValue? {
    keys.isEmpty ? nil : .array(keys.map(JSONValue.string))
  }
}
