// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("QRoute's own paths")
struct QRoutePathTests {
  @Test(
    "Every line gives the same ways, also where ids are repeated",
    arguments: [Tally("qroute-path.jsonl", equal: 150), Tally("own/qroute-path.jsonl", equal: 3)])
  func ways(expected: Tally) throws {
    var tally = Tally(expected.file)
    for line in try Vectors.lines(for: expected) {
      let plan = try RoutePlan(vector: line)
      #expect(try Set(plan.nodes.map(\.id.rawValue)) == Set(line.texts("flattenedIds")))
      if try line.text("kind") == "unique-ids" { #expect(plan.duplicates == nil) }
      var isEqual = true
      for query in line.items("queries") {
        let start = Int(query.number("from") ?? -1)
        guard plan.nodes.indices.contains(start) else { throw Vectors.Unreadable(what: "\(query)") }
        // An empty id is no name, and leads nowhere there.
        let target = try RouteID(query.text("target"))
        let way = target.map { plan.way(from: start, to: $0) } ?? []
        let name = "\(try line.text("id")), from \(start) to \(try query.text("target"))"
        #expect(way.map { plan.text($0) } == query.items("path").map(\.json), "\(name)")
        let descendant = target.flatMap { plan.descendant(of: start, $0) }
        #expect(descendant.map(Int64.init) == query.number("descendant"), "\(name)")
        let ancestor = target.flatMap { id in plan.ancestors(of: start).first { plan.nodes[$0].id == id } }
        #expect(ancestor.map(Int64.init) == query.number("ancestor"), "\(name)")
        isEqual = isEqual && way.map { plan.text($0) } == query.items("path").map(\.json)
        guard let other = query.number("other") else { continue }
        guard plan.nodes.indices.contains(Int(other)) else { throw Vectors.Unreadable(what: "\(query)") }
        #expect(Int64(plan.commonAncestor(of: start, and: Int(other))) == query.number("lca"), "\(name)")
      }
      if isEqual { tally.equal += 1 }
    }
    tally.check(expected)
  }
}

extension RoutePlan {
  /// The plan of a line; the screens are called as their routes are.
  init(vector line: JSONValue) throws {
    self.init()
    guard let root = line["plan"] else { throw Vectors.Unreadable(what: "no plan") }
    try add(vector: root, below: nil)
  }

  private mutating func add(vector route: JSONValue, below parent: Int?) throws {
    let id = try route.text("id")
    guard let routeID = RouteID(id), let screen = ScreenName(id) else { throw Vectors.Unreadable(what: id) }
    let node = add(RoutePoint(routeID, takes: try route.texts("dependencies")), screen: screen, below: parent)
    for child in route.items("routes") { try add(vector: child, below: node) }
  }

  fileprivate func text(_ step: Step) -> String {
    let direction =
      switch step {
      case .stay: "SELF"
      case .up: "UP"
      case .down: "DOWN"
      }
    return #"["\#(direction)","\#(nodes[step.node].id)",\#(step.node)]"#
  }
}
