// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One line of RouteComposer's scenarios, in our words: their layers become a path, their chain a destination.
struct RouteComposerCase {
  /// What a line holds that no route of ours can.
  enum Unlike: Error {
    /// A layer that is a stack without a screen.
    case emptyStack
  }

  let line: JSONValue
  let id: String
  private(set) var route = Route()
  private(set) var ids = IDSource()
  /// What the elements at the start are called.
  private(set) var labels: [ElementID: String] = [:]
  /// Those at the start that may refuse to go, with what they answer.
  private(set) var guards: [ElementID: Bool] = [:]
  /// For each stack at the start its first element.
  private var stacks: [String: ElementID] = [:]
  private var elements: [String: ElementID] = [:]
  private var firstOfKind: [String: String] = [:]
  private var hasRoot = false

  init(_ line: JSONValue) throws {
    self.line = line
    id = try line.text("id")
    // Of an empty stack in a branch only the branch would be left, and no finder sees that.
    let isEmptyStack = { (node: JSONValue) in node["arr"] == "stack" && node.items("kids").isEmpty }
    guard !line.items("given").contains(where: { $0.contains(where: isEmptyStack) }) else { throw Unlike.emptyStack }
    var elements: [Element] = []
    for (index, node) in line.items("given").enumerated() { elements += try layer(node, isSheet: index > 0) }
    route = Route(root: Path(elements))
  }

  /// Another root, as an interceptor brings it.
  mutating func replaceRoot(with node: JSONValue) throws {
    hasRoot = false
    (elements, stacks) = ([:], [:])
    route = Route(root: Path(try layer(node, isSheet: false)))
  }

  private mutating func layer(_ node: JSONValue, isSheet: Bool) throws -> [Element] {
    guard node["arr"] == "stack" else {
      return [try element(node, presentation: .sheet(allowsPush: false))]
    }
    var elements: [Element] = []
    for kid in node.items("kids") {
      let presentation: Presentation = isSheet && elements.isEmpty ? .sheet(allowsPush: true) : .push
      elements.append(try element(kid, presentation: presentation))
    }
    guard let first = elements.first else { throw Unlike.emptyStack }
    stacks[try node.text("id")] = first.id
    let (kind, label) = (try node.text("kind"), try node.text("id"))
    if firstOfKind[kind] == nil { firstOfKind[kind] = label }
    return elements
  }

  private mutating func element(_ node: JSONValue, presentation: Presentation) throws -> Element {
    let label = try node.text("id")
    // Elements are made parents first, so that the first one of all is the root.
    let id = hasRoot ? ids.fresh() : ElementID.root
    hasRoot = true
    labels[id] = label
    elements[label] = id
    if case .bool(let answer)? = node["can_be_dismissed"] { guards[id] = answer }
    var element = Element(
      id: id, screen: try AnyScreen(vector: node, presentation: presentation))
    var branches: [Branches.Branch] = []
    for (index, kid) in node.items("kids").enumerated() {
      branches.append(.init(branch(index, of: node), path: Path(try layer(kid, isSheet: false))))
    }
    guard case .string(let kind)? = node["arr"] else { return element }
    if kind == "split" {
      for index in branches.count..<max(2, branches.count) { branches.append(.init(branch(index, of: node))) }
    }
    let selected = kind == "tabs" ? Int(node.number("sel") ?? 0) : 0
    element.branches = Branches(
      kind: kind == "tabs" ? .tabs : .split, branches: branches, selected: branch(selected, of: node))
    return element
  }

  private func branch(_ index: Int, of node: JSONValue) -> BranchName {
    switch (node["arr"], index) {
    case ("split", 0): "master"
    case ("split", 1): "detail"
    case ("one", _): "content"
    default: BranchName("b\(index)") ?? "b"
    }
  }
}

extension AnyScreen {
  init(vector node: JSONValue, presentation: Presentation = .push) throws {
    self.init(
      try ScreenName(vector: node.text("kind")), content: JSONValue(vectorContext: node["ctx"]),
      presentation: presentation)
  }
}

extension JSONValue {
  /// A context. Theirs have Swift's types, so that a URL is no string.
  init(vectorContext value: JSONValue?) {
    self = value == "url" ? .array(["url"]) : value ?? .null
  }
}

extension RouteComposerCase {
  /// Their chain.
  func destination() throws -> Destination {
    Destination(try steps(line["request"]?.items("chain") ?? []))
  }

  /// What their router does for every chain.
  func hooks() throws -> DestinationHooks {
    guard let router = line["request"]?["router"] else { return DestinationHooks() }
    return DestinationHooks(
      interceptors: try router.items("interceptors").map { try TaskName(vector: $0.text("name")) },
      contextTasks: try router.texts("context_tasks").map(Destination.ContextTask.init(vector:)),
      postTasks: try router.texts("post_tasks").map(TaskName.init(vector:)))
  }

  private func steps(_ chain: [JSONValue]) throws -> [Destination.Step] { try chain.map(step) }

  private func step(_ step: JSONValue) throws -> Destination.Step {
    switch try step.text("step") {
    case "root": return .root
    case "current": return .current
    case "none": return .none
    case "custom": return .custom(try finder(step["find"]) ?? never)
    case "adapt": return .adapt(.value(JSONValue(vectorContext: step["to"])))
    case "switch":
      let cases = try step.items("cases").map { item -> Destination.Switch.Case in
        if let expected = item["expect"] { return .expecting(try finder(expected) ?? never) }
        let condition: Destination.Switch.Condition
        if let found = item["finder"] {
          condition = .found(try finder(found) ?? never)
        } else if let type = item["ctx_is"] {
          condition = .context(Destination.ContextType(vector: type))
        } else {
          condition = .asked(item["when"] == true ? "yes" : "no")
        }
        return Destination.Switch.Case(condition, from: try steps(item.items("from")))
      }
      return .choose(
        Destination.Switch(
          cases, otherwise: step["default"] == nil ? nil : try steps(step.items("default")),
          context: step["ctx_type"].map(Destination.ContextType.init(vector:))))
    default: return .screen(try screen(step))
    }
  }

  private func screen(_ step: JSONValue) throws -> Destination.ScreenStep {
    Destination.ScreenStep(
      find: try finder(step["find"]), make: try factory(step["make"]), action: try action(step["action"]),
      context: step["ctx_type"].map(Destination.ContextType.init(vector:)),
      interceptors: try step.items("interceptors").map { try TaskName(vector: $0.text("name")) },
      contextTasks: try step.texts("context_tasks").map(Destination.ContextTask.init(vector:)),
      postTasks: try step.texts("post_tasks").map(TaskName.init(vector:)))
  }

  /// What finds nothing.
  private var never: Destination.Finder { Destination.Finder(.instance(ElementID(.max))) }

  private func finder(_ value: JSONValue?) throws -> Destination.Finder? {
    guard let value, value != "nil", value != .null else { return nil }
    if case .string(let label)? = value["instance"] {
      if let first = stacks[label] { return Destination.Finder(.stackOf(first)) }
      return elements[label].map { Destination.Finder(.instance($0)) } ?? never
    }
    var options = Destination.SearchOptions.fullStack
    if value["options"] != nil {
      let words = try value.texts("options")
      options = Destination.SearchOptions(
        Destination.SearchOptions.words.filter { words.contains($0.word) }.map(\.option))
    }
    let start = try start(value["presenting_of"] ?? value["from"])
    if value["presenting_of"] != nil { return Destination.Finder(.presenting, in: options, from: start) }
    guard case .string(let kind)? = value["class"] else {
      return Destination.Finder(.detailStack, in: options, from: start)
    }
    var finder = Destination.Finder(.stack, in: options, from: start, isPresented: value["only"] == "presented")
    if isStack(kind) {
      // Stacks have no kinds of their own here; their only plain kind is any.
      guard kind != "Nav" else { return finder }
      return firstOfKind[kind].flatMap { stacks[$0] }.map { Destination.Finder(.stackOf($0)) } ?? never
    }
    finder.target = .screen(try ScreenName(vector: kind), value["ctx"] == "match" ? .context : .any)
    return finder
  }

  private func start(_ value: JSONValue?) throws -> Destination.Finder.Start {
    switch value {
    case nil, "topmost": .topmost
    case "root": .root
    default: .finder(try finder(value) ?? never)
    }
  }

  /// Whether screens of a kind are stacks.
  private func isStack(_ kind: String) -> Bool {
    kind == "Nav" || line.contains { $0["kind"] == .string(kind) && $0["arr"] == "stack" }
  }

  private func factory(_ value: JSONValue?) throws -> Destination.Factory? {
    guard let value, value != "nil", value != .null else { return nil }
    let name = try ScreenName(vector: value.text("kind"))
    let isContainer = value.flag("container")
    let kids = value.items(isContainer ? "children" : "kids")
    guard case .string(let kind)? = value["arr"] else { return .screen(name) }
    let children = try kids.enumerated().map { index, kid in
      var action = kid["action"] == nil ? nil : try self.action(kid["action"])
      if kind == "tabs", action == nil { action = .addTab(named: branch(index, of: value)) }
      return Destination.Factory.Child(
        try factory(kid) ?? .screen(name), action: action,
        contextTasks: try kid.texts("context_tasks").map(Destination.ContextTask.init(vector:)))
    }
    let selected = value.number("sel").map { branch(Int($0), of: value) }
    switch kind {
    case "stack": return .stack(children: children, adopts: isContainer)
    case "tabs": return .container(name, .tabs, children: children, selected: selected, adopts: isContainer)
    case "split": return .container(name, .split, children: children, adopts: isContainer)
    default: return .container(name, .single, children: children, adopts: isContainer)
    }
  }

  private func action(_ value: JSONValue?) throws -> Destination.Action {
    guard let value, value != .null else { return .none }
    switch try value.text("do") {
    case "push": return .push
    case "pushAsRoot": return .pushAsRoot
    case "pushReplacingLast": return .pushReplacingLast
    case "addTab": return .addTab(at: value.number("at").map { Int($0) }, replacing: value.flag("replacing"))
    case "setAsMaster": return .setAsMaster
    case "pushToDetails": return .pushToDetails
    case "pushOnToDetails": return .pushOnToDetails
    case "replaceContent": return .replaceContent
    case "replaceRoot": return .replaceRoot
    case "nil": return .none
    case "present":
      // One layer covers all, so it is the same from wherever in the top layer.
      guard case .members? = value["from"] else { return .present() }
      return .present(from: try finder(value["from"]))
    case let word: throw Vectors.Unreadable(what: "action \(word)")
    }
  }
}

extension Destination.ContextType {
  fileprivate init(vector type: JSONValue) {
    switch type {
    case "str": self.init(.string)
    case "int": self.init(.integer)
    case "url": self.init(.list)
    default: self.init(value: type)
    }
  }
}

extension Destination.ContextTask {
  fileprivate init(vector text: String) throws {
    self = text == "set_context" ? .setContent : .asked(try TaskName(vector: text))
  }
}

extension TaskName {
  init(vector text: String) throws {
    guard let name = TaskName(text) else { throw Vectors.Unreadable(what: "'\(text)' is no name") }
    self = name
  }
}

extension JSONValue {
  /// Whether a value somewhere in it is wanted.
  func contains(where isWanted: (JSONValue) -> Bool) -> Bool {
    if isWanted(self) { return true }
    switch self {
    case .null, .bool, .integer, .double, .string: return false
    case .array(let items): return items.contains { $0.contains(where: isWanted) }
    case .members(let members): return members.contains { $0.value.contains(where: isWanted) }
    }
  }
}
