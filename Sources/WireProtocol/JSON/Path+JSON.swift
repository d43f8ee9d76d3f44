// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Path: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    var hosts: [ElementID: Host] = [:]
    try self.init(form: node, hosts: &hosts)
  }

  var form: JSONValue { form { _ in nil } }

  fileprivate init(form node: JSONNode, hosts: inout [ElementID: Host]) throws(FormError) {
    self.init([])
    for node in try node.list() { elements.append(try Element(form: node, hosts: &hosts)) }
  }

  /// Each element with what `members` adds to it.
  fileprivate func form(_ members: (ElementID) -> KeyValuePairs<String, JSONValue?>?) -> JSONValue {
    .array(elements.map { $0.form(members) })
  }
}

extension Element: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    var hosts: [ElementID: Host] = [:]
    try self.init(form: node, hosts: &hosts)
  }

  var form: JSONValue { form { _ in nil } }

  fileprivate init(form node: JSONNode, hosts: inout [ElementID: Host]) throws(FormError) {
    try node.object(["id", "hasAppeared", "presence", "worker", "branches", "subTree"] + AnyScreen.members)
    self.init(
      id: try node.required("id", "the number of the element").value(), screen: try AnyScreen(members: node),
      hasAppeared: try node.flag("hasAppeared"), subTree: try node["subTree"]?.value())
    if let presence: Presence = try node["presence"]?.word() {
      let host = Host(presence, worker: try node["worker"]?.name())
      if host != .none { hosts[id] = host }
    }
    guard let node = node["branches"] else { return }
    try node.object(["kind", "selected", "items"])
    var items: [Branches.Branch] = []
    for node in try node.required("items", "a list of branches").list() {
      try node.object(["name", "path"])
      items.append(
        Branches.Branch(
          try node.required("name", BranchName.rule).name(),
          path: try Path(form: node.required("path", "a list of elements"), hosts: &hosts)))
    }
    branches = Branches(
      kind: try node.required("kind", "tabs or split").value(), branches: items,
      selected: try node.required("selected", BranchName.rule).name())
  }

  fileprivate func form(_ members: (ElementID) -> KeyValuePairs<String, JSONValue?>?) -> JSONValue {
    let form = JSONValue.record(["id": id.form])
      .adding(["screen": .name(screen.name), "content": screen.content, "presentation": screen.presentation.form])
      .adding(["hasAppeared": .bool(hasAppeared)])
      .adding(members(id) ?? [:])
      .adding(["subTree": subTree?.form])
    guard let branches else { return form }
    let items = branches.branches.map { branch -> JSONValue in
      .record(["name": .name(branch.name), "path": branch.path.form(members)])
    }
    return form.adding([
      "branches": .record([
        "kind": branches.kind.form, "selected": .name(branches.selected), "items": .array(items),
      ])
    ])
  }
}

extension PlacedPath: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    var hosts: [ElementID: Host] = [:]
    let path = try Path(form: node, hosts: &hosts)
    self.init(path, hosts: hosts)
  }

  var form: JSONValue {
    path.form { id in
      let host = hosts[id] ?? .none
      return ["presence": .string(host.presence.rawValue), "worker": .name(host.worker)]
    }
  }
}

extension Host {
  /// The host of an element that nobody hosts; an element without a host means the same.
  static let none = Host(.unattended, worker: nil)
}

extension Branches.Kind: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    switch node.value {
    case .string("tabs"): self = .tabs
    case .string("split"): self = .split
    default: throw node.unexpected("one of tabs, split")
    }
  }

  var form: JSONValue {
    switch self {
    case .tabs: .string("tabs")
    case .split: .string("split")
    }
  }
}
