// SPDX-License-Identifier: Apache-2.0

import Testing
import WaykeeperTesting

@testable import Waykeeper

@Suite("Content that is read as it was written")
struct ContentRoundTripTests {
  /// Reads another member than it writes.
  struct Renamed: Screen {
    static let name: ScreenName = "renamed"
    var number = 7

    enum Written: String, CodingKey { case number }
    enum Read: String, CodingKey { case id }

    init() {}
    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: Read.self).decode(Int.self, forKey: .id)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Written.self)
      try container.encode(number, forKey: .number)
    }
  }

  /// Has another order each time that it is read.
  struct Turning: Codable, Hashable {
    var items = [1, 2]

    init() {}
    init(from decoder: any Decoder) throws { items = try [Int](from: decoder).reversed() }
    func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
  }

  struct Tagged: Screen {
    static let name: ScreenName = "tagged"
    var id = 3
    var tags = [String: Turning]()
  }

  private func error(of screen: some Screen) -> ContentError? {
    #expect(throws: ContentError.self) {
      let content = try ContentCoder.encode(screen, of: "test")
      try ContentCoder.check(content, as: type(of: screen))
    }
  }

  @Test("A type that cannot read what it writes is named, with the member that is missing")
  func unreadable() {
    let error = error(of: Renamed())
    #expect(error?.description == "content of 'renamed': Renamed cannot read what it encodes: 'id' is missing")
  }

  @Test("A type that writes other content when it has read it is named, with the way to what is another")
  func unstable() {
    #expect(
      error(of: Tagged(tags: ["floor": Turning()]))?.description == """
        content of 'tagged': Tagged encodes 'tags.floor.Index 0' in another way when it has read it: equal screens need equal \
        content
        """)
  }

  @Test("What reads as it was written is content", arguments: [1, 1.5])
  func stable(zoom: Double) throws {
    try ContentCoder.check(try ContentCoder.encode(Exhibit(id: 7, zoom: zoom), of: "exhibit"), as: Exhibit.self)
    try ContentCoder.check(.null, as: List.self)
  }

  #if DEBUG
    @Test("A debug build tells it where the screen is given")
    func given() async {
      #expect(throws: ContentError.self) { try AnyScreen(Renamed()) }
      let error = await #expect(throws: NavigatorError.self) {
        try await Navigator.mock().replace(path: Home(), Renamed())
      }
      #expect(error?.code == .content)
    }
  #endif
}
