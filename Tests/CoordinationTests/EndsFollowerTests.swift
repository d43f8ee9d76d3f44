// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestTraits
import Testing

@Suite("Ends: a follower compares whole states with what is shown")
struct EndsFollowerTests {
  static func element(
    _ id: UInt64, _ name: ScreenName, _ content: Int64? = nil, hasAppeared: Bool = false,
    visibility: Element.Visibility? = nil
  ) -> Element {
    var element = Element(
      id: ElementID(id), screen: AnyScreen(name, content: content.map(JSONValue.integer) ?? .null),
      hasAppeared: hasAppeared)
    element.visibility = visibility
    return element
  }

  static func state(_ revision: Revision, _ elements: [Element]) -> WorkerState {
    WorkerState(scene: "main", revision: revision, elements: elements)
  }

  static let home = element(0, "home")
  static let list = element(1, "list")

  struct Step: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: [Element]
    var after: [Element]
    var changes: [Follower.Change]
  }

  @Test(
    "A state means these changes",
    arguments: [
      Step(testDescription: "nothing", before: [home], after: [home], changes: []),
      Step(
        testDescription: "comes, root first", before: [], after: [home, list], changes: [.appear(home), .appear(list)]),
      Step(
        testDescription: "leaves, topmost first", before: [home, list], after: [],
        changes: [.leave(list), .leave(home)]),
      Step(
        testDescription: "other content is a change", before: [list], after: [element(1, "list", 7)],
        changes: [.change(element(1, "list", 7))]),
      Step(
        testDescription: "another name under the same id leaves and comes", before: [home],
        after: [element(0, "login")],
        changes: [.leave(home), .appear(element(0, "login"))]),
      Step(
        testDescription: "only the flag is no change", before: [home], after: [element(0, "home", hasAppeared: true)],
        changes: []),
      Step(
        testDescription: "covered is told by itself", before: [element(0, "home", visibility: .top)],
        after: [element(0, "home", visibility: .beneath)],
        changes: [.visibility(element(0, "home", visibility: .beneath))]),
      Step(
        testDescription: "covered and changed is one change", before: [element(0, "home", visibility: .top)],
        after: [element(0, "home", 1, visibility: .beneath)],
        changes: [.change(element(0, "home", 1, visibility: .beneath))]),
      Step(
        testDescription: "leaves before changes before comes", before: [home, list],
        after: [element(0, "home", 1), element(2, "map")],
        changes: [.leave(list), .change(element(0, "home", 1)), .appear(element(2, "map"))]),
    ])
  func changes(_ step: Step) {
    var follower = Follower()
    _ = follower.follow(Self.state(1, step.before), epoch: 5)
    #expect(follower.follow(Self.state(2, step.after), epoch: 5) == step.changes)
    #expect(follower.shown == step.after)
    #expect(follower.applied == Applied(epoch: 5, revision: 2))
  }

  @Test("Older states change nothing", arguments: [(Epoch(5), Revision(3)), (4, 9)])
  func older(epoch: Epoch, revision: Revision) {
    var follower = Follower()
    _ = follower.follow(Self.state(4, [Self.home]), epoch: 5)
    #expect(follower.follow(Self.state(revision, []), epoch: epoch) == [])
    #expect(follower.applied == Applied(epoch: 5, revision: 4))
  }

  @Test("A state of the same revision with more elements is followed: the registration may have changed")
  func sameRevision() {
    var follower = Follower()
    _ = follower.follow(Self.state(4, [Self.home]), epoch: 5)
    #expect(follower.follow(Self.state(4, [Self.home, Self.list]), epoch: 5) == [.appear(Self.list)])
  }

  @Test("A higher epoch is followed whatever its revision")
  func higherEpoch() {
    var follower = Follower()
    _ = follower.follow(Self.state(40, [Self.home]), epoch: 5)
    #expect(follower.follow(Self.state(1, [Self.list]), epoch: 6) == [.leave(Self.home), .appear(Self.list)])
  }

  @Test("A lower epoch is followed once a WELCOME has adopted it")
  func adoptedEpoch() {
    var follower = Follower()
    _ = follower.follow(Self.state(40, [Self.home]), epoch: 5)
    follower.adopt(epoch: 2)
    #expect(follower.follow(Self.state(1, [Self.home, Self.list]), epoch: 2) == [.appear(Self.list)])
  }

  @Test("What has appeared here and is not known there is reported, until it is known")
  func unreported() {
    var follower = Follower()
    _ = follower.follow(Self.state(1, [Self.home, Self.list]), epoch: 5)
    #expect(follower.unreported == [])
    #expect(follower.note(.appeared, of: ElementID(1)) == true)
    #expect(follower.unreported == [ElementID(1)])
    _ = follower.follow(Self.state(2, [Self.home, Self.element(1, "list", hasAppeared: true)]), epoch: 5)
    #expect(follower.unreported == [])
    #expect(follower.note(.appeared, of: ElementID(9)) == false)
  }

  @Test("Another screen under the same id has to appear itself")
  func standingGoesWithTheScreen() {
    var follower = Follower()
    _ = follower.follow(Self.state(1, [Self.home]), epoch: 5)
    #expect(follower.note(.appeared, of: .root) == true)
    _ = follower.follow(Self.state(2, [Self.element(0, "login")]), epoch: 5)
    #expect(follower.unreported == [])
  }

  @Test("What was said before the screen came is outdated, also where a coordinator numbers its revisions anew")
  func outdated() {
    var follower = Follower()
    _ = follower.follow(Self.state(7, [Self.home]), epoch: 5)
    _ = follower.follow(Self.state(8, [Self.element(0, "home", 1)]), epoch: 5)
    #expect(follower.isOutdated(.root, at: 7))
    #expect(!follower.isOutdated(.root, at: 8) && !follower.isOutdated(.root, at: nil))
    follower.adopt(epoch: 2)
    _ = follower.follow(Self.state(3, [Self.element(0, "home", 1)]), epoch: 2)
    #expect(!follower.isOutdated(.root, at: 3))
  }

  @Test(
    "Thousands of elements are followed one by one, each compared with itself alone", .timeLimit(.minutes(20)), .offPool
  )
  func many() {
    // Each with each would be billions of comparisons.
    let elements = (0..<50_000).map { Self.element($0, "list", Int64($0)) }
    var follower = Follower()
    #expect(follower.follow(Self.state(1, elements), epoch: 5).count == elements.count)
    var other = elements
    other[7] = Self.element(7, "list", -1)
    other.removeLast()
    #expect(follower.follow(Self.state(2, other), epoch: 5) == [.leave(elements[49_999]), .change(other[7])])
    let isNoted = elements.dropLast().allSatisfy { follower.note(.appeared, of: $0.id, as: "list") }
    #expect(isNoted && follower.unreported.count == other.count)
  }
}
