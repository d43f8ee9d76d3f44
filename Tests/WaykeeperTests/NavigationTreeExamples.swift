// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
import Testing

@testable import Waykeeper

/// The examples of Composable Navigator's documentation, as they are written here: `content:` is gone, for a worker draws
/// with whatever it likes (``Hosts``); what does not compile there, such as branches of different types, does.
@Suite("Examples of Composable Navigator's documentation")
struct NavigationTreeExamples {
  final class Store: Sendable {
    private let state = Mutex<(selected: String?, detail: String?, isLoggedIn: Bool)>((nil, nil, false))
    var selectedDetail: String? {
      get { state.withLock { $0.selected } }
      set { state.withLock { $0.selected = newValue } }
    }
    var detailStore: String? {
      get { state.withLock { $0.detail } }
      set { state.withLock { $0.detail = newValue } }
    }
    var isLoggedIn: Bool {
      get { state.withLock { $0.isLoggedIn } }
      set { state.withLock { $0.isLoggedIn = newValue } }
    }
  }

  /// `DetailScreen.Builder(viewModel:)` and `SettingsScreen.Builder(viewModel:)`.
  struct DetailTree: NavigationTree {
    let store: Store
    var builder: some PathBuilder { Screen(Detail.self) }
  }

  struct SettingsTree: NavigationTree {
    var builder: some PathBuilder { Screen(SettingsScreen.self) }
  }

  /// The tree of the README: /home, /home/detail?id=0, /home/settings.
  struct AppNavigationTree: NavigationTree {
    let store: Store
    var builder: some PathBuilder {
      Screen(
        Home.self,
        nesting: {
          DetailTree(store: store)
          SettingsTree()
        })
    }
  }

  @Test("NavigationTree")
  func readme() async throws {
    let bench = TreeBench(AppNavigationTree(store: Store()))
    for path in [[Home()], [Home(), Detail()], [Home(), SettingsScreen()]] as [[any ScreenConvertible]] {
      #expect(try await bench.build(Path(of: path)).build.stop == nil)
    }
    #expect(try await bench.build(SettingsScreen()).build.stop?.allowed == ["home"])
    #expect(try await bench.build(Home(), Detail(), SettingsScreen()).build.stop?.index == 2)
  }

  /// "Control flow": the branches have different types.
  struct SessionTree: NavigationTree {
    let isLoggedIn: Bool
    let extra: [ScreenName]
    let special: Detail?
    let level: Int
    let store = Store()
    var builder: some PathBuilder {
      if isLoggedIn { AppNavigationTree(store: store) } else { Screen(Login.self) }
      if let special {
        Screen { (detail: Detail) in detail == special }
      }
      for name in extra { Screen(name) }
      switch level {
      case 0: Empty()
      case 1: SettingsTree()
      default: Wildcard(screen: Login(), pathBuilder: Screen(Login.self))
      }
    }
  }

  @Test("Control flow, with branches of different types", arguments: [true, false])
  func controlFlow(isLoggedIn: Bool) async throws {
    let tree = SessionTree(isLoggedIn: isLoggedIn, extra: ["map", "help"], special: Detail(detailID: "9"), level: 1)
    let bench = TreeBench(tree)
    #expect(try await bench.build(Home(), Detail()).build.stop == nil || !isLoggedIn)
    #expect(try await bench.build(Login()).build.stop == nil || isLoggedIn)
    #expect(try await bench.build(Detail(detailID: "9")).build.stop == nil)
    #expect(try await bench.build(Detail(detailID: "8")).text == "!")
    #expect(try await bench.build(AnyScreen("help")).text == "help")
    #expect(try await bench.build(SettingsScreen()).build.stop == nil)
    let wild = TreeBench(SessionTree(isLoggedIn: isLoggedIn, extra: [], special: nil, level: 2))
    #expect(try await wild.build(Page()).text == "login")
  }

  @Test("Whatever path comes, the first element is a screen that can be shown")
  func wildcards() async throws {
    struct Tree: NavigationTree {
      let user: Store
      var builder: some PathBuilder {
        If {
          user.isLoggedIn
        } then: {
          Wildcard(screen: Home(), pathBuilder: AppNavigationTree(store: user))
        } else: {
          Wildcard(screen: Login(), pathBuilder: Screen(Login.self))
        }
      }
    }
    let user = Store()
    let bench = TreeBench(Tree(user: user))
    #expect(try await bench.build(Page()).text == "login")
    user.isLoggedIn = true
    #expect(try await bench.build(Page(), SettingsScreen()).text == "home/sheet:settings")
  }

  /// A builder from a function.
  static func detail(_ store: String) -> some PathBuilder { PathBuilders.screen(Detail.self) }

  @Test("if let, if screen")
  func conditions() async throws {
    let store = Store()
    let bench = TreeBench(
      PathBuilders.if(let: { store.detailStore }) { detailStore in
        Self.detail(detailStore)
      } else: {
        PathBuilders.if(screen: { (screen: Page) in PathBuilders.anyOf(Self.detail(screen.title), SettingsTree()) })
      })
    #expect(try await bench.build(Detail()).text == "!")
    store.detailStore = "details"
    #expect(try await bench.build(Detail()).build.stop == nil)
  }

  @Test("onDismiss and beforeBuild")
  func hooks() async throws {
    struct Tree: NavigationTree {
      let mainStore: Store
      var builder: some PathBuilder {
        If { (screen: Detail) in
          Screen(
            Detail.self,
            nesting: {
              SettingsTree().onDismiss(of: SettingsScreen.self) { print("Dismissed settings screen") }
            }
          )
          .beforeBuild { mainStore.selectedDetail = screen.detailID }
        }
        .onDismiss { (_: Detail) in mainStore.selectedDetail = nil }
      }
    }
    let any = PathBuilders.anyOf(DetailTree(store: Store()), SettingsTree())
      .onDismiss { (screen: AnyScreen) in print("Dismissed \(screen)") }
    let store = Store()
    let built = try await TreeBench(Tree(mainStore: store)).build(Detail(detailID: "4"), SettingsScreen())
    #expect(store.selectedDetail == "4")
    let decisions = built.build.decisions
    #expect(decisions[ElementID(0)]?.builder?.onDismiss.map(\.hook.name) == ["detail"])
    #expect(decisions[ElementID(1)]?.builder?.onDismiss.map(\.hook.name) == ["settings"])
    let plain = try await TreeBench(any).build(SettingsScreen())
    #expect(plain.build.decisions[ElementID(0)]?.builder?.onDismiss.map(\.hook.name) == [nil])
  }

  /// The README's.
  struct ExhibitTree: NavigationTree {
    var builder: some PathBuilder {
      Screen(Exhibit.self) { ExhibitTree() }
        .onDismiss { (exhibit: Exhibit) in print("left \(exhibit.id)") }
    }
  }

  @Test("An exhibit may follow an exhibit, without asking")
  func exhibits() async throws {
    let table = TreeTable("exhibits", roots: [], parts: [("exhibits", ExhibitTree().pathTree.shape)])
    let kiosk = TreeTable("kiosk", roots: [PathBuilders.remote("exhibits").shape], parts: [])
    let built = try await TreeBench([kiosk, table]).build(Exhibit(id: 1), Exhibit(id: 2), Exhibit(id: 3))
    #expect(built.build.stop == nil && built.asked.isEmpty)
    #expect(built.build.decisions.values.allSatisfy { $0.builder?.onDismiss.count == 1 })
  }

  @Test("A part that another process declares")
  func remote() async throws {
    struct KioskTree: NavigationTree {
      var builder: some PathBuilder { Screen(Home.self) { Remote("settings") } }
    }
    let kiosk = TreeTable("kiosk", roots: [KioskTree().pathTree.shape], parts: [])
    let settings = TreeTable("settings", roots: [], parts: [("settings", SettingsTree().pathTree.shape)])
    let built = try await TreeBench([kiosk, settings]).build(Home(), SettingsScreen())
    #expect(built.build.decisions[ElementID(1)]?.builder?.worker == "settings")
    #expect(try await TreeBench([kiosk]).build(Home(), SettingsScreen()).build.stop?.missing == ["settings"])
  }
}

extension Path {
  /// A path of these screens, with ids that count up.
  init(of screens: [any ScreenConvertible]) throws {
    self.init(try screens.enumerated().map { Element(id: ElementID(UInt64($0)), screen: try $1.anyScreen) })
  }
}
