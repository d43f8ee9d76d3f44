// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Instructions")
struct InstructionTests {
  /// What the instruction makes of `path` when the element `id` gives it as the answer to `show new`.
  private func after(
    _ instruction: Instruction, of id: UInt64, on path: String, in registry: TestRegistry = containers
  ) throws -> String {
    var registry = registry
    registry.handles = Dictionary(
      uniqueKeysWithValues: Set(try Route.made(path, in: registry).route.allElements.map(\.screen.name))
        .map { ($0, [.show("new")]) })
    return try Follow(.show(["new"]), on: path, in: registry, answers: ["show new @\(id)": instruction]).end
  }

  @Test(
    "Push goes to the end of the answerer's stack, below what lies above it",
    arguments: [
      (0, "a/b/sheet:c", "@0 a / @1 b / @3 new / @2 sheet:c"), (2, "a/b/sheet:c", "@0 a / @1 b / @2 sheet:c / @3 new"),
      (2, "a/b/sheet!:c", "rejected layerAllowsNoPush"), (0, "sheet!:a", "rejected layerAllowsNoPush"),
      (2, "home/tabs{a=sheet!:x}", "@0 home / @1 tabs {*a: @2 sheet!:x, b: @3 y, c: } / @4 new"),
      (2, "home/tabs{a=x}", "@0 home / @1 tabs {*a: @2 x / @4 new, b: @3 y, c: }"),
      (3, "home/tabs{a=x/sheet!:m}", "rejected layerAllowsNoPush"),
      (1, "sheet!:tabs{a=sheet!:x}", "rejected layerAllowsNoPush"),
    ] as [(UInt64, String, String)])
  func push(id: UInt64, path: String, end: String) throws {
    #expect(try after(.push(nil), of: id, on: path) == end)
  }

  @Test("A pushed screen is one to push; a presented one keeps its sheet, or gets one that takes no pushes")
  func presentation() throws {
    let sheet = AnyScreen("s", content: .integer(1), presentation: .sheet(allowsPush: true))
    #expect(try after(.push(sheet), of: 0, on: "a") == "@0 a / @1 s:1")
    #expect(try after(.present(sheet), of: 0, on: "a") == "@0 a / @1 sheet:s:1")
    #expect(try after(.present(AnyScreen("s")), of: 0, on: "a") == "@0 a / @1 sheet!:s")
    var registry = TestRegistry()
    registry.presentations["new"] = .sheet(allowsPush: true)
    #expect(try after(.present(nil), of: 0, on: "a", in: registry) == "@0 a / @1 sheet:new")
    #expect(try after(.push(nil), of: 0, on: "a", in: registry) == "@0 a / @1 new")
  }

  @Test("Present lies above everything, wherever the answerer is")
  func present() throws {
    #expect(
      try after(.present(nil), of: 2, on: "home/tabs/sheet:c")
        == "@0 home / @1 tabs {*a: @2 x, b: @3 y, c: } / @4 sheet:c / @5 sheet!:new")
  }

  @Test(
    "Pops act on the answerer's stack and never take its first",
    arguments: [
      (.pop, 0, "a/b/c/sheet:d", "@0 a / @1 b / @3 sheet:d"),
      (.pop, 3, "a/b/c/sheet:d", "unchanged rootCannotBeDismissed"),
      (.popToRoot, 2, "a/b/c/sheet:d", "@0 a / @3 sheet:d"), (.popToRoot, 0, "a/sheet:d", "unchanged same"),
      (.popTo("b"), 0, "a/b/b/c", "@0 a / @1 b / @2 b"), (.popTo("c"), 0, "a/b/c", "unchanged same"),
      (.popTo("d"), 0, "a/b/sheet:d", "rejected targetNotFound"), (.popTo(nil), 0, "a/b", "rejected targetNotFound"),
      (.pop, 1, "a/sheet!:d", "unchanged rootCannotBeDismissed"), (.popToRoot, 1, "a/sheet!:d", "unchanged same"),
      (.popTo("a"), 1, "a/sheet!:d", "unchanged same"),
      (.pop, 2, "home/tabs{a=x/m}", "@0 home / @1 tabs {*a: @2 x, b: @4 y, c: }"),
    ] as [(Instruction, UInt64, String, String)])
  func pops(instruction: Instruction, id: UInt64, path: String, end: String) throws {
    #expect(try after(instruction, of: id, on: path) == end)
  }

  @Test(
    "Dismiss takes the answerer's modal: hard with all above it, soft alone",
    arguments: [
      (true, 2, "a/sheet:b/c/sheet:d", "@0 a"), (false, 2, "a/sheet:b/c/sheet:d", "@0 a / @3 sheet:d"),
      (true, 0, "a/b/sheet:c/sheet:d", "@0 a / @1 b"), (false, 0, "a/sheet:b", "unchanged rootCannotBeDismissed"),
      (true, 0, "a/b", "unchanged rootCannotBeDismissed"),
      (true, 3, "home/tabs{a=x/sheet:m}/sheet:d", "@0 home / @1 tabs {*a: @2 x, b: @4 y, c: } / @5 sheet:d"),
      (true, 3, "home/sheet:tabs{a=x/m}/sheet:d", "@0 home"),
      (false, 3, "home/sheet:tabs{a=x/m}/sheet:d", "@0 home / @5 sheet:d"),
    ] as [(Bool, UInt64, String, String)])
  func dismiss(isHard: Bool, id: UInt64, path: String, end: String) throws {
    #expect(try after(.dismiss(hard: isHard), of: id, on: path) == end)
  }

  @Test("Edit does Navigator verbs, which may aim at the answerer")
  func edit() throws {
    #expect(
      try after(
        .edit([.go(to: PathItem("x"), on: .asked), .replaceContent(of: .asked, with: AnyScreen("z"))]), of: 0, on: "a/b"
      )
        == "@0 z / @2 x")
    #expect(try after(.edit([.dismiss(.asked)]), of: 0, on: "a/b") == "unchanged rootCannotBeDismissed")
    #expect(try after(.edit([]), of: 0, on: "a/b") == "unchanged same")
    #expect(try after(.done, of: 0, on: "a/b") == "@0 a / @1 b")
  }
}
