// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RouteModel

@Suite("Same bits")
struct SameBitsTests {
  private static let elements = (1...4).map {
    Element(id: ElementID(UInt64($0)), screen: AnyScreen("page", content: .object([("n", .integer(Int64($0)))])))
  }

  @Test("members lie where the comparison of bits takes them from")
  func layout() {
    #expect(MemoryLayout<Element>.offset(of: \.id) == 0)
    #expect(MemoryLayout<Element>.offset(of: \.screen.name) == Element.nameOffset)
    #expect(MemoryLayout<Element>.offset(of: \.hasAppeared) == Element.headSize - MemoryLayout<Bool>.size)
  }

  @Test("members leave no gap up to where an element has appeared")
  func gaps() {
    let screen = MemoryLayout<ScreenName>.size + MemoryLayout<JSONValue>.size + MemoryLayout<Presentation>.size
    #expect(MemoryLayout<AnyScreen>.size == screen)
    #expect(MemoryLayout<AnyScreen>.offset(of: \.content) == MemoryLayout<ScreenName>.size)
    #expect(MemoryLayout<AnyScreen>.offset(of: \.presentation) == screen - MemoryLayout<Presentation>.size)
  }

  @Test("lists begin alike up to the first difference, whichever member it is in")
  func difference() {
    let changes: [(inout Element) -> Void] = [
      { $0.id = ElementID(9) },
      { $0.screen.name = "other" },
      { $0.screen.content = .null },
      { $0.screen.presentation = .sheet(allowsPush: true) },
      { $0.hasAppeared = true },
      { $0.branches = Branches(kind: .tabs, branches: [.init("a")], selected: "a") },
      { $0.subTree = SubTree("r", from: ElementID(1)) },
      { $0.visibility = .hidden },
    ]
    for change in changes {
      var other = Self.elements
      change(&other[2])
      #expect(Self.elements.commonPrefixCount(with: other) == 2)
      #expect(other.commonPrefixCount(with: Self.elements) == 2)
    }
  }

  @Test("equal elements are equal also where their bits differ")
  func sameContent() {
    let text = String(repeating: "x", count: 40)
    func elements() -> [Element] {
      [Element(id: ElementID(1), screen: AnyScreen("page", content: .object([("text", .string(text + "y"))])))]
    }
    #expect(elements().commonPrefixCount(with: elements()) == 1)
  }
}
