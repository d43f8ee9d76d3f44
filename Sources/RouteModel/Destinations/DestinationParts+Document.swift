// SPDX-License-Identifier: Apache-2.0

extension Destination.Factory {
  /// Its JSON form (specification, section "Destinations in JSON").
  package var document: JSONValue {
    switch self {
    case .screen(let name, .asSought): .string(name.rawValue)
    case .screen(let name, let content):
      JSONValue.record([("screen", .string(name.rawValue))] + content.members)
    case .container(let name, let kind, let content, let children, let selected, let adopts):
      JSONValue.record(
        [("container", .string(name.rawValue)), ("kind", .string(kind.rawValue))] + content.members + [
          ("children", children.isEmpty ? nil : .array(children.map(\.document))),
          ("selected", selected.map { .string($0.rawValue) }), ("adopts", adopts ? nil : .bool(false)),
        ])
    case .stack(let children, let adopts):
      JSONValue.record([("stack", .array(children.map(\.document))), ("adopts", adopts ? nil : .bool(false))])
    case .asked(let name): JSONValue.record([("asked", .string(name.rawValue))])
    }
  }
}

extension Destination.Factory.Content {
  fileprivate var members: [(String, JSONValue?)] {
    switch self {
    case .none: []
    case .asSought: [("takes", .string("sought"))]
    case .context: [("takes", .string("context"))]
    case .given(let content): content.isContent ? [("content", content.canonical)] : [("takes", .string("nothing"))]
    }
  }
}

extension Destination.Factory.Child {
  /// Its JSON form: the name alone of a screen, where there is no more to say.
  package var document: JSONValue {
    if case .screen(let name, .asSought) = factory, self == Destination.Factory.Child(factory) {
      return .string(name.rawValue)
    }
    return JSONValue.record([
      ("make", factory.document), ("action", action?.document), ("contextTasks", contextTasks.document),
      ("adapt", context?.document),
    ])
  }
}

extension Destination.Action {
  /// Its JSON form.
  package var document: JSONValue {
    switch self {
    case .none, .push, .pushAsRoot, .pushReplacingLast, .setAsMaster, .pushToDetails, .pushOnToDetails,
      .replaceContent, .replaceRoot, .addTab(at: nil, replacing: false, named: nil), .present(from: nil):
      .string(word)
    case .addTab(let index, let isReplacing, let name):
      JSONValue.record([
        (
          "add-tab",
          JSONValue.record([
            ("at", index.map { .integer(Int64($0)) }), ("replacing", isReplacing ? .bool(true) : nil),
            ("named", name.map { .string($0.rawValue) }),
          ])
        )
      ])
    case .present(let finder?): JSONValue.record([("present", finder.document)])
    case .select(let branch): JSONValue.record([("select", .string(branch.rawValue))])
    case .custom(let name): JSONValue.record([("custom", .string(name.rawValue))])
    }
  }
}

extension Destination.ContextType {
  /// Its JSON form: a word where one says it. That the context is null is said by its kind.
  package var document: JSONValue {
    if let value, !value.isContent { return .string(Kind.null.rawValue) }
    if requires.isEmpty, value == nil { return .string(kind?.rawValue ?? "any") }
    return JSONValue.record([
      ("kind", kind.map { .string($0.rawValue) }),
      ("requires", requires.isEmpty ? nil : .array(requires.map(JSONValue.string))), ("value", value?.canonical),
    ])
  }
}

extension Destination.ContextConversion {
  /// Its JSON form.
  package var document: JSONValue {
    switch self {
    case .value(let value): value.isContent ? JSONValue.record([("value", value.canonical)]) : .string("nothing")
    case .member(let key): JSONValue.record([("member", .string(key))])
    // No members at all are null.
    case .members(let renamings) where renamings.isEmpty: .string("nothing")
    case .members(let renamings):
      JSONValue.record([("members", .object(renamings.map { ($0.key, .string($0.old)) }))])
    case .asked(let name): JSONValue.record([("asked", .string(name.rawValue))])
    }
  }
}

extension Destination.ContextTask {
  /// Its JSON form.
  package var document: JSONValue {
    switch self {
    case .setContent: JSONValue.record([("set", .string("content"))])
    case .asked(let name): .string(name.rawValue)
    }
  }
}

extension [Destination.ContextTask] {
  /// The list; nil if there are none.
  var document: JSONValue? { isEmpty ? nil : .array(map(\.document)) }
}
