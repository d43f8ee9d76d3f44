// SPDX-License-Identifier: Apache-2.0

import RouteModel

extension Presentation: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    switch node.value {
    case .string("push"): self = .push
    case .string("sheet"): self = .sheet(allowsPush: true)
    case .string("sheetNoPush"): self = .sheet(allowsPush: false)
    default: throw node.unexpected("one of push, sheet, sheetNoPush")
    }
  }

  var form: JSONValue {
    switch self {
    case .push: .string("push")
    case .sheet(let allowsPush): .string(allowsPush ? "sheet" : "sheetNoPush")
    }
  }
}

extension AnyScreen: JSONForm {
  /// The members of a screen object, which stand in an element's too.
  static let members = ["screen", "content", "presentation"]

  init(form node: JSONNode) throws(FormError) {
    if case .string = node.value {
      let literal = try PathItem(form: node)
      guard literal.branches.isEmpty, literal.selected == nil else { throw node.wrong("no branches are wanted here") }
      self = literal.screen
    } else {
      try node.object(Self.members)
      try self.init(members: node)
    }
  }

  /// A screen whose members stand beside others.
  init(members node: JSONNode) throws(FormError) {
    self.init(
      try node.required("screen", "the name of a screen").name(), content: try node["content"]?.content() ?? .null,
      presentation: try node["presentation"]?.value() ?? .push)
  }

  var form: JSONValue {
    .record(["screen": .name(name), "content": content, "presentation": presentation.form])
  }
}

extension PathItem: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    if case .string = node.value {
      let path = try Self.path(text: node)
      guard path.count == 1 else { throw node.wrong("one screen is wanted here, not \(path.count)") }
      self = path[0]
      return
    }
    try node.object(AnyScreen.members + ["branches"])
    self.init(try AnyScreen(members: node))
    guard let node = node["branches"] else { return }
    try node.object(["selected", "items"])
    selected = try node["selected"]?.name()
    branches = try node.list("items") { node throws(FormError) in
      try node.object(["name", "path"])
      let name: BranchName = try node.required("name", BranchName.rule).name()
      return Branch(name, path: try node.optional("path") { node throws(FormError) in try Self.path(node) } ?? [])
    }
  }

  var form: JSONValue {
    guard !branches.isEmpty || selected != nil else { return screen.form }
    let items = branches.map { branch -> JSONValue in
      .record(["name": .name(branch.name), "path": .array(branch.path.map(\.form))])
    }
    let form = JSONValue.sparse(["selected": selected.map { .name($0) }, "items": .array(items)])
    return screen.form.adding(["branches": form])
  }

  /// A list of screens, or a path in path syntax.
  static func path(_ node: JSONNode) throws(FormError) -> [PathItem] {
    if case .string = node.value { try path(text: node) } else { try node.items(PathItem.init(form:)) }
  }

  private static func path(text node: JSONNode) throws(FormError) -> [PathItem] {
    let text = try node.string()
    do { return try PathItem.path(parsing: text) } catch { throw node.wrong("'\(text.clipped)' is no path: \(error)") }
  }
}

extension Target: JSONForm {
  init(form node: JSONNode) throws(FormError) { try self.init(form: node, inAnswer: false) }

  /// A target; only inside the answer to an ask may it be `"self"`.
  init(form node: JSONNode, inAnswer: Bool) throws(FormError) {
    if case .string("self") = node.value {
      guard inAnswer else {
        throw node.wrong("'self' is the element that is asked, and stands only inside an answer")
      }
      self = .asked
    } else if let id: ElementID = try node["id"]?.value() {
      try node.object(["id", "branch"])
      if let branch: BranchName = try node["branch"]?.name() {
        self = .branch(id, branch)
      } else {
        self = .id(id)
      }
    } else {
      self = .screen(try node.value())
    }
  }

  /// What a target is, for errors.
  static let rule = "an id or a screen"

  var form: JSONValue {
    switch self {
    case .id(let id): .record(["id": id.form])
    case .screen(let screen): screen.form
    case .branch(let id, let branch): .record(["id": id.form, "branch": .name(branch)])
    case .asked: .string("self")
    }
  }
}
