// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing

@testable import Waykeeper

@Suite("What a life tells of its element") struct ElementLifeTests {
  private let told = Recorder<WorkerSession.Event>()

  private static func element(_ content: JSONValue) -> Element {
    Element(id: ElementID(4), screen: AnyScreen("exhibit", content: content))
  }

  private func life() -> ElementLife {
    ElementLife(Self.element(.integer(0)), in: "main", at: 1) { [told] in told.add($0) }
  }

  /// The element as its body has it: with a number for its content.
  private static func hosted(_ life: ElementLife) throws -> HostedScreen<Int64> {
    try HostedScreen(life) { (screen: AnyScreen) throws(ContentError) -> Int64 in
      guard case .integer(let number) = screen.content else {
        throw ContentError(screen: "exhibit", message: "no number")
      }
      return number
    }
  }

  /// What was told, in words.
  private var words: [String] {
    told.all.map { event in
      switch event {
      case .appeared: "appeared"
      case .cannotShow(let failure, _): "failed at \(failure.revision ?? 0): \(failure.message ?? "")"
      default: "\(event)"
      }
    }
  }

  private static let unreadable = "content of 'exhibit': no number"

  @Test("That it has appeared, said while its content cannot be read, is told with the next that can be, once")
  func owed() throws {
    let life = life()
    let screen = try Self.hosted(life)
    life.change(to: Self.element("x"), at: 2)
    screen.didAppear()
    life.change(to: Self.element("y"), at: 3)
    let failures = ["failed at 2: \(Self.unreadable)", "failed at 3: \(Self.unreadable)"]
    #expect(words == failures)
    life.change(to: Self.element(.integer(1)), at: 4)
    life.change(to: Self.element(.integer(2)), at: 5)
    #expect(words == failures + ["appeared"])
    #expect(screen.content == 2 && !life.isFailed)
  }

  @Test("It is not where the screen has said since that it cannot be shown, nor where another life is to begin")
  func withdrawn() throws {
    for throwing in [true, false] {
      let life = life()
      let screen = try Self.hosted(life)
      life.change(to: Self.element("x"), at: 2)
      screen.didAppear()
      if throwing { life.endThrowing("no paint") } else { screen.cannotShow("no paint") }
      life.change(to: Self.element(.integer(1)), at: 3)
    }
    #expect(!words.contains("appeared"), "\(words)")
  }

  @Test("A body that says that it cannot show its content and throws then is told as failed once")
  func onceTold() throws {
    let life = life()
    let screen = try Self.hosted(life)
    screen.cannotShow("no paint")
    life.endThrowing("no paint at all")
    #expect(words == ["failed at 1: no paint"])
    #expect(life.hasEndedFailed && life.isFailed)
  }

  @Test("An error about content that came behind what it could not show is told")
  func toldOfOther() throws {
    let life = life()
    let screen = try Self.hosted(life)
    screen.cannotShow("no paint")
    life.change(to: Self.element(.integer(1)), at: 2)
    #expect(screen.content == 1)
    life.endThrowing("no frame")
    #expect(words == ["failed at 1: no paint", "failed at 2: no frame"])
  }
}
