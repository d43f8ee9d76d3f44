// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
import Testing

@testable import Waykeeper

/// The cases of Composable Navigator's tree tests, as ours.
@Suite("Navigation trees")
struct NavigationTreeTests {
  struct Tree: NavigationTree {
    let make: @Sendable (Self) -> PathTree
    var builder: some PathBuilder { make(self) }
  }

  /// A tree of these branches.
  func tree(@NavigationTreeBuilder _ make: @escaping @Sendable (Tree) -> PathTree) -> Tree { Tree(make: make) }

  /// Which of several branches was asked.
  final class Asked: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  // MARK: empty, screen, nesting

  @Test("Empty builds nothing, and so does a tree without branches")
  func empty() async throws {
    #expect(try await TreeBench(tree { $0.Empty() }).build(Home()).text == "!")
    #expect(try await TreeBench(tree { _ in }).build(Home()).text == "!")
  }

  @Test("A screen node builds its type's screens, whatever their content, and no others")
  func screen() async throws {
    let bench = TreeBench(tree { $0.Screen(Page.self) })
    #expect(try await bench.build(Page(title: "a")).text == "page?title=a")
    #expect(try await bench.build(Page(title: "b")).text == "page?title=b")
    #expect(try await bench.build(Home()).build.stop?.allowed == ["page"])
  }

  @Test("Only what nests in a screen may follow it")
  func nesting() async throws {
    let bench = TreeBench(tree { tree in tree.Screen(Home.self) { tree.Screen(Detail.self) } })
    #expect(try await bench.build(Home(), Detail()).build.stop == nil)
    #expect(try await bench.build(Detail()).text == "!")
    #expect(try await bench.build(Home(), Home()).text == "home!")
    #expect(try await bench.build(Home(), Detail(), SettingsScreen()).build.stop?.index == 2)
  }

  @Test("A screen node's closure decides by the content, and only screens of its type reach it")
  func screenByContent() async throws {
    let bench = TreeBench(
      tree { tree in
        tree.Screen { (page: Page) in
          page.title == "open"
        } nesting: {
          tree.Screen(Home.self)
        }
      })
    #expect(try await bench.build(Page(title: "open"), Home()).text == "page?title=open/home")
    #expect(try await bench.build(Page(title: "shut")).text == "!")
    let other = try await bench.build(Home())
    #expect(other.text == "!" && other.asked.isEmpty)
  }

  @Test("A screen of another process is known by its name")
  func byName() async throws {
    let bench = TreeBench(tree { tree in tree.Screen("map") { tree.Screen("legend", isVirtual: true) } })
    let built = try await bench.build(AnyScreen("map"), AnyScreen("legend"))
    #expect(built.text == "map/legend")
    #expect(built.build.decisions[ElementID(1)]?.builder?.isVirtual == true)
  }

  // MARK: any of

  @Test("The first branch that builds a screen does; later ones are not asked")
  func firstMatch() async throws {
    let asked = Asked()
    let bench = TreeBench(
      tree { tree in
        tree.Screen(Home.self)
        for name in ["a", "b", "c"] {
          tree.Screen { (page: Page) in
            asked.add(name)
            return page.title == name
          } nesting: {
            tree.Screen(ScreenName(name) ?? "home")
          }
        }
      })
    #expect(try await bench.build(Page(title: "b"), AnyScreen("b")).text == "page?title=b/b")
    #expect(asked.all == ["a", "b"])
    #expect(try await bench.build(Page(title: "x")).text == "!")
    #expect(asked.all == ["a", "b", "a", "b", "c"])
  }

  @Test("Who builds a screen alone says what may follow; there is no going back to later branches")
  func noBacktracking() async throws {
    let bench = TreeBench(
      tree { tree in
        tree.Screen(Home.self) { tree.Screen(Page.self) }
        tree.Screen(Home.self) { tree.Screen(Detail.self) }
      })
    #expect(try await bench.build(Home(), Page()).build.stop == nil)
    #expect(try await bench.build(Home(), Detail()).text == "home!")
  }

  @Test("AnyOf is its branches, in their order")
  func group() async throws {
    let bench = TreeBench(
      tree { tree in
        tree.AnyOf {
          tree.Screen(Home.self)
          tree.Screen(Page.self)
        }
        tree.Screen(Detail.self)
      })
    for screen in [Home(), Page(), Detail()] as [any ScreenConvertible] {
      #expect(try await bench.build(screen).build.stop == nil)
    }
    #expect(try await bench.build(SettingsScreen()).build.stop?.allowed == ["home", "page", "detail"])
  }

  @Test("Any number of branches")
  func many() async throws {
    let bench = TreeBench(
      tree { tree in
        for number in 0..<300 { tree.Screen(ScreenName("s\(number)") ?? "home") }
      })
    #expect(try await bench.build(AnyScreen("s299")).build.stop == nil)
    #expect(try await bench.build(AnyScreen("s300")).text == "!")
  }

  // MARK: conditions

  @Test("A condition is seen at each build, and the side that it chooses is final", arguments: [true, false])
  func condition(holds: Bool) async throws {
    let bench = TreeBench(
      tree { tree in
        tree.If {
          holds
        } then: {
          tree.Screen(Home.self)
        } else: {
          tree.Screen(Login.self)
        }
      })
    #expect(try await bench.build(Home()).text == (holds ? "home" : "!"))
    #expect(try await bench.build(Login()).text == (holds ? "!" : "login"))
  }

  @Test("A condition without else builds nothing where it does not hold")
  func conditionWithoutElse() async throws {
    let isOpen = Atomic(false)
    let bench = TreeBench(
      tree { tree in
        tree.If {
          isOpen.load(ordering: .relaxed)
        } then: {
          tree.Screen(Home.self)
        }
      })
    #expect(try await bench.build(Home()).text == "!")
    isOpen.store(true, ordering: .relaxed)
    #expect(try await bench.build(Home()).text == "home")
  }

  @Test("A value is unwrapped at each build; without one else builds")
  func value() async throws {
    let user = Mutex<String?>(nil)
    let bench = TreeBench(
      tree { tree in
        tree.IfLet {
          user.withLock { $0 }
        } then: { name in
          tree.Screen { (page: Page) in page.title == name }
        } else: {
          tree.Screen(Login.self)
        }
      })
    #expect(try await bench.build(Login()).text == "login")
    user.withLock { $0 = "ada" }
    #expect(try await bench.build(Login()).text == "!")
    #expect(try await bench.build(Page(title: "ada")).text == "page?title=ada")
    #expect(try await bench.build(Page(title: "bob")).text == "!")
  }

  @Test("If a screen's type fits, its content says what builds it, and else is not tried")
  func ifScreen() async throws {
    let bench = TreeBench(
      tree { tree in
        tree.If { (page: Page) in
          if page.title == "long" { tree.Screen(Page.self) { tree.Screen(Detail.self) } }
        } else: {
          tree.Screen(Page.self)
          tree.Screen(Home.self)
        }
      })
    #expect(try await bench.build(Page(title: "long"), Detail()).build.stop == nil)
    #expect(try await bench.build(Page(title: "short")).text == "!")
    let other = try await bench.build(Home())
    #expect(other.text == "home" && other.asked.isEmpty)
  }

  @Test("If without else builds no screens of other types")
  func ifScreenWithoutElse() async throws {
    let bench = TreeBench(tree { tree in tree.If { (_: Page) in tree.Screen(Page.self) } })
    #expect(try await bench.build(Page()).build.stop == nil)
    #expect(try await bench.build(Home()).text == "!")
  }

  @Test("Content that does not fit the type is told, not taken for another screen")
  func misfit() async throws {
    let bench = TreeBench(tree { tree in tree.If { (_: Page) in tree.Screen(Page.self) } })
    let error = await #expect(throws: ContentError.self) { try await bench.build(AnyScreen("page")) }
    #expect(error?.description == "content of 'page': 'title' is missing")
  }

  // MARK: wildcards

  @Test("A wildcard builds any screen as its own, which takes the other's place")
  func wildcard() async throws {
    let bench = TreeBench(
      tree { tree in
        tree.Wildcard(screen: Page(title: "start")) { tree.Screen(Page.self) { tree.Screen(Home.self) } }
      })
    #expect(try await bench.build(Detail(), Home()).text == "page?title=start/home")
    #expect(try await bench.build(Detail()).build.path.elements.first?.id == ElementID(0))
  }

  @Test("What stands before a wildcard is not replaced; what stands after it is never reached")
  func wildcardOrder() async throws {
    let bench = TreeBench(
      tree { tree in
        tree.Screen(Login.self)
        tree.Wildcard(screen: Home(), pathBuilder: tree.Screen(Home.self))
        tree.Screen(Detail.self)
      })
    #expect(try await bench.build(Login()).text == "login")
    #expect(try await bench.build(Detail()).text == "home")
  }

  @Test("A wildcard whose tree does not build its screen builds nothing")
  func emptyWildcard() async throws {
    let bench = TreeBench(tree { tree in tree.Wildcard(screen: Home()) { tree.Screen(Page.self) } })
    #expect(try await bench.build(Detail()).text == "!")
  }
}
