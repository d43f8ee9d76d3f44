// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

/// `t` stands not on top of itself, `s` once on a path, `n` as often as one likes.
@Suite("Instances: screens that stand on a path once, or not on top of each other")
struct InstanceTests {
  private static var registry: TestRegistry {
    var registry = containers
    registry.modes = ["t": .singleTop, "s": .single, "tabs": .single]
    return registry
  }

  private static func item(_ text: String) throws -> PathItem {
    guard let item = try PathItem.path(parsing: text).first else { throw Refusal.unchanged(.same) }
    return item
  }

  @Test(
    "Go puts a screen behind its target, or gives its content to the one that is there",
    arguments: [
      ("a/t?n=1", 1, "t?n=2", "@0 a / @1 t?n=2"), ("a/t?n=1", 0, "t?n=2", "@0 a / @1 t?n=2"),
      ("a/b/t?n=1", 0, "t?n=2", "@0 a / @2 t?n=2"), ("a/t?n=1/b", 2, "t?n=2", "@0 a / @1 t?n=1 / @2 b / @3 t?n=2"),
      ("a/t?n=1/b", 0, "t?n=2", "@0 a / @3 t?n=2"), ("a/t?n=1", 1, "t?n=1", "unchanged same"),
      ("a/n?n=1", 1, "n?n=2", "@0 a / @1 n?n=1 / @2 n?n=2"), ("a/t?n=1", 1, "b", "@0 a / @1 t?n=1 / @2 b"),
      ("a/s?n=1/b/c", 3, "s?n=2", "@0 a / @1 s?n=2"), ("a/s?n=1/b", 2, "s?n=1", "@0 a / @1 s?n=1"),
      ("a/b/s?n=1/c", 0, "s?n=2", "@0 a / @2 s?n=2"), ("s?n=1/a", 1, "s?n=2", "@0 s?n=2"),
      ("a/s?n=1", 1, "s?n=1", "unchanged same"), ("a/sheet:t?n=1", 1, "t?n=2", "@0 a / @1 sheet:t?n=2"),
      ("a/sheet:s?n=1/b", 2, "s?n=2", "@0 a / @1 sheet:s?n=2"),
    ] as [(String, UInt64, String, String)])
  func go(path: String, on id: UInt64, screen: String, end: String) throws {
    let verb = Verb.navigator(.go(to: try Self.item(screen), on: .id(ElementID(id))))
    #expect(try Follow(verb, on: path, in: Self.registry).end == end)
  }

  @Test("What a fresh container's branches are given is held to it as well")
  func givenBranches() throws {
    func replace(_ path: String) throws -> String {
      let verb = Verb.navigator(.replace(path: try PathItem.path(parsing: path), in: nil))
      return try Follow(verb, on: "x", in: Self.registry).end
    }
    #expect(try replace("tabs{a=s/n/n}").hasPrefix("@"))
    #expect(try replace("tabs{a=s/n/s}") == "rejected invalid")
  }

  @Test("So are the branches that a routable declares")
  func declaredBranches() throws {
    var registry = Self.registry
    registry.branches["shop"] = Branches(kind: .tabs, branches: [.init("a", path: .sketch("s", "n"))], selected: "a")
    registry.branches["twice"] = Branches(
      kind: .tabs, branches: [.init("a", path: .sketch("s", "n", "s"))], selected: "a")
    func end(_ verb: NavigatorVerb) throws -> String { try Follow(.navigator(verb), on: "x", in: registry).end }
    #expect(try end(.replace(path: [PathItem("shop")], in: nil)) == "@0 shop {*a: @1 s / @2 n}")
    #expect(try end(.replace(path: [PathItem("twice")], in: nil)) == "rejected invalid")
    #expect(try end(.go(to: PathItem("twice"), on: .id(.root))) == "rejected invalid")
    #expect(try end(.replaceContent(of: .id(.root), with: AnyScreen("twice"))) == "rejected invalid")
  }

  @Test(
    "A push goes to the end of the stack, or its content into the one that is there",
    arguments: [
      ("a/t?n=1", 0, "t?n=2", "@0 a / @1 t?n=2"), ("a/t?n=1/sheet:c", 0, "t?n=2", "@0 a / @1 t?n=2 / @2 sheet:c"),
      ("a/t?n=1/sheet:c", 2, "t?n=2", "@0 a / @1 t?n=1 / @2 sheet:c / @3 t?n=2"),
      ("a/s?n=1/sheet:c/d", 3, "s?n=2", "@0 a / @1 s?n=2"), ("a/s?n=1/b", 2, "s?n=2", "@0 a / @1 s?n=2"),
      ("a/s/tabs{a=x}", 3, "s?n=2", "@0 a / @1 s / @2 tabs {*a: @3 x / @5 s?n=2, b: @4 y, c: }"),
    ] as [(String, UInt64, String, String)])
  func push(path: String, by id: UInt64, screen: String, end: String) throws {
    let answer = Instruction.push(try Self.item(screen).screen)
    let follow = try Follow(.show(["new"]), on: path, in: Self.registry, answers: ["show new @\(id)": answer])
    #expect(follow.end == end)
  }

  @Test(
    "So does what is presented: it keeps the presentation of its place",
    arguments: [
      ("a/sheet:t?n=1", "t?n=2", "@0 a / @1 sheet:t?n=2"), ("a/t?n=1", "t?n=2", "@0 a / @1 t?n=2"),
      ("a/sheet!:s?n=1/sheet:b", "s?n=2", "@0 a / @1 sheet!:s?n=2"), ("a/b", "s", "@0 a / @1 b / @2 sheet!:s"),
    ])
  func present(path: String, screen: String, end: String) throws {
    let answer = Instruction.present(try Self.item(screen).screen)
    let follow = try Follow(.show(["new"]), on: path, in: Self.registry, answers: ["show new @0": answer])
    #expect(follow.end == end)
  }

  @Test("A container that is there keeps its branches, but for those that are given")
  func container() throws {
    let verb = Verb.navigator(.go(to: try Self.item("tabs:1{b=z}"), on: .id(ElementID(4))))
    let follow = try Follow(verb, on: "a/tabs/b", in: Self.registry)
    #expect(follow.end == "@0 a / @1 tabs:1 {*a: @2 x, b: @5 z, c: }")
  }

  @Test(
    "A path that is given as a whole is taken as it is, but not where a screen would stand there twice that stands once",
    arguments: [
      ("a", "a/t/t", "@0 a / @1 t / @2 t"), ("a/s", "a/s/b", "@0 a / @1 s / @2 b"), ("a", "a/s/s", "rejected invalid"),
      ("a", "s/a/s?n=1", "rejected invalid"), ("a/s?n=1", "a/b/s?n=2", "@0 a / @2 b / @3 s?n=2"),
      ("a/s", "a/s/tabs{a=s}", "@0 a / @1 s / @2 tabs {*a: @3 s, b: @4 y, c: }"),
    ])
  func replace(path: String, by next: String, end: String) throws {
    let verb = Verb.navigator(.replace(path: try PathItem.path(parsing: next), in: nil))
    #expect(try Follow(verb, on: path, in: Self.registry).end == end)
  }

  @Test("A screen cannot become one that stands on its path already, and stands there once")
  func replaceContent() throws {
    let verb = Verb.navigator(.replaceContent(of: .id(ElementID(2)), with: AnyScreen("s")))
    #expect(try Follow(verb, on: "a/s/b", in: Self.registry).end == "rejected invalid")
    #expect(try Follow(verb, on: "a/c/b", in: Self.registry).end == "@0 a / @1 c / @2 s")
    #expect(try Follow(verb, on: "a/c/s?n=1", in: Self.registry).end == "@0 a / @1 c / @2 s")
  }

  @Test("The plan names the elements that took the content of a new one")
  func taken() throws {
    let (route, ids) = try Route.made("a/t?n=1", in: Self.registry)
    var plan = Plan(.navigator(.go(to: try Self.item("t?n=2"), on: .id(.root))), on: route, ids: ids)
    _ = plan.begin(in: Self.registry)
    #expect(plan.taken == [ElementID(1)])
  }
}
