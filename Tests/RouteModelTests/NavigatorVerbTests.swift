// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Navigator verbs")
struct NavigatorVerbTests {
  /// `home/list/exhibit?id=7`, all appeared: ids 0, 1, 2; the next is 3.
  private func start() throws -> (route: Route, ids: IDSource) {
    var (route, ids) = try Route.made("home/list/exhibit?id=7")
    for id in [0, 1, 2] as [UInt64] {
      route = try route.applying(.didAppear(.id(ElementID(id))), ids: &ids, in: TestRegistry()).get()
    }
    return (route, ids)
  }

  private static func path(_ text: String) throws -> [PathItem] { try PathItem.path(parsing: text) }

  @Test(
    "Each verb leads where the rules say",
    arguments: [
      (.go(to: PathItem("help"), on: .id(ElementID(1))), "@0 home! / @1 list! / @3 help"),
      (.go(to: PathItem("list"), on: .screen(AnyScreen("home"))), "@0 home! / @3 list"),
      (.goPath(to: [PathItem("list"), PathItem("help")], on: .id(.root)), "@0 home! / @1 list / @3 help"),
      (.goPath(to: [PathItem("help"), PathItem("list")], on: .id(.root)), "@0 home! / @3 help / @4 list"),
      (.goPath(to: [PathItem("list")], on: .id(.root)), "@0 home! / @1 list"),
      (.goPath(to: [], on: .id(ElementID(1))), "@0 home! / @1 list!"),
      (
        .goPath(to: [PathItem("help")], on: .id(ElementID(2))),
        "@0 home! / @1 list! / @2 exhibit?id=7! / @3 help"
      ),
      (.goBack(to: .screen(AnyScreen("home"))), "@0 home!"),
      (.dismissSuccessor(of: .id(ElementID(1))), "@0 home! / @1 list!"),
      (.dismiss(.id(ElementID(1))), "@0 home!"),
      (.dismiss(.screen(AnyScreen("list"))), "@0 home!"),
      (.replace(path: [PathItem("home"), PathItem("help")], in: nil), "@0 home / @3 help"),
      (.replace(path: [PathItem("other"), PathItem("list")], in: nil), "@0 other / @3 list"),
      (.replace(path: [PathItem("home"), PathItem("list")], in: nil), "@0 home! / @1 list"),
      (
        .replaceContent(of: .id(ElementID(1)), with: AnyScreen("grid")),
        "@0 home! / @1 grid! / @2 exhibit?id=7!"
      ),
      (
        .replaceScreen(AnyScreen("home"), with: AnyScreen("start")),
        "@0 start! / @1 list! / @2 exhibit?id=7!"
      ),
    ] as [(NavigatorVerb, String)])
  func leads(verb: NavigatorVerb, story: String) throws {
    var (route, ids) = try start()
    #expect(try route.applying(verb, ids: &ids, in: TestRegistry()).get().story == story)
  }

  @Test(
    "A verb that has nothing to do says why",
    arguments: [
      (.go(to: PathItem("help"), on: .id(ElementID(9))), .targetNotFound),
      (.go(to: PathItem("help"), on: .screen(AnyScreen("exhibit"))), .targetNotFound),
      (.goBack(to: .screen(AnyScreen("list", presentation: .sheet(allowsPush: true)))), .targetNotFound),
      (.goBack(to: .id(ElementID(2))), .same), (.goPath(to: [], on: .id(ElementID(2))), .same),
      (.replace(path: [], in: nil), .same), (.dismiss(.id(.root)), .rootCannotBeDismissed),
      (.dismissSuccessor(of: .id(ElementID(2))), .same), (.didAppear(.id(.root)), .same),
      (.didAppear(.id(ElementID(3))), .targetNotFound), (.select("a", of: .id(.root)), .targetNotFound),
      (.replaceContent(of: .id(.root), with: AnyScreen("home")), .same),
      (.replaceScreen(AnyScreen("help"), with: AnyScreen("home")), .targetNotFound),
      (.replace(path: [PathItem("x")], in: .branch(.root, "a")), .targetNotFound),
    ] as [(NavigatorVerb, UnchangedReason)])
  func nothingToDo(verb: NavigatorVerb, reason: UnchangedReason) throws {
    var (route, ids) = try start()
    let before = ids
    #expect(route.applying(verb, ids: &ids, in: TestRegistry()) == .failure(.unchanged(reason)))
    #expect(ids == before)
  }

  @Test(
    "A verb that makes no sense is rejected",
    arguments: [
      (.dismiss(.branch(.root, "a")), .invalid), (.didAppear(.asked), .invalid),
      (.replace(path: [PathItem("x")], in: .id(.root)), .invalid),
      (
        .goPath(to: [PathItem("x"), PathItem("y")].presented(.sheet(allowsPush: false)), on: .id(.root)),
        .pushNotAllowed
      ),
      (.go(to: PathItem(AnyScreen("x"), branches: [.init("a", path: [])]), on: .id(.root)), .noSuchBranch),
      (.replace(path: Array(repeating: PathItem("x"), count: 257), in: nil), .tooLarge),
    ] as [(NavigatorVerb, RejectedReason)])
  func rejected(verb: NavigatorVerb, reason: RejectedReason) throws {
    var (route, ids) = try start()
    let result = route.applying(verb, ids: &ids, in: TestRegistry())
    guard case .failure(.rejected(let found, _)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(found == reason)
  }

  @Test("Of equal screens the topmost is the target")
  func topmost() throws {
    var (route, ids) = try Route.made("home/list/home/help")
    #expect(
      try route.applying(.goBack(to: .screen(AnyScreen("home"))), ids: &ids, in: TestRegistry()).get().story
        == "@0 home / @1 list / @2 home")
  }

  @Test("A route of 256 elements is made, and no larger one")
  func limit() throws {
    var ids = IDSource()
    let path = Array(repeating: PathItem("x"), count: 256)
    let route = try Route().applying(.replace(path: path, in: nil), ids: &ids, in: TestRegistry()).get()
    #expect(route.elementCount == 256)
    let more = route.applying(.go(to: PathItem("x"), on: .id(ElementID(255))), ids: &ids, in: TestRegistry())
    #expect(
      more == .failure(.rejected(.tooLarge, message: "a route has at most 256 elements, those of all branches counted"))
    )
  }
}

extension PathItem {
  /// A literal of a name alone.
  init(_ name: ScreenName) { self.init(AnyScreen(name)) }
}

extension [PathItem] {
  /// The first of them as a sheet.
  func presented(_ presentation: Presentation) -> [PathItem] {
    var result = self
    result[0].screen.presentation = presentation
    return result
  }
}
