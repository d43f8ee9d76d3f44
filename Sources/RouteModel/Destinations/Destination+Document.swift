// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// The JSON form of the destination, for people and programs alike (specification, section "Destinations in JSON"). The
  /// same destination always has the same one: the hash by which copies of a command are known is made of it.
  public var document: JSONValue {
    guard context != nil || whileMoving != nil else { return Self.list(steps) }
    return JSONValue.record([
      ("context", context?.document), ("whileMoving", whileMoving.map { .string($0.rawValue) }),
      ("steps", Self.list(steps)),
    ])
  }

  fileprivate static func list(_ steps: [Step]) -> JSONValue { .array(steps.map(\.document)) }

  /// A list of names; nil if there are none.
  fileprivate static func list(_ names: [TaskName]) -> JSONValue? {
    names.isEmpty ? nil : .array(names.map { .string($0.rawValue) })
  }
}

extension Destination.Step {
  /// Its JSON form.
  package var document: JSONValue {
    switch self {
    case .screen(let step): step.document
    case .root: .string("root")
    case .current: .string("current")
    case .none: .string("none")
    case .custom(let finder): JSONValue.record([("custom", finder.document)])
    case .adapt(let conversion): JSONValue.record([("adapt", conversion.document)])
    case .from(let name): JSONValue.record([("from", .string(name.rawValue))])
    case .choose(let choice):
      JSONValue.record([
        ("switch", .array(choice.cases.map(\.document))), ("default", choice.otherwise.map(Destination.list)),
        ("context", choice.context?.document),
      ])
    }
  }
}

extension Destination.Switch.Case {
  /// Its JSON form.
  package var document: JSONValue {
    let member: (String, JSONValue?) =
      switch condition {
      case .found(let finder): ("found", finder.document)
      case .asked(let name): ("asked", .string(name.rawValue))
      case .context(let type): ("context", type.document)
      }
    return JSONValue.record([member, ("then", Destination.list(steps))])
  }
}

extension Destination.ScreenStep {
  /// Its JSON form; the members of its finder stand among its own.
  package var document: JSONValue {
    JSONValue.record(
      (finder?.members ?? []) + [
        ("make", factory?.document), ("action", action == .none ? nil : action.document),
        ("context", context?.document), ("interceptors", Destination.list(interceptors)),
        ("contextTasks", contextTasks.document), ("postTasks", Destination.list(postTasks)),
      ])
  }
}

extension Destination.Finder {
  /// Its JSON form.
  package var document: JSONValue { JSONValue.record(members) }

  fileprivate var members: [(String, JSONValue?)] {
    let start: JSONValue? =
      switch start {
      case .topmost: nil
      case .root: .string("root")
      case .finder(let other): other.document
      }
    let places = Destination.SearchOptions.words.filter { options.contains($0.option) }.map {
      JSONValue.string($0.word)
    }
    return [
      ("find", target.document), ("same", target.match.document),
      ("in", options == .fullStack ? nil : .array(places)), ("start", start),
      ("presented", isPresented ? .bool(true) : nil),
    ]
  }
}

extension Destination.Finder.Target {
  /// Its JSON form, without what the content has to be.
  package var document: JSONValue {
    switch self {
    case .screen(let name, _): .string(name.rawValue)
    case .asked(let name, of: let screen):
      JSONValue.record([("asked", .string(name.rawValue)), ("of", screen.map { .string($0.rawValue) })])
    case .container(let kind): JSONValue.record([("container", .string(kind.rawValue))])
    case .stack: Destination.Finder.Target.container(.stack).document
    case .instance(let id): JSONValue.record([("element", .integer(Int64(clamping: id.rawValue)))])
    case .stackOf(let id): JSONValue.record([("stackOf", .integer(Int64(clamping: id.rawValue)))])
    case .presenting: JSONValue.record([("presenting", .bool(true))])
    case .detailStack: JSONValue.record([("detailStack", .bool(true))])
    }
  }

  /// What the content has to be, of a screen by name.
  package var match: Destination.Finder.ContentMatch {
    if case .screen(_, let match) = self { match } else { .any }
  }
}

extension Destination.Finder.ContentMatch {
  fileprivate var document: JSONValue? {
    switch self {
    case .any: nil
    case .context: .string("content")
    case .given(let content):
      content.isContent ? JSONValue.record([("content", content.canonical)]) : .string("nothing")
    }
  }
}

extension JSONValue {
  /// Whether it is anything but null.
  var isContent: Bool { !canonical.isNull }
}
