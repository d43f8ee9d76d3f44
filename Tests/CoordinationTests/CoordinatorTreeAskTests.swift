// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: asking for dynamic nodes, and trees that change")
struct CoordinatorTreeAskTests {
  private static let cart = TreeNode.screen(
    "home",
    nesting: .anyOf([
      .screen("help"), .dynamic("cart", then: .screen("cart", nesting: .screen("pay")), otherwise: .empty),
    ]))
  private static let toCart = Verb.navigator(.go(to: literals("cart?n=1")[0], on: .id(.root)))
  private static let toPay = Verb.navigator(.go(to: literals("pay")[0], on: .id(ElementID(1))))

  private static func planted(_ adjust: (inout Settings) -> Void = { _ in }) -> Bench {
    CoordinatorTreeTests.planted(cart, at: "home") { adjust(&$0) }
  }

  @Test("The worker is asked before anybody else, with the key, the element and the path before it")
  func ask() throws {
    var bench = Self.planted()
    let id = bench.command(Self.toCart)
    let ask = try #require(bench.asks(of: "kiosk").last)
    #expect(ask.question == .build("cart"))
    #expect(ask.screen == literals("cart?n=1")[0].screen)
    #expect(ask.isDraft)
    #expect(ask.route.description == "home")
    #expect(ask.deadlineMs == 500)
    try bench.answer(.allow, by: "kiosk")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["cart: build allow"])
    #expect(bench.verdicts(of: "kiosk").map(\.used) == [true])
  }

  @Test(
    "Its answer decides",
    arguments: [
      (Answer.allow, "committed"), (.declined, "rejected notInTree"), (.tree(.screen("cart")), "committed"),
      (.tree(.screen("bag")), "rejected notInTree"), (.tree(.remote("none")), "rejected notInTree"),
      (.deny(code: nil, message: "no"), "vetoed guard"), (.failed(code: "x", message: nil), "failed handler"),
      (.instruction(.pop), "failed handler"), (.path([]), "failed handler"),
    ])
  func answers(answer: Answer, ending: String) throws {
    var bench = Self.planted()
    let id = bench.command(Self.toCart)
    try bench.answer(answer, by: "kiosk")
    #expect(bench.ending(of: id) == ending)
  }

  @Test("The first path of a scene is built anew by a tree that came while its dynamic node was asked")
  func firstPathMeanwhile() throws {
    var bench = Bench()
    bench.register("kiosk", ["home": .asked]) { $0.tree = Self.cart }
    let id = bench.command(.navigator(.replace(path: literals("home/cart"), in: nil)))
    #expect(bench.asks(of: "kiosk").map(\.question) == [.build("cart")])
    bench.process("other", sends: .hello(bench.registration("other") { $0.tree = .screen("elsewhere") }))
    try bench.answer(.allow, by: "kiosk")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.asks(of: "kiosk").map(\.question) == [.build("cart"), .build("cart")])
    try bench.answer(.declined, by: "kiosk")
    #expect(bench.state()?.path.hosts[ElementID(1)]?.presence == .notInTree)
  }

  @Test("A silent worker ends the command with timedOut(build), a dead one with failed(died)")
  func silence() throws {
    var bench = Self.planted()
    let silent = bench.command(Self.toCart)
    bench.pass(500)
    #expect(bench.ending(of: silent) == "timedOut")
    guard case .timedOut(.build, let who) = bench.outcome(of: silent)?.kind else {
      Issue.record("\(bench.ending(of: silent))")
      return
    }
    #expect(who?.worker == "kiosk")
    bench = Self.planted()
    let dying = bench.command(Self.toCart)
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    #expect(bench.ending(of: dying) == "failed died")
    #expect(bench.run(Self.toCart) == "failed died")
  }

  @Test("It is not asked about what stays: going on and going back work though it is dead")
  func stays() throws {
    var bench = Self.planted()
    bench.command(Self.toCart)
    try bench.answer(.allow, by: "kiosk")
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    #expect(bench.run(Self.toPay) == "committed")
    #expect(bench.run(.back) == "committed")
    #expect(bench.path == "home/cart?n=1")
  }

  @Test("A redirect of its own parks the command, and it is asked again after the resume")
  func redirect() throws {
    var bench = Self.planted()
    let id = bench.command(Self.toCart)
    try bench.answer(
      .redirect(to: .navigator(.go(to: literals("help")[0], on: .id(.root))), within: .milliseconds(5000)), by: "kiosk")
    #expect(bench.path == "home/help")
    bench.process("kiosk", sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    try bench.answer(.allow, by: "kiosk")
    #expect(bench.path == "home/cart?n=1")
    #expect(bench.ending(of: id) == "committed")
  }

  /// On `home/list/detail`, then the tree without `list`.
  private static func changed(_ policy: Settings.TreeChange, to tree: TreeNode? = .screen("home")) -> Bench {
    var bench = CoordinatorTreeTests.planted { $0.treeChange = policy }
    bench.replace("home/list/detail")
    let registration = bench.registration("kiosk", ["home": .asked]) {
      $0.tree = tree
      $0.generation = 2
    }
    bench.process("kiosk", sends: .register(registration))
    return bench
  }

  @Test("A change that the path does not survive marks what is not built, and tells observers")
  func keep() throws {
    var bench = Self.changed(.keep)
    #expect(bench.path == "home/list/detail")
    #expect(bench.updates == [])
    let told = try #require(bench.presences.last)
    #expect(told.presence == .notInTree)
    #expect(told.elements == [ElementID(1), ElementID(2)])
    #expect(told.message == "the tree does not build it any more")
    #expect(bench.presence(of: 1) == .notInTree)
    // Nothing comes on top of it, but it can be left.
    #expect(bench.run(.navigator(.go(to: literals("x")[0], on: .id(ElementID(2))))) == "rejected notInTree")
    #expect(bench.run(.back) == "committed")
    bench.register("kiosk", ["home": .asked]) { $0.tree = CoordinatorTreeTests.tree }
    #expect(bench.presence(of: 1) == .unattended)
  }

  @Test("With trim it is cut to what builds, in a commit of its own cause")
  func trim() throws {
    var bench = Self.changed(.trim)
    #expect(bench.path == "home")
    let update = try #require(bench.updates.last)
    #expect(update.cause.kind == .tree)
    #expect(update.cause.verb == "tree")
    #expect(bench.updates.count == 1)
    bench = Self.changed(.trim, to: .screen("login"))
    #expect(bench.path == "home/list/detail")
    #expect(bench.presence(of: 0) == .notInTree)
    bench = Self.changed(.trim, to: .screen("home", nesting: .remote("elsewhere")))
    #expect(bench.path == "home/list/detail")
    bench = Self.changed(.trim, to: nil)
    #expect(bench.path == "home/list/detail")
    #expect(bench.presence(of: 1) == .unattended)
  }

  @Test("A guard is not asked when the tree cuts its element off")
  func trimAsksNoGuard() {
    var bench = CoordinatorTreeTests.planted { $0.treeChange = .trim }
    bench.register("lists", ["list": .guarding])
    bench.register("kiosk#2", ["home": .asked]) { $0.tree = .screen("home") }
    #expect(bench.path == "home")
    #expect(bench.asks(of: "lists") == [])
  }

  @Test("A change asks for dynamic nodes; where nobody answers nothing is decided until that worker registers")
  func rebuildAsks() throws {
    var bench = Self.planted()
    bench.command(Self.toCart)
    try bench.answer(.allow, by: "kiosk")
    bench.process("system", sends: .hello(bench.registration("system") { $0.parts = ["p": .screen("x")] }))
    try bench.answer(.declined, by: "kiosk")
    #expect(bench.presence(of: 1) == .notInTree)
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    bench.register("system#2") { $0.parts = ["p": .screen("y")] }
    #expect(bench.presence(of: 1) != .notInTree)
    bench.process("kiosk#2", sends: .hello(bench.registration("kiosk#2") { $0.tree = Self.cart }))
    try bench.answer(.declined, by: "kiosk#2")
    #expect(bench.presence(of: 1) == .notInTree)
  }

  @Test(
    "Where a change asks, an answer that decides nothing leaves what it can decide to the tree of now",
    arguments: [
      Answer.failed(code: "x", message: nil), .deny(code: nil, message: nil), .instruction(.pop),
      .redirect(to: .show(["login"]), within: .seconds(60)),
    ])
  func rebuildFails(answer: Answer) throws {
    var bench = Self.planted()
    bench.command(Self.toCart)
    try bench.answer(.allow, by: "kiosk")
    // By the tree of before, `help` stands on home.
    bench.process(
      "kiosk",
      sends: .register(
        bench.registration("kiosk") {
          $0.generation = 2
          $0.tree = .screen("home", nesting: .dynamic("cart", then: .screen("cart"), otherwise: .empty))
        }))
    try bench.answer(answer, by: "kiosk")
    #expect(bench.run(.navigator(.go(to: literals("help")[0], on: .id(.root)))) == "")
    try bench.answer(.declined, by: "kiosk")
    #expect(bench.path == "home/cart?n=1")
  }

  @Test("A dry run asks nobody about what stays either, and says who built it")
  func dryRunStays() throws {
    var bench = Self.planted()
    bench.command(Self.toCart)
    try bench.answer(.allow, by: "kiosk")
    bench.command(Self.toPay)
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    let id = bench.command(.navigator(.goBack(to: .id(ElementID(1))))) { $0.isDryRun = true }
    #expect(bench.ending(of: id) == "unchanged dryRun")
    #expect(bench.outcome(of: id)?.steps.map(\.worker) == ["kiosk", "kiosk"])
  }

  @Test("Where a change asks, a redirect is no answer: there is no command to park")
  func rebuildIsNotParked() throws {
    var bench = Self.planted()
    bench.command(Self.toCart)
    try bench.answer(.allow, by: "kiosk")
    bench.process("system", sends: .hello(bench.registration("system") { $0.parts = ["p": .screen("x")] }))
    let asked = try #require(bench.asks(of: "kiosk").last)
    try bench.answer(.redirect(to: .show(["login"]), within: .seconds(60)), by: "kiosk")
    bench.process("kiosk", sends: .resume(Resume(id: endsCommand("resume-1"), target: asked.command)))
    #expect(bench.workers.allSatisfy { $0.state == .live })
    #expect(bench.presence(of: 1) != .notInTree)
    // The next change asks again.
    bench.process("zoo", sends: .hello(bench.registration("zoo") { $0.parts = ["q": .screen("x")] }))
    try bench.answer(.declined, by: "kiosk")
    #expect(bench.presence(of: 1) == .notInTree)
  }

  @Test("A running command ends by the tree that it was planned with, and the path is built anew after it")
  func running() throws {
    var bench = Self.planted { $0.treeChange = .trim }
    let id = bench.command(Self.toCart)
    bench.register("zoo") { $0.tree = .screen("zoo") }
    let registration = bench.registration("kiosk") { $0.tree = .screen("home") }
    let token = Ask.Token(epoch: 1, number: 1)
    bench.process("kiosk", sends: .register(registration))
    bench.process("kiosk", sends: .answer(AnswerMessage(token: token, answer: .allow)))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home")
  }

  @Test("After a restart the path is built anew when the workers are back")
  func restart() {
    var bench = CoordinatorTreeTests.planted()
    bench.restart()
    bench.register("kiosk") { $0.tree = .screen("home") }
    #expect(bench.presence(of: 1) == .notInTree)
  }
}
