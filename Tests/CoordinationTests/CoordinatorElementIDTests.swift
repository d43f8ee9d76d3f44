// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: ids of elements")
struct CoordinatorElementIDTests {
  /// A bench whose worker `form` prepares its screen.
  private static func bench() -> Bench {
    var bench = Bench()
    bench.register("form", ["form": Routable(prepares: true)])
    return bench
  }

  private static let goForm = Verb.navigator(.go(to: PathItem(AnyScreen("form")), on: .id(.root)))
  private static let goList = Verb.navigator(.go(to: PathItem(AnyScreen("list")), on: .id(.root)))

  /// Asks for the form and returns the id that the ask told.
  private static func draft(_ bench: inout Bench) throws -> ElementID {
    bench.command(goForm)
    return try #require(bench.asks(of: "form").last?.element)
  }

  private static func denied(_ bench: inout Bench) throws -> ElementID {
    let id = try draft(&bench)
    try bench.answer(.deny(code: nil, message: "no"), by: "form")
    return id
  }

  /// The id of the element that a plain command brings.
  private static func next(_ bench: inout Bench) throws -> ElementID {
    #expect(bench.run(goList) == "committed")
    return try #require(bench.state()?.path.path.elements.last?.id)
  }

  @Test("An id that an ask told of a draft is not given again where the transition does not commit")
  func denied() throws {
    var bench = Self.bench()
    bench.replace("home")
    let told = try Self.denied(&bench)
    #expect(try Self.next(&bench) > told)
  }

  @Test("An id that an ask told is not given again after a restart, whether the command had ended or not")
  func restarted() throws {
    for ends in [true, false] {
      var bench = Self.bench()
      bench.replace("home")
      let told = ends ? try Self.denied(&bench) : try Self.draft(&bench)
      bench.restart()
      bench.pass(2000)
      #expect(try Self.next(&bench) > told)
    }
  }

  @Test("Nor where the scene never came to be, in this epoch or the next")
  func forgottenScene() throws {
    for restarts in [false, true] {
      var bench = Self.bench()
      bench.command(.navigator(.replace(path: literals("home/form"), in: nil)))
      let told = try #require(bench.asks(of: "form").last?.element)
      #expect(told == ElementID(1))
      try bench.answer(.deny(code: nil, message: "no"), by: "form")
      #expect(bench.state() == nil)
      if restarts { bench.restart() }
      bench.pass(2000)
      bench.replace("home/list")
      let id = try #require(bench.state()?.path.path.elements.last?.id)
      #expect(id > told)
    }
  }

  @Test("Nor where several commands told ids before the scene was forgotten")
  func forgottenSceneOfTwo() throws {
    var bench = Self.bench()
    for path in ["home/form", "home/list/form"] {
      bench.command(.navigator(.replace(path: literals(path), in: nil)))
    }
    var told: [ElementID] = []
    for _ in 0..<2 {
      told.append(try #require(bench.asks(of: "form").last?.element))
      try bench.answer(.deny(code: nil, message: "no"), by: "form")
    }
    #expect(told[0] < told[1])
    bench.replace("home/list")
    let id = try #require(bench.state()?.path.path.elements.last?.id)
    #expect(id > told[1])
  }

  @Test("Nor of a scene that has been quiet since long before the journal lost its end")
  func lostEnd() throws {
    var bench = Self.bench()
    bench.replace("home")
    let commit = try #require(
      bench.records.compactMap { if case .commit(let commit) = $0 { commit } else { nil } }.last)
    var restored = Restored(epoch: 2, starts: 2)
    restored.scenes = [.init(commit: commit, ageMs: 0)]
    restored.floor.revision = 60
    restored.floor.nextID = 500
    bench.coordinator = Coordinator(settings: bench.settings, restored: restored, version: "1.0.0", at: bench.now)
    bench.register("form", ["form": Routable(prepares: true)])
    let told = try Self.denied(&bench)
    bench.restart()
    bench.pass(2000)
    #expect(bench.path == "home")
    #expect(try Self.next(&bench) > told)
  }

  @Test("Drafts cost the journal one record a block, and none where commits come between them")
  func blocks() throws {
    var bench = Self.bench()
    bench.replace("home")
    func reserved(_ bench: Bench) -> Int {
      bench.records.count { if case .ids = $0 { true } else { false } }
    }
    for _ in 0..<Int(Limits.idBlock) { _ = try Self.denied(&bench) }
    #expect(reserved(bench) == 1)
    for _ in 0..<500 {
      _ = try Self.draft(&bench)
      try bench.answer(.allow, by: "form")
      bench.command(.navigator(.goBack(to: .id(.root))))
      bench.forgetAll()
    }
    #expect(reserved(bench) <= 2)
  }

  @Test("Where no draft was told a restart leaves no gap")
  func noGap() throws {
    var bench = Self.bench()
    bench.replace("home/list")
    bench.restart()
    bench.pass(2000)
    #expect(try Self.next(&bench) == ElementID(2))
  }
}
