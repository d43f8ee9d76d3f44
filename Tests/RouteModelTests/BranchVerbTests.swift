// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

/// Tabs with the branches a (`x`), b (`y`) and c (empty), covered by a sheet.
@Suite("Verbs on the branches of a container")
struct BranchVerbTests {
  private func after(_ verb: NavigatorVerb) throws -> Result<String, Refusal> {
    let made = try Route.made("tabs{*b=y}/sheet:help", in: containers)
    var ids = made.ids
    return made.route.applying(verb, ids: &ids, in: containers).map(\.story)
  }

  private static let tabs = Target.id(.root)

  @Test(
    "A branch comes where it is wanted, and is called like its first screen; nothing comes into view",
    arguments: [
      (
        .insertBranch(nil, [PathItem("z"), PathItem("w")], at: nil, of: tabs),
        "@0 tabs {a: @1 x, *b: @2 y, c: , z: @4 z / @5 w} / @3 sheet:help"
      ),
      (
        .insertBranch("d", [PathItem("z")], at: 0, of: tabs),
        "@0 tabs {d: @4 z, a: @1 x, *b: @2 y, c: } / @3 sheet:help"
      ),
      (.insertBranch("d", [], at: 99, of: tabs), "@0 tabs {a: @1 x, *b: @2 y, c: , d: } / @3 sheet:help"),
      (
        .insertBranch(nil, [PathItem("a")], at: nil, of: tabs),
        "@0 tabs {a: @1 x, *b: @2 y, c: , a-2: @4 a} / @3 sheet:help"
      ),
    ] as [(NavigatorVerb, String)])
  func inserting(verb: NavigatorVerb, story: String) throws {
    #expect(try after(verb) == .success(story))
  }

  @Test(
    "The selection stays with the name, else the index, else the first",
    arguments: [
      (.removeBranch("a", of: tabs), "@0 tabs {*b: @2 y, c: } / @3 sheet:help"),
      (.removeBranch("b", of: tabs), "@0 tabs {a: @1 x, *c: } / @3 sheet:help"),
      (
        .replaceBranches(
          of: tabs, with: [.init("c", path: [PathItem("z")]), .init("b", path: [PathItem("y"), PathItem("w")])],
          selected: nil), "@0 tabs {c: @4 z, *b: @2 y / @5 w} / @3 sheet:help"
      ),
      (
        .replaceBranches(of: tabs, with: [.init("d", path: []), .init("e", path: [])], selected: nil),
        "@0 tabs {d: , *e: } / @3 sheet:help"
      ),
      (
        .replaceBranches(of: tabs, with: [.init("d", path: []), .init("e", path: [])], selected: "d"),
        "@0 tabs {*d: , e: } / @3 sheet:help"
      ),
      (.replaceBranches(of: tabs, with: [.init("d", path: [])], selected: nil), "@0 tabs {*d: } / @3 sheet:help"),
    ] as [(NavigatorVerb, String)])
  func selecting(verb: NavigatorVerb, story: String) throws {
    #expect(try after(verb) == .success(story))
  }

  @Test(
    "What cannot be is refused, and says why",
    arguments: [
      (.insertBranch("a", [], at: nil, of: tabs), "the container has a branch 'a' already"),
      (.insertBranch("d", [], at: -1, of: tabs), "a branch cannot be at index -1"),
      (.insertBranch(nil, [], at: nil, of: .id(ElementID(2))), "'y' is no container, so it has no branches"),
      (.replaceBranches(of: tabs, with: [], selected: nil), "a container has at least one branch"),
      (
        .replaceBranches(of: tabs, with: [.init("d", path: []), .init("d", path: [])], selected: nil),
        "the branch 'd' is given twice"
      ),
      (
        .replaceBranches(of: tabs, with: [.init("shop", path: [])], selected: "shopp"),
        "there is no branch 'shopp' to be selected; did you mean 'shop'?"
      ),
    ] as [(NavigatorVerb, String)])
  func refused(verb: NavigatorVerb, message: String) throws {
    guard case .failure(.rejected(_, let text)) = try after(verb) else {
      Issue.record("\(verb) is not refused")
      return
    }
    #expect(text == message)
  }

  @Test("The focus of a split goes on to what holds something, also where the branch that had it goes itself")
  func focus() throws {
    var (route, ids) = try Route.made("home/split{left=l,*right=r}", in: containers)
    let split = Target.id(ElementID(1))
    for verb in [.insertBranch("end", [], at: nil, of: split), .removeBranch("right", of: split)] as [NavigatorVerb] {
      route = try route.applying(verb, ids: &ids, in: containers).get()
    }
    #expect(route.story == "@0 home / @1 split {*left: @2 l, end: }")
    route = try route.applying(.select("end", of: split), ids: &ids, in: containers).get()
    route = try route.applying(.insertBranch("last", [], at: nil, of: split), ids: &ids, in: containers).get()
    route = try route.applying(.removeBranch("end", of: split), ids: &ids, in: containers).get()
    #expect(route.story == "@0 home / @1 split {*left: @2 l, last: }", "also where it held nothing")
    for verb in [
      .select("last", of: split),
      .replaceBranches(of: split, with: [.init("left", path: [PathItem("l")]), .init("new", path: [])], selected: nil),
    ] as [NavigatorVerb] {
      route = try route.applying(verb, ids: &ids, in: containers).get()
    }
    #expect(route.story == "@0 home / @1 split {*left: @2 l, new: }")
  }

  @Test("A branch that is always shown is so again where one of its name comes back; meanwhile its name means nothing")
  func alwaysShownAgain() throws {
    var (route, ids) = try Route.made("cockpit", in: containers)
    let cockpit = Target.id(.root)
    func showing() -> [BranchName]? { route.root.first?.branches?.showing.map(\.name) }
    #expect(showing() == ["dock", "app"])
    route = try route.applying(.removeBranch("dock", of: cockpit), ids: &ids, in: containers).get()
    #expect(showing() == ["app"] && route.root.first?.branches?.alwaysShown == ["dock"])
    route = try route.applying(.insertBranch("dock", [], at: 0, of: cockpit), ids: &ids, in: containers).get()
    #expect(showing() == ["dock", "app"])
  }

  @Test("A branch of what is no container is not there: it cannot be found to be removed, and none can be given")
  func noContainer() throws {
    let leaf = Target.id(ElementID(2))
    #expect(try after(.removeBranch("a", of: leaf)) == .failure(.unchanged(.targetNotFound)))
    #expect(try after(.select("a", of: leaf)) == .failure(.unchanged(.targetNotFound)))
    let given: [NavigatorVerb] = [
      .insertBranch("a", [], at: nil, of: leaf),
      .replaceBranches(of: leaf, with: [.init("a", path: [])], selected: nil),
    ]
    for verb in given {
      let message = "'y' is no container, so it has no branches"
      #expect(try after(verb) == .failure(.rejected(.noSuchBranch, message: message)))
    }
  }

  @Test("The only branch stays, and there are at most so many")
  func bounds() throws {
    var (route, ids) = try Route.made("tabs", in: containers)
    for name in ["a", "b"] as [BranchName] {
      route = try route.applying(.removeBranch(name, of: Self.tabs), ids: &ids, in: containers).get()
    }
    let last = route.applying(.removeBranch("c", of: Self.tabs), ids: &ids, in: containers)
    #expect(last == .failure(.rejected(.invalid, message: "'c' is the only branch; a container keeps at least one")))
    #expect(
      route.applying(.removeBranch("d", of: Self.tabs), ids: &ids, in: containers)
        == .failure(.unchanged(.targetNotFound)))
    for _ in 1..<DeclaredBranches.branchesMax {
      route = try route.applying(.insertBranch(nil, [], at: nil, of: Self.tabs), ids: &ids, in: containers).get()
    }
    guard
      case .failure(.rejected(.tooLarge, _)) = route.applying(
        .insertBranch(nil, [], at: nil, of: Self.tabs), ids: &ids, in: containers)
    else {
      Issue.record("there is no limit")
      return
    }
  }
}
