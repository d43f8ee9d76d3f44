// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
import Testing

@testable import Waykeeper

/// How closures are found again by the keys that travelled.
@Suite("Closures of a tree")
struct TreeKeyTests {
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  struct ShopTree: NavigationTree {
    let log: Log
    var discount = false
    var builder: some PathBuilder {
      Screen(Home.self, onAppear: { log.add("home \($0)") }) {
        If { (detail: Detail) in
          Screen(Detail.self, onAppear: { log.add("detail \(detail.detailID) \($0)") }) {
            Screen(SettingsScreen.self)
              .onDismiss(of: SettingsScreen.self) { log.add("settings of \(detail.detailID)") }
            If { (page: Page) in
              Screen(Page.self).onDismiss { (gone: Page) in log.add("\(detail.detailID)/\(page.title)/\(gone.title)") }
            }
          }
          .beforeBuild { log.add("before \(detail.detailID)") }
        }
        .onDismiss { (screen: AnyScreen) in log.add("any \(screen.name)") }
        if discount { Screen(Login.self) }
      }
    }
  }

  func table(_ log: Log, discount: Bool = false) -> TreeTable {
    TreeTable("kiosk", roots: [ShopTree(log: log, discount: discount).pathTree.shape], parts: [])
  }

  func screens(_ path: Path) -> [ElementID: AnyScreen] {
    Dictionary(path.elements.map { ($0.id, $0.screen) }) { first, _ in first }
  }

  func dismiss(_ element: Element, _ built: PathBuild, _ table: TreeTable) async throws {
    for hook in built.decisions[element.id]?.builder?.onDismiss ?? [] {
      let key = try #require(TreeKeyText(hook.hook.key))
      if let name = hook.hook.name, name != element.screen.name { continue }
      guard case .dismiss(let perform)? = try await table.handler(for: key, in: "main", screens: screens(built.path))
      else {
        Issue.record("\(hook.hook.key) leads nowhere")
        continue
      }
      try await perform(element.screen)
    }
  }

  @Test("Hooks inside of hooks are found, with what their closures saw", arguments: [false, true])
  func nested(inAnotherProcess: Bool) async throws {
    let log = Log()
    let first = table(log)
    let built = try await TreeBench([first]).build(Home(), Detail(detailID: "7"), Page(title: "x"))
    #expect(built.build.stop == nil)
    #expect(log.all == ["before 7"])
    // The next process has the same tree, and remembers nothing.
    let table = inAnotherProcess ? table(log) : first
    let path = built.build.path.elements
    try await dismiss(path[2], built.build, table)
    try await dismiss(path[1], built.build, table)
    #expect(log.all.suffix(2) == ["7/x/x", "any detail"])
    let key = try #require(built.build.decisions[path[1].id]?.builder?.onAppear)
    guard
      case .appear(let appear)? = try await table.handler(
        for: try #require(TreeKeyText(key)), in: "main", screens: screens(built.build.path))
    else {
      Issue.record("no closure under \(key)")
      return
    }
    try await appear(true)
    #expect(log.all.last == "detail 7 true")
  }

  @Test("Equal trees have equal keys, in every process; other trees have others")
  func stamps() {
    let log = Log()
    #expect(table(log).root == table(Log()).root)
    #expect(table(log).root != table(log, discount: true).root)
  }

  @Test("A key of a tree that was declared before finds nothing")
  func stale() async throws {
    let log = Log()
    let built = try await TreeBench([table(log)]).build(Home(), Detail())
    let now = table(log, discount: true)
    for ask in built.asked { #expect(try await now.build(ask.key, try OpenAsk(ask)) == nil) }
    #expect(!built.asked.isEmpty)
  }

  /// Pages are built for a user alone, and tell whose they were.
  private struct UserTree: NavigationTree {
    let user: @Sendable () -> String?
    let log: Log
    var builder: some PathBuilder {
      IfLet {
        user()
      } then: { name in
        Screen(Page.self).onDismiss { (page: Page) in log.add("\(name) left \(page.title)") }
      } else: {
        Screen(Login.self)
      }
    }
  }

  @Test("What a value led to is found even when the value is gone")
  func valueGone() async throws {
    let log = Log()
    let user = Mutex<String?>("ada")
    let tree = UserTree(user: { user.withLock { $0 } }, log: log)
    let table = TreeTable("kiosk", roots: [tree.pathTree.shape], parts: [])
    let built = try await TreeBench([table]).build(Page(title: "notes"))
    user.withLock { $0 = nil }
    try await dismiss(built.build.path.elements[0], built.build, table)
    #expect(log.all == ["ada left notes"])
  }

  @Test("What a value led to for one content is found after the tree was asked about others, though the value is gone")
  func otherContent() async throws {
    let log = Log()
    let user = Mutex<String?>("ada")
    let tree = UserTree(user: { user.withLock { $0 } }, log: log)
    let table = TreeTable("kiosk", roots: [tree.pathTree.shape], parts: [])
    let bench = TreeBench([table])
    let built = try await bench.build(Page(title: "notes"))
    user.withLock { $0 = "bob" }
    for title in ["a", "b"] { #expect(try await bench.build(Page(title: title)).build.stop == nil) }
    user.withLock { $0 = nil }
    try await dismiss(built.build.path.elements[0], built.build, table)
    #expect(log.all == ["ada left notes"])
  }

  /// Its page lies behind a value, and is another node's without it.
  private struct DraftTree: NavigationTree {
    let users: Log
    let log: Log
    var greeting = "hello"
    var builder: some PathBuilder {
      IfLet {
        users.all.last.flatMap { $0.isEmpty ? nil : $0 }
      } then: { name in
        Screen(Page.self) {
          Screen(Detail.self).beforeBuild { log.add("\(greeting) \(name)") }
        }
        .onDismiss { (page: Page) in log.add("\(name) saved \(page.title)") }
      } else: {
        Screen(Page.self) {
          Screen(Detail.self).beforeBuild { log.add("\(greeting) nobody") }
        }
        .onDismiss { (page: Page) in log.add("dropped \(page.title)") }
      }
    }
  }

  @Test("What a former table of the same tree made is told of its elements; what is built goes by the new one")
  func followed() async throws {
    let log = Log()
    let users = Log()
    users.add("ada")
    func table(_ greeting: String) -> TreeTable {
      let tree = DraftTree(users: users, log: log, greeting: greeting)
      return TreeTable("kiosk", roots: [tree.pathTree.shape], parts: [])
    }
    var current = table("hello")
    let built = try await TreeBench([current]).build(Page(title: "notes"), Detail())
    #expect(log.all == ["hello ada"])
    users.add("")
    for greeting in ["hi", "hey"] {
      current = table(greeting).following(current)
      for ask in built.asked.dropFirst() { _ = try await current.build(ask.key, try OpenAsk(ask)) }
      #expect(log.all.last == "\(greeting) nobody")
    }
    try await dismiss(built.build.path.elements[0], built.build, current)
    #expect(log.all.last == "ada saved notes")
  }

  /// Without its value the numbers of its nodes are other closures'.
  private struct LockTree: NavigationTree {
    let users: Log
    let log: Log
    var builder: some PathBuilder {
      IfLet {
        users.all.last.flatMap { $0.isEmpty ? nil : $0 }
      } then: { name in
        Screen(Page.self) { Screen(Detail.self).beforeBuild { log.add("\(name)") } }
      } else: {
        Screen(Page.self).onDismiss { (_: Page) in log.add("left") }.beforeBuild { log.add("nobody") }
      }
    }
  }

  @Test("Where a closure makes another tree by now, the keys of the former one lead to its closures")
  func otherTree() async throws {
    let log = Log()
    let users = Log()
    users.add("ada")
    func table() -> TreeTable {
      let tree = LockTree(users: users, log: log)
      return TreeTable("kiosk", roots: [tree.pathTree.shape], parts: [])
    }
    let former = table()
    let built = try await TreeBench([former]).build(Page(title: "notes"), Detail())
    users.add("")
    let ask = try #require(built.asked.last)
    #expect(try await table().following(former).build(ask.key, try OpenAsk(ask)) == .allow)
    #expect(log.all == ["ada", "ada"])
  }

  @Test("What is no key of ours is refused", arguments: ["x", "a.b", "a.1@", "a.1@2", "a.1@2/", "a.1@b/1", "a.1.2"])
  func malformed(text: String) throws {
    #expect(TreeKeyText(try #require(TreeKey(text))) == nil)
  }

  @Test("A part that is declared twice, a tree without end and a screen without form are told")
  func faults() {
    struct Odd: Screen {
      static let name: ScreenName = "odd"
      var ratio = Double.infinity
    }
    struct Endless: NavigationTree, Hashable {
      var depth = 0
      var builder: some PathBuilder { Screen(Page.self) { Endless(depth: depth + 1) } }
    }
    let screen = PathBuilders.screen(Home.self).shape
    let twice = TreeTable("kiosk", roots: [], parts: [("a", screen), ("a", screen)])
    #expect(twice.faults == ["the part 'a' is declared twice; make them one with AnyOf"])
    let endless = TreeTable("kiosk", roots: [Endless().pathTree.shape], parts: [])
    #expect(endless.faults.first == "the tree nests deeper than \(TreeNode.depthMax) levels")
    let odd = PathBuilders.wildcard(screen: Odd(), pathBuilder: PathBuilders.empty).shape
    #expect(
      TreeTable("kiosk", roots: [odd], parts: []).faults == [
        "a wildcard's screen: content of 'odd': 'ratio' has no JSON form: inf"
      ])
  }
}
