// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Drives")
struct DriveTests {
  /// home ─ list ─ exhibit(id) ; home ─ map ; settings is declared elsewhere: home ─ settings ─ account(user)
  static let tree = TreeComposition([
    TreePart(
      .screen(
        "home",
        nesting: .anyOf([
          .screen(
            "list",
            nesting: .screen("exhibit", route: RoutePoint("exhibit", requires: ["id"], takes: ["zoom"])),
            route: RoutePoint("list", takes: ["filter"])),
          .screen("map", route: RoutePoint("map")),
          .remote("settings"),
        ]), route: RoutePoint("home")), of: "kiosk"),
    TreePart(
      .screen(
        "panel", nesting: .screen("account", route: RoutePoint("account", requires: ["user"])),
        route: RoutePoint("settings")), named: "settings", of: "panel"),
  ])

  static func follow(
    _ drive: Drive, on path: String, handles: [ScreenName: [Request]] = [:], answers: [String: Instruction] = [:]
  ) throws -> Follow {
    var registry = TestRegistry()
    registry.handles = handles
    registry.routePlan = RoutePlan(tree)
    return try Follow(.drive(drive), on: path, stepwise: !drive.isTransactional, in: registry, answers: answers)
  }

  @Test("The plan is the tree without what is no route; parts that others declare belong to it")
  func plan() {
    let plan = RoutePlan(Self.tree)
    #expect(plan.nodes.map(\.id) == ["home", "list", "exhibit", "map", "settings", "account"])
    #expect(plan.nodes.map(\.parent) == [nil, 0, 1, 0, 0, 4])
    #expect(plan.nodes[5].declaration == "panel: home/panel/account")
    #expect(plan.duplicates == nil)
  }

  @Test("Screens that are no routes are passed over; both places of a repeated id are named")
  func repeated() throws {
    let plan = RoutePlan(
      TreeComposition([
        TreePart(
          .screen(
            "home",
            nesting: .anyOf([
              .screen("frame", nesting: .screen("map", route: RoutePoint("map"))),
              .screen("atlas", route: RoutePoint("map")),
            ]), route: RoutePoint("home")), of: "kiosk")
      ]))
    #expect(plan.nodes.map(\.parent) == [nil, 0, 0])
    let duplicates = try #require(plan.duplicates)
    #expect(
      duplicates.first.declaration == "kiosk: home/frame/map" && duplicates.second.declaration == "kiosk: home/atlas")
  }

  @Test("Of routes with one id, or with one screen in one place, the first is found")
  func firsts() {
    var plan = RoutePlan()
    let places: [(RouteID, ScreenName, below: Int?)] = [
      ("a", "home", nil), ("b", "list", 0), ("c", "list", 0), ("b", "map", nil), ("d", "home", nil), ("e", "list", 3),
      ("f", "map", 1),
    ]
    for (id, screen, parent) in places { plan.add(RoutePoint(id), screen: screen, below: parent) }
    for node in plan.nodes {
      #expect(plan.index(of: node.id) == plan.nodes.firstIndex { $0.id == node.id })
      #expect(plan.first(showing: node.screen) == plan.nodes.firstIndex { $0.screen == node.screen })
    }
    let parents = [nil] + plan.nodes.indices.map(Optional.some)
    for (parent, screen) in parents.flatMap({ parent in ["home", "list", "map"].map { (parent, $0 as ScreenName) } }) {
      let first = plan.nodes.firstIndex { $0.parent == parent && $0.screen == screen }
      #expect(plan.child(of: parent, showing: screen) == first)
    }
    #expect(plan.index(of: "z") == nil && plan.first(showing: "z") == nil && plan.child(of: 0, showing: "map") == nil)
  }

  @Test("A part that leads to itself is taken once; what alternatives share is one route")
  func recursion() {
    let again = TreeNode.screen("folder", nesting: .remote("folder"), route: RoutePoint("folder"))
    let either = TreeNode.dynamic("k", then: again, otherwise: again)
    let plan = RoutePlan(
      TreeComposition([TreePart(.remote("folder"), of: "a"), TreePart(either, named: "folder", of: "a")]))
    #expect(plan.nodes.map(\.id) == ["folder"])
  }

  @Test(
    "Where nobody registered for a step: down puts the screen on top, up drops what lies above, each a step",
    arguments: [
      ("home", "list", "@0 home / @1 list"), ("home", "map", "@0 home / @1 map"),
      ("home/list", "map", "@0 home / @2 map"), ("home/list/map", "home", "@0 home"),
      ("home/list", "list", "@0 home / @1 list"), ("home/list", "mpa", "rejected unknownRoute"),
      ("other", "map", "rejected unknownRoute"), ("map", "home", "@0 home"),
      ("home/panel", "list", "@0 home / @2 list"),
    ])
  func custom(path: String, target: String, end: String) throws {
    let route = try #require(RouteID(target))
    #expect(try Self.follow(Drive(.route(route)), on: path).end == end)
  }

  @Test("Every step but the last is a commit of its own, unless the walk is transactional")
  func stepwise() throws {
    let drive = Drive(.route("map"))
    let follow = try Self.follow(drive, on: "home/list")
    #expect(follow.steps == ["@0 home"])
    #expect(try Self.follow(Drive(.route("map"), transactional: true), on: "home/list").steps == [])
  }

  @Test("The screen that the walk stands on is asked; its answer leads on from where it arrived")
  func asked() throws {
    let handles: [ScreenName: [Request]] = ["list": [.toParent], "home": [.toChild("map")]]
    let follow = try Self.follow(
      Drive(.route("map")), on: "home/list", handles: handles,
      answers: ["to parent @1": .pop, "to child map @0": .present(nil)])
    #expect(follow.asked == ["to parent @1", "to child map @0"])
    #expect(follow.end == "@0 home / @2 sheet!:map")
  }

  @Test("A step that is declined, or leads elsewhere, ends the walk there; what was done stays done")
  func stopped() throws {
    let handles: [ScreenName: [Request]] = ["home": [.toChild("map")]]
    let declined = try Self.follow(Drive(.route("map")), on: "home/list", handles: handles)
    #expect(declined.steps == ["@0 home"] && declined.end == "unhandled to child map")
    let elsewhere = try Self.follow(
      Drive(.route("map")), on: "home/list", handles: handles,
      answers: ["to child map @0": .push(AnyScreen("list"))])
    #expect(elsewhere.steps == ["@0 home"] && elsewhere.end == "rejected invalid")
  }

  @Test("Up arrives at a fresh element, too, where the one that stood for the parent has gone")
  func freshParent() throws {
    let list = PathItem(AnyScreen("list", content: .object([("page", .integer(2))])))
    func end(_ target: Target) throws -> String {
      try Self.follow(
        Drive(.parent), on: "home/list/exhibit", handles: ["exhibit": [.toParent]],
        answers: ["to parent @2": .edit([.go(to: list, on: target)])]
      ).end
    }
    #expect(try end(.id(.root)) == "@0 home / @3 list?page=2")
    // The old one still stands, beneath.
    #expect(try end(.id(ElementID(1))) == "rejected invalid")
  }

  @Test("A route's share of the input becomes its screen's content; what is required is checked before the first step")
  func input() throws {
    let input = JSONValue.object([("id", .integer(7)), ("filter", .string("old")), ("other", .bool(true))])
    let follow = try Self.follow(Drive(.route("exhibit"), input: input), on: "home")
    #expect(follow.end == "@0 home / @1 list?filter=old / @2 exhibit?id=7")
    let missing = try Self.follow(Drive(.route("exhibit"), input: .object([("zoom", .integer(2))])), on: "home")
    #expect(missing.steps == [] && missing.end == "rejected missingDependency")
    // What the screen has already need not come again, and stays.
    let zoom = try Self.follow(
      Drive(.route("exhibit"), input: .object([("zoom", .integer(2))])), on: "home/list/exhibit?id=7")
    #expect(zoom.end == "@0 home / @1 list / @2 exhibit?id=7&zoom=2")
    #expect(try Self.follow(Drive(.route("map"), input: .integer(1)), on: "home").end == "rejected invalid")
  }

  @Test("A route's share has no member whose name Unicode alone takes for the same")
  func sharedNames() {
    let input = JSONValue.object([("e\u{301}", .integer(1)), ("id", .integer(2)), ("zoom", .integer(3))])
    let route = RoutePoint("exhibit", requires: ["\u{E9}"], takes: ["id"])
    #expect(route.share(of: input) == .object([("id", .integer(2))]))
    #expect(route.missing(from: input, and: .null) == ["\u{E9}"])
  }

  @Test("Up from the first element of a branch the parent takes its place there, and nothing else goes")
  func upInBranch() throws {
    var registry = containers
    registry.handles = [:]
    registry.routePlan = RoutePlan(Self.tree)
    let follow = try Follow(.drive(Drive(.parent)), on: "tabs{a=list}", stepwise: true, in: registry)
    #expect(follow.end == "@0 tabs {*a: @3 home, b: @2 y, c: }")
  }

  @Test("No walk starts in a branch that does not show, and that is said", arguments: ["y", "x"] as [ScreenName])
  func startInBranch(screen: ScreenName) throws {
    var registry = containers
    registry.handles = [:]
    registry.routePlan = RoutePlan(Self.tree)
    let (route, ids) = try Route.made("tabs{a=x}", in: registry)
    let drive = Drive(.parent, from: .screen(AnyScreen(screen)))
    var plan = Plan(.drive(drive), on: route, context: .null, ids: ids, stepwise: true)
    guard case .refused(.rejected(.unknownRoute, let message)) = plan.begin(in: registry) else {
      Issue.record("it was planned")
      return
    }
    let reason =
      screen == "y"
      ? "is not on the active path, so select its branch first" : "stands for no route, and nothing beneath it does"
    #expect(message == "\(screen) \(reason)")
  }

  @Test("A sub-tree whose screen is a container arrives at the container, not at what its branches hold")
  func subTreeOfContainer() throws {
    var registry = containers
    registry.handles = [:]
    let tabs = TreeNode.screen("tabs", route: RoutePoint("tabs"))
    let tree = TreePart(.screen("home", nesting: tabs, route: RoutePoint("home")), of: "kiosk")
    registry.routePlan = RoutePlan(TreeComposition([tree]))
    let follow = try Follow(.drive(Drive(.subTree("tabs"))), on: "home", stepwise: true, in: registry)
    #expect(follow.end == "@0 home / @1 tabs {*a: @2 x, b: @3 y, c: }")
  }

  @Test("A walk can start further down; what stands above its start goes with the first step")
  func start() throws {
    #expect(try Self.follow(Drive(.route("map"), from: .id(.root)), on: "home/list").end == "@0 home / @2 map")
    let follow = try Self.follow(Drive(.parent, from: .screen(AnyScreen("list"))), on: "home/list/exhibit")
    #expect(follow.end == "@0 home")
    #expect(try Self.follow(Drive(.parent, from: .id(ElementID(9))), on: "home").end == "unchanged targetNotFound")
    #expect(try Self.follow(Drive(.parent), on: "home").end == "unchanged atRoot")
  }
}
