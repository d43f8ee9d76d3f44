// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import RouteModel

@Suite("Searching a route")
struct DestinationSearchTests {
  /// Each layer takes pushes. @0 is the tabs; a holds x @1 and x @2, b holds x @3; above, x @4 and y @5.
  static let text = "tabs{a=x?n=1/x?n=2,*b=x?n=3}/^x?n=4/y"

  /// What a finder finds on a path, as the id of the element; of a stack that of its first, in brackets.
  static func find(_ finder: Destination.Finder, on text: String, context: JSONValue = .null) throws -> String {
    let (route, ids) = try Route.made(text, in: containers)
    let request = DestinationRequest(Destination([]), context: context, on: route, ids: ids)
    var composer = DestinationComposer(request, answers: [:], in: containers)
    switch try composer.find(finder, context, at: Destination.StepPlace([1])) {
    case .element(let id)?: return "\(id)"
    case .stack(of: let id)?: return "(\(id))"
    case .emptyBranch, .nothing, .unplaced: return "?"
    case nil: return "nil"
    }
  }

  @Test(
    "Options say where, in RouteComposer's order",
    arguments: [
      // The top layer completely, what shows first, then downwards.
      (Destination.SearchOptions.fullStack, Destination.Finder.Start.topmost, "x", "@4"),
      (.fullStack, .root, "x", "@3"), (.fullStack, .topmost, "y", "@5"),
      // Only what shows: x @4 lies under y.
      ([.current, .visible, .presenting], .topmost, "x", "@3"), ([.current, .visible], .topmost, "x", "nil"),
      ([.current, .contained], .root, "x", "@3"), ([.contained], .root, "tabs", "@0"),
      // The start alone; of a stack with one element that is the element too.
      ([.current], .topmost, "x", "nil"), ([.current], .root, "tabs", "@0"),
      // The layers above and below only say from where on.
      ([.presented], .root, "x", "nil"), ([.presented, .contained], .root, "y", "@5"),
      ([.current, .contained, .presented], .root, "x", "@3"), ([.presenting, .visible], .topmost, "tabs", "@0"),
      ([], .root, "tabs", "nil"),
    ] as [(Destination.SearchOptions, Destination.Finder.Start, ScreenName, String)])
  func options(options: Destination.SearchOptions, start: Destination.Finder.Start, name: ScreenName, found: String)
    throws
  {
    #expect(try Self.find(.screen(name, in: options, from: start), on: Self.text) == found)
  }

  @Test(
    "Finders mean what their names say",
    arguments: [
      (Destination.Finder(.stack), Self.text, "(@4)"), (Destination.Finder(.container(.tabs)), Self.text, "@0"),
      (Destination.Finder(.container(.split)), Self.text, "nil"), (Destination.Finder(.presenting), Self.text, "(@0)"),
      (Destination.Finder(.presenting, from: .root), Self.text, "nil"),
      (Destination.Finder(.instance(ElementID(2))), Self.text, "@2"),
      (Destination.Finder(.instance(ElementID(9))), Self.text, "nil"),
      (Destination.Finder(.stackOf(ElementID(2))), Self.text, "(@2)"),
      (Destination.Finder(.stackOf(ElementID(1))), "home/^!a", "nil"),
      (Destination.Finder(.stack, from: .root), "home/^!a", "(@0)"),
      (Destination.Finder(.detailStack), "split{left=l,right=r/s}", "(@2)"),
      (Destination.Finder(.detailStack), "split{left=l}", "(@1)"),
      (Destination.Finder(.detailStack), "split{right=^!r}", "nil"),
      (Destination.Finder(.detailStack), Self.text, "nil"),
      (Destination.Finder(.screen("x", .given(["n": 2]))), Self.text, "@2"),
      (Destination.Finder(.screen("x", .context)), Self.text, "nil"),
      // A screen in a layer above the first only.
      (Destination.Finder(.screen("x"), from: .root, isPresented: true), Self.text, "@4"),
      (Destination.Finder(.screen("tabs"), isPresented: true), Self.text, "nil"),
      // From what another finder finds, outwards.
      (Destination.Finder(.stack, in: [.parent], from: .finder(.screen("x", .given(["n": 2])))), Self.text, "(@1)"),
      (
        Destination.Finder(.container(.tabs), in: [.parent], from: .finder(.screen("x", .given(["n": 1])))), Self.text,
        "@0"
      ),
      (Destination.Finder(.container(.tabs), in: [.parent], from: .finder(.screen("y"))), Self.text, "nil"),
      (
        Destination.Finder(.screen("x"), in: [.contained], from: .finder(Destination.Finder(.stackOf(ElementID(2))))),
        Self.text, "@2"
      ),
    ])
  func finders(finder: Destination.Finder, text: String, found: String) throws {
    #expect(try Self.find(finder, on: text) == found)
  }

  @Test("A screen whose content is the context; the presentation does not count")
  func context() throws {
    let finder = Destination.Finder.screen("x", .context)
    #expect(try Self.find(finder, on: Self.text, context: ["n": 1]) == "@1")
    #expect(try Self.find(finder, on: "home/x?n=1", context: ["n": 1]) == "@1")
    #expect(try Self.find(finder, on: "home/^!x?n=1", context: ["n": 1]) == "@1")
    #expect(try Self.find(finder, on: "home/x", context: ["n": 1]) == "nil")
  }

  @Test("A layer above is searched from the first leaf on, before the other branches")
  func presentedFirst() throws {
    let finder = Destination.Finder.screen("x", in: [.current, .contained, .presented], from: .root)
    #expect(try Self.find(finder, on: "tabs{a=home,b=x}/^x") == "@3")
    #expect(try Self.find(finder, on: "tabs{a=home,b=x}/^y") == "@2")
  }

  @Test("A sheet in a branch covers that branch, and no container is round it")
  func sheetInBranch() throws {
    let text = "tabs{a=home/^!y}/^z"
    let fromSheet = Destination.Finder.Start.finder(Destination.Finder(.instance(ElementID(2))))
    #expect(try Self.find(Destination.Finder(.container(.tabs), in: [.parent], from: fromSheet), on: text) == "nil")
    #expect(try Self.find(.screen("z", in: [.visible, .presented], from: fromSheet), on: text) == "@4")
    #expect(try Self.find(.screen("home", in: [.visible, .presenting], from: fromSheet), on: text) == "@1")
  }

  @Test("However the layers lie, a search that finds nothing ends soon")
  func bounded() throws {
    let (route, _) = try Route.made("tabs{a=home}" + String(repeating: "/^a/b/c", count: 80), in: containers)
    let tree = NodeTree(route)
    // Nothing reaches the hidden branch by these options, so each search goes all its ways.
    let hidden = tree.nodes { !tree.nodes[$0].isStack && tree.elements[$0].screen.name == "y" }
    #expect(hidden.count == 1)
    for bits: UInt8 in 0..<64 where !Destination.SearchOptions(rawValue: bits).contains(.contained) {
      #expect(tree.first(hidden, from: tree.nodes.count - 1, in: Destination.SearchOptions(rawValue: bits)) == nil)
    }
  }

  @Test("Finders that start from each other come to an end")
  func nested() throws {
    var finder = Destination.Finder(.stack)
    for _ in 0..<7 { finder = Destination.Finder(.stack, from: .finder(finder)) }
    #expect(try Self.find(finder, on: "home") == "(@0)")
    #expect(throws: DestinationStop.self) {
      try Self.find(Destination.Finder(.stack, from: .finder(finder)), on: "home")
    }
  }
}
