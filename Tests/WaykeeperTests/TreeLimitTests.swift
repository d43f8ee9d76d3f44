// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@testable import Waykeeper

/// Trees that a registration holds, and larger ones, which are told before anything travels.
@Suite("The limits of a tree")
struct TreeLimitTests {
  /// So many screens in each other, and in the last one so many more.
  struct Chain: NavigationTree, Hashable {
    var length: Int
    var more = 0
    var builder: some PathBuilder {
      Screen(Page.self) {
        if length > 1 {
          Chain(length: length - 1, more: more)
        } else if more > 0 {
          Chain(length: more)
        }
      }
    }
  }

  /// The same tree twice in each of its levels.
  struct Doubling: NavigationTree, Hashable {
    var depth: Int
    var builder: some PathBuilder {
      Screen(Page.self) {
        if depth > 0 {
          Doubling(depth: depth - 1)
          Doubling(depth: depth - 1)
        }
      }
    }
  }

  /// Another tree at each level, and no screen.
  struct Spiral: NavigationTree, Hashable {
    var depth = 0
    var builder: some PathBuilder { Spiral(depth: depth + 1) }
  }

  private static let tooDeep = "the tree nests deeper than 96 levels"

  private func faults(_ trees: any NavigationTree...) -> [String] {
    TreeTable("kiosk", roots: trees.map { $0.pathTree.shape }, parts: []).faults
  }

  @Test("96 nodes lie in each other, and no more; what builds nothing is no level")
  func depth() {
    #expect(faults(Chain(length: 96)) == [])
    #expect(faults(Chain(length: 97)) == [Self.tooDeep])
  }

  @Test("A tree that is read at one place counts as deep as it stands at another")
  func depthElsewhere() {
    #expect(faults(Chain(length: 60), Chain(length: 30, more: 60)) == [])
    #expect(faults(Chain(length: 60), Chain(length: 60, more: 60)) == [Self.tooDeep])
  }

  @Test("Trees that lead to each other without a screen come to an end")
  func spiral() {
    #expect(faults(Spiral()) == [Self.tooDeep])
  }

  @Test("A tree counts wherever it stands, and its writing out ends at the limit")
  func doubling() {
    #expect(faults(Doubling(depth: 11)) == [])
    #expect(faults(Doubling(depth: 30)) == ["the tree has more than 10000 nodes"])
  }
}
