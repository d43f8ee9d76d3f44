// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@testable import Waykeeper

/// Screens that can follow themselves.
@Suite("Circular trees")
struct CircularTreeTests {
  /// All its values are equal.
  struct DetailTree: NavigationTree {
    var builder: some PathBuilder {
      Screen(Detail.self) {
        DetailTree()
        Screen(SettingsScreen.self)
      }
    }
  }

  /// Its values can be compared.
  struct FolderTree: NavigationTree, Hashable {
    var kind: String
    var builder: some PathBuilder {
      Screen(ScreenName(kind) ?? "home") {
        FolderTree(kind: kind)
        FolderTree(kind: kind == "folder" ? "file" : "folder")
      }
    }
  }

  /// Its values cannot.
  struct StoreTree: NavigationTree {
    final class Store: Sendable {}
    let store = Store()
    let depth: Int
    var builder: some PathBuilder {
      Screen(Page.self) {
        if depth > 0 { StoreTree(depth: depth - 1) }
      }
    }
  }

  /// By content, at each level.
  struct ContentTree: NavigationTree {
    var builder: some PathBuilder {
      If { (page: Page) in
        if page.title.hasPrefix("a") {
          Screen(Page.self) { ContentTree() }
            .onDismiss { (_: Page) in }
        }
      }
    }
  }

  struct HomeTree<Inner: NavigationTree>: NavigationTree {
    let inner: Inner
    var builder: some PathBuilder { Screen(Home.self) { inner } }
  }

  func details(_ count: Int) -> Path {
    let screens = (0..<count).compactMap { try? Detail(detailID: "\($0)").anyScreen }
    return Path(([AnyScreen("home")] + screens).enumerated().map { Element(id: ElementID(UInt64($0)), screen: $1) })
  }

  @Test("A tree that contains itself travels as a part of its own, and nobody is asked")
  func asData() async throws {
    let table = TreeTable("kiosk", roots: [HomeTree(inner: DetailTree()).pathTree.shape], parts: [])
    #expect(table.faults == [])
    #expect(table.parts.keys.sorted() == ["kiosk.DetailTree-1"])
    let built = try await TreeBench([table]).build(details(200))
    #expect(built.build.stop == nil && built.asked.isEmpty)
  }

  @Test("So do trees that contain each other")
  func mutual() async throws {
    let bench = TreeBench(FolderTree(kind: "folder"))
    let path = ["folder", "file", "file", "folder"].compactMap { ScreenName($0) }.map { AnyScreen($0) }
    let built = try await bench.build(Path(path.enumerated().map { Element(id: ElementID(UInt64($0)), screen: $1) }))
    #expect(built.text == "folder/file/file/folder" && built.asked.isEmpty)
  }

  @Test("Of a tree whose values may differ the worker is asked, level by level")
  func asked() async throws {
    let bench = TreeBench(StoreTree(depth: 3))
    #expect(try await bench.build(Page(), Page(), Page(), Page()).build.stop == nil)
    let tooLong = try await bench.build(Page(), Page(), Page(), Page(), Page())
    #expect(tooLong.build.stop?.index == 4)
    #expect(!tooLong.asked.isEmpty)
  }

  @Test("Recursion through content needs no longer keys at each level")
  func byContent() async throws {
    let bench = TreeBench(ContentTree())
    let pages = (0..<100).compactMap { AnyScreen("page", content: .object([("title", .string("a\($0)"))])) }
    let built = try await bench.build(Path(pages.enumerated().map { Element(id: ElementID(UInt64($0)), screen: $1) }))
    #expect(built.build.stop == nil && built.asked.count == 100)
    #expect(Set(built.asked.map(\.key)).count == 1)
  }
}
