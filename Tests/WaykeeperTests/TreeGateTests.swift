// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@testable import Waykeeper

/// Which screens a gate is asked about.
@Suite("Gates of a tree")
struct TreeGateTests {
  struct ShopTree: NavigationTree {
    var builder: some PathBuilder {
      Screen(Page.self).onDismiss { (_: Page) in }
      Screen(Detail.self)
      If("settings") { Remote("settings") }
    }
  }

  /// Lies behind a gate in itself, where its names are not known yet.
  struct FolderTree: NavigationTree {
    var builder: some PathBuilder {
      Screen(Page.self) { FolderTree().gated { _ in .declined } }
    }
  }

  /// Gates that nothing lies behind, as long as it has no pages.
  struct ClosedTree: NavigationTree {
    var isOpen = false
    var pages: [ScreenName] = []

    var builder: some PathBuilder {
      AnyOf { if isOpen { Screen(Page.self) } }.gated { _ in .allow }
      AnyOf { for page in pages { Screen(page) } }.gated { _ in .allow }
      PathBuilders.empty.gated { _ in .allow }
    }
  }

  /// What the worker is asked about while a screen is built by a gate, or behind that as the login.
  private func asked(of gate: some PathBuilder, about screen: some ScreenConvertible) async throws -> [ScreenName] {
    let bench = TreeBench(PathBuilders.anyOf(gate, PathBuilders.screen(Login.self)))
    let built = try await bench.build(screen)
    return built.asked.map(\.element.screen.name)
  }

  @Test("A gate before known screens is asked about these alone, once for each")
  func knownNames() async throws {
    let gates: [PathTree] = [
      ShopTree().gated { _ in .allow },
      PathBuilders.anyOf(
        PathBuilders.anyOf(PathBuilders.screen(Page.self), PathBuilders.screen("settings"))
          .onDismiss { (_: AnyScreen) in },
        PathBuilders.screen(Detail.self), PathBuilders.screen(Page.self)
      ).gated { _ in .allow },
    ]
    for gate in gates {
      #expect(try await asked(of: gate, about: Page()) == ["page"])
      #expect(try await asked(of: gate, about: Detail()) == ["detail"])
      #expect(try await asked(of: gate, about: SettingsScreen()) == ["settings"])
      #expect(try await asked(of: gate, about: Login()) == [])
    }
  }

  @Test("A gate before one screen, and gates in each other, are asked about this one alone")
  func oneName() async throws {
    let gate = PathBuilders.screen(Page.self).gated { _ in .allow }
    #expect(try await asked(of: gate, about: Page()) == ["page"])
    #expect(try await asked(of: gate, about: Login()) == [])
    let twice = gate.gated { _ in .allow }
    #expect(try await asked(of: twice, about: Page()) == ["page", "page"])
    #expect(try await asked(of: twice, about: Login()) == [])
    let byContent = PathBuilders.screen { (page: Page) in page.title == "" }.gated { _ in .allow }
    #expect(try await asked(of: byContent, about: Page()) == ["page", "page"])
    #expect(try await asked(of: byContent, about: Login()) == [])
  }

  @Test("A gate before nothing is asked about no screen")
  func nothing() async throws {
    #expect(TreeTable("kiosk", roots: [ClosedTree().pathTree.shape], parts: []).root == .empty)
    #expect(try await asked(of: ClosedTree(), about: Page()) == [])
    #expect(try await asked(of: ClosedTree(), about: Login()) == [])
    let open = ClosedTree(isOpen: true, pages: ["detail"])
    #expect(try await asked(of: open, about: Page()) == ["page"])
    #expect(try await asked(of: open, about: Detail()) == ["detail"])
    #expect(try await asked(of: open, about: Login()) == [])
  }

  @Test("A gate before screens whose names are not known is asked about every screen")
  func unknownNames() async throws {
    let gates: [PathTree] = [
      PathBuilders.remote("accounts").gated { _ in .allow },
      PathBuilders.anyOf(PathBuilders.screen(Page.self), PathBuilders.remote("accounts")).gated { _ in .declined },
      PathBuilders.wildcard(screen: Page(), pathBuilder: PathBuilders.empty).gated { _ in .allow },
    ]
    for gate in gates { #expect(try await asked(of: gate, about: Login()) == ["login"]) }
    let folder = TreeBench(FolderTree())
    let built = try await folder.build(Page(), Login())
    #expect(built.build.stop?.index == 1 && built.asked.map(\.element.screen.name) == ["login"])
  }

  @Test("What is declined or built behind a gate is so for each of its screens, with its closures")
  func behind() async throws {
    let log = Recorder<String>()
    let tree = PathBuilders.anyOf(
      PathBuilders.screen(Page.self), PathBuilders.screen(Detail.self, nesting: { PathBuilders.screen(Login.self) })
    )
    .onDismiss { (screen: AnyScreen) in log.add("\(screen.name)") }
    .gated { ask in ask.screen.name == "page" ? .declined : .allow }
    let table = TreeTable("kiosk", roots: [tree.shape], parts: [])
    #expect(table.faults == [])
    let bench = TreeBench([table])
    #expect(try await bench.build(Page()).text == "!")
    let built = try await bench.build(Detail(), Login())
    #expect(built.build.stop == nil)
    let detail = try #require(built.build.path.elements.first)
    let hook = try #require(built.build.decisions[detail.id]?.builder?.onDismiss.first)
    let key = try #require(TreeKeyText(hook.hook.key))
    guard case .dismiss(let perform)? = try await table.handler(for: key, in: "main", screens: [:]) else {
      Issue.record("no closure under \(hook.hook.key)")
      return
    }
    try await perform(detail.screen)
    #expect(log.all == ["detail"])
  }
}
