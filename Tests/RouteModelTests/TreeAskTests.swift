// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("A dynamic node")
struct TreeAskTests {
  private static let cart = TreeNode.dynamic(
    "cart", then: .screen("cart", nesting: .screen("pay")), otherwise: .screen("empty"))

  @Test("asks its worker about the element and the path before it, and only when its turn comes")
  func ask() {
    let tree = Orchard(
      .screen("home", nesting: .anyOf([.screen("help"), Self.cart, .screen("last")])), answers: ["cart": .allow])
    var build = PathBuild(path("home?id=7/cart/pay"), by: tree.composition)
    #expect(tree.finish(&build) == ["cart cart after home?id=7"])
    #expect(build.stop == nil)
    #expect(build.decisions[ElementID(1)]?.builder?.wasAsked == true)
    #expect(build.decisions[ElementID(2)]?.builder?.wasAsked == false)
    build = PathBuild(path("home/help"), by: tree.composition)
    #expect(tree.finish(&build) == [])
  }

  @Test(
    "is the side that the answer chooses, and what that does not build the next node may",
    arguments: [
      (BuildAnswer.allow, "cart", "cart"), (.allow, "empty", "stops at 0: empty; allowed: cart empty last"),
      (.declined, "empty", "empty"), (.declined, "cart", "stops at 0: cart; allowed: cart empty last"),
      (.declined, "last", "last"), (.tree(.screen("bag", nesting: .screen("pay"))), "bag/pay", "bag/pay"),
      (.tree(.empty), "last", "last"),
    ])
  func answers(answer: BuildAnswer, text: String, expected: String) {
    #expect(Orchard(.anyOf([Self.cart, .screen("last")]), answers: ["cart": answer]).build(text) == expected)
  }

  @Test("may stand in an answered tree again, and lead to parts")
  func answeredTree() {
    let answered = TreeNode.screen("a", nesting: .anyOf([.dynamic("again", then: .screen("b"), otherwise: .empty)]))
    let tree = Orchard(
      .dynamic("first", then: .empty, otherwise: .empty), parts: ["p": .screen("c")],
      answers: ["first": .tree(.anyOf([answered, .remote("p")])), "again": .allow])
    var build = PathBuild(path("a/b"), by: tree.composition)
    #expect(tree.finish(&build) == ["first a after ", "again b after a"])
    #expect(tree.build("a/b") == "a/b")
    #expect(tree.build("c") == "c")
  }

  @Test("inside a wildcard is asked about the wildcard's screen")
  func insideWildcard() {
    let tree = Orchard(.wildcard(AnyScreen("sorry"), .dynamic("k", then: .screen("sorry"), otherwise: .empty)))
    var build = PathBuild(path("home"), by: tree.composition)
    #expect(tree.finish(&build) == ["k sorry after "])
  }

  @Test("whose answers lead back to it without end is given up")
  func endless() {
    let tree = Orchard(
      .remote("p"), parts: ["p": .dynamic("k", then: .empty, otherwise: .empty)],
      answers: ["k": .tree(.remote("p"))])
    var build = PathBuild(path("a"), by: tree.composition)
    #expect(tree.finish(&build).count == 1)
    #expect(build.stop?.index == 0)
    let deeper = Orchard(
      .dynamic("k", then: .empty, otherwise: .empty),
      answers: ["k": .tree(.dynamic("k", then: .empty, otherwise: .empty))])
    build = PathBuild(path("a"), by: deeper.composition)
    #expect(deeper.finish(&build).count <= PlanReader.depthMax + TreeNode.depthMax)
    #expect(build.stop?.index == 0)
  }

  @Test("is not asked again about what stays, and not at all where nothing new comes behind")
  func stays() {
    let tree = Orchard(.screen("home", nesting: Self.cart), answers: ["cart": .allow])
    let base = path("home/cart")
    var first = PathBuild(base, by: tree.composition)
    tree.finish(&first)
    var second = PathBuild(path("home/cart/pay"), by: tree.composition, from: base, keeping: first.decisions)
    #expect(tree.finish(&second) == [])
    #expect(second.stop == nil)
    // Nobody knows what was decided, as after a restart.
    var back = PathBuild(path("home"), by: tree.composition, from: base)
    #expect(tree.finish(&back) == [])
    var forth = PathBuild(path("home/cart/pay"), by: tree.composition, from: base)
    #expect(tree.finish(&forth) == ["cart cart after home"])
  }

  @Test("Another screen in an element builds that element and all behind it anew")
  func otherContent() {
    let tree = Orchard(.screen("home", nesting: Self.cart), answers: ["cart": .allow])
    let base = path("home/cart/pay")
    var first = PathBuild(base, by: tree.composition)
    tree.finish(&first)
    var second = PathBuild(path("home?id=1/cart/pay"), by: tree.composition, from: base, keeping: first.decisions)
    #expect(tree.finish(&second) == ["cart cart after home?id=1"])
  }

  @Test("An element that the tree does not build any more can be left, but nothing comes on top of it")
  func outside() {
    let tree = Orchard(.screen("home", nesting: .screen("list")))
    let base = path("home/gone/list")
    var marked = PathBuild(base, by: tree.composition, mode: .marks)
    #expect(marked.begin() == .finished)
    #expect(marked.decisions.filter(\.value.isOutside).keys.sorted() == [ElementID(1), ElementID(2)])
    #expect(base.trimmed(by: marked.decisions).description == "home")
    for (text, stop) in [("home/gone", nil), ("home", nil), ("home/gone/list/x", 3)] as [(String, Int?)] {
      var build = PathBuild(path(text), by: tree.composition, from: base, keeping: marked.decisions)
      #expect(build.begin() == .finished)
      #expect(build.stop?.index == stop)
    }
  }
}
