// SPDX-License-Identifier: Apache-2.0

import RouteModel

extension TempuraCase {
  /// The initial hierarchy as a route: each presented controller a layer. A stack's first screen takes pushes, a screen
  /// of its own takes none, tabs are a container with a branch for each.
  var route: (route: Route, ids: IDSource) {
    get throws {
      var ids = IDSource(next: 0)
      // Containers have ids of their own, so that the ids of screens count as theirs do.
      var containerIDs = IDSource(next: 1_000_000)
      var elements: [Element] = []
      var next = line["root"]
      while let node = next {
        elements += try layer(node, isBottom: elements.isEmpty, ids: &ids, containerIDs: &containerIDs)
        next = node["presents"]
      }
      return (Route(root: Path(elements)), ids)
    }
  }

  private func layer(
    _ node: JSONValue, isBottom: Bool, ids: inout IDSource, containerIDs: inout IDSource
  ) throws -> [Element] {
    switch try node.text("type") {
    case "screen":
      let screen = AnyScreen(try ScreenName(vector: try node.text("id")), presentation: .sheet(allowsPush: false))
      return [Element(id: ids.fresh(), screen: screen)]
    case "nav":
      return try node.items("children").enumerated().map { index, child in
        let presentation: Presentation = index == 0 && !isBottom ? .sheet(allowsPush: true) : .push
        let screen = AnyScreen(try ScreenName(vector: try child.text("id")), presentation: presentation)
        return Element(id: ids.fresh(), screen: screen)
      }
    case "tab":
      let id = containerIDs.fresh()
      var branches: [Branches.Branch] = []
      for (index, child) in node.items("children").enumerated() {
        guard child["presents"] == nil else { throw Vectors.Unreadable(what: "\(self.id): a tab that presents") }
        let path = try layer(child, isBottom: true, ids: &ids, containerIDs: &containerIDs)
        branches.append(.init(try Self.tab(index), path: Path(path)))
      }
      let selected = try Self.tab(Int(node.number("selected") ?? 0))
      guard branches.contains(where: { $0.name == selected }) else {
        throw Vectors.Unreadable(what: "\(self.id): no tab \(selected)")
      }
      let screen = AnyScreen("tabs", presentation: .sheet(allowsPush: false))
      return [Element(id: id, screen: screen, branches: Branches(kind: .tabs, branches: branches, selected: selected))]
    case let type: throw Vectors.Unreadable(what: "\(id): \(type)")
    }
  }

  private static func tab(_ index: Int) throws -> BranchName {
    guard let name = BranchName("tab\(index)") else { throw Vectors.Unreadable(what: "tab \(index)") }
    return name
  }
}
