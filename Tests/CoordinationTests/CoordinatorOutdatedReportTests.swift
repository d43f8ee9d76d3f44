// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what a worker says of the screen that an element had before")
struct CoordinatorOutdatedReportTests {
  private static let element = ElementID(1)

  /// home/film at revision 1, and both of the worker `board`, whose films are asked for by `home`.
  private static func bench() -> Bench {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register(
      "board", ["film": Routable(onDeath: .pop, instance: .singleTop), "poster": Routable(onDeath: .pop)])
    bench.replace("home/film")
    return bench
  }

  private static func change(to screen: AnyScreen) -> Verb {
    .navigator(.replaceContent(of: .id(element), with: screen))
  }

  private static func failure(at revision: Revision?) -> Message {
    .cannotShow(CannotShow(scene: "main", element: element, message: "no such film", revision: revision))
  }

  private static func appearance(at revision: Revision?) -> Message {
    .appeared(Appeared(scene: "main", elements: [element], revision: revision))
  }

  @Test(
    "That it could not be shown dismisses no other screen, and none with another content",
    arguments: [AnyScreen("poster"), AnyScreen("film", content: .integer(2))])
  func cannotShow(_ screen: AnyScreen) {
    var bench = Self.bench()
    #expect(bench.run(Self.change(to: screen)) == "committed")
    #expect(bench.revision == 2)
    bench.process("board", sends: Self.failure(at: 1))
    #expect(bench.path == "home/\(screen.text)" && bench.presence(of: 1) == .attended)
    var older = bench
    bench.process("board", sends: Self.failure(at: 2))
    #expect(bench.path == "home")
    older.process("board", sends: Self.failure(at: nil))
    #expect(older.path == "home", "a worker that tells no revision is taken at its word")
  }

  @Test(
    "That it has appeared answers nobody who waits for the next one",
    arguments: [AnyScreen("poster"), AnyScreen("film", content: .integer(2))])
  func appeared(_ screen: AnyScreen) {
    var bench = Self.bench()
    let id = bench.command(Self.change(to: screen)) { $0.until = .appeared }
    bench.process("board", sends: Self.appearance(at: 1))
    #expect(bench.revision == 2 && bench.outcome(of: id) == nil)
    bench.process("board", sends: Self.appearance(at: 2))
    #expect(bench.outcome(of: id)?.appeared == true)
  }

  @Test("Nor does what it said while the command ran that changed it", arguments: [Revision(1), nil])
  func whileRunning(_ revision: Revision?) throws {
    var bench = Self.bench()
    bench.command(.show(["film"])) { $0.context = .integer(7) }
    bench.process("board", sends: Self.appearance(at: revision))
    bench.process("board", sends: Self.appearance(at: revision))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.path == "home/film:7")
    #expect(bench.state()?.path.path.elements.map(\.hasAppeared) == [false, revision == nil])
  }

  @Test("So it is in a branch; of an element that kept its screen each report counts")
  func branches() throws {
    var bench = Bench()
    bench.register("bar", ["bar": CoordinatorLockTests.tabs])
    bench.register("board", ["home": Routable(), "film": Routable(), "poster": Routable(), "map": Routable()])
    bench.replace("bar{floor=home/film,shop=map}")
    func id(_ screen: ScreenName) throws -> ElementID {
      let found = bench.state()?.path.path.firstElement { $0.screen.name == screen }
      return try #require(found).id
    }
    let (film, map) = (try id("film"), try id("map"))
    let verb = Verb.navigator(.replaceContent(of: .id(film), with: AnyScreen("poster")))
    #expect(bench.run(verb) == "committed")
    #expect(bench.revision == 2)
    func fails(_ element: ElementID, at revision: Revision) -> Bool {
      bench.process("board", sends: .cannotShow(CannotShow(scene: "main", element: element, revision: revision)))
      return bench.presence(of: element.rawValue) == .failed
    }
    #expect(!fails(film, at: 1))
    #expect(fails(map, at: 1))
    #expect(fails(film, at: 2))
  }
}
