// SPDX-License-Identifier: Apache-2.0

import Foundation
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
      try ContentCoder.check(content, of: screen)
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
    let exhibit = Exhibit(id: 7, zoom: zoom)
    try ContentCoder.check(try ContentCoder.encode(exhibit, of: "exhibit"), of: exhibit)
    try ContentCoder.check(.null, of: List())
  }

  enum Filter: Codable, Hashable {
    case all
    case only(id: Int)
  }

  struct Filtered: Screen {
    static let name: ScreenName = "filtered"
    var filter: Filter?
  }

  @Test("A type that loses a case of an enum when it is read is named, with the way out")
  func lostInScreen() {
    #expect(
      error(of: Filtered(filter: .all))?.description == """
        content of 'filtered': 'filter' is the case 'all' without values, of which canonical form leaves nothing: give its enum \
        a raw type, or each case a value
        """)
  }

  struct Search: Screen {
    struct Words: Codable, Hashable { var first: String? }

    static let name: ScreenName = "search"
    var words: Words?
    var tags: [String: Int]?
    var page: URL?
    var price: Decimal?
    var draft = ""

    enum CodingKeys: String, CodingKey { case words, tags, page, price }
  }

  @Test(
    "A type that loses something else when it is read hears of no enum, and what to do",
    arguments: [
      Search(words: Search.Words()), Search(tags: [:]),
      Search(page: URL(string: "a", relativeTo: URL(string: "https://x.example/"))),
      Search(price: Decimal(string: "0.1234567890123456789")), Search(draft: "x"),
    ])
  func lostOtherwise(screen: Search) {
    #expect(
      error(of: screen)?.description == """
        content of 'search': Search is another screen when it is read again: something that == compares is not in its content; \
        encode it, or leave it out of == (an optional that holds something empty is read as nil, a Decimal has 15 digits, a URL \
        is without its base)
        """)
  }

  struct Shelf: Codable {
    var tags: [String: Int] = [:]
  }

  @Test("A context, an input and what a conversion makes lose no case of an enum: nothing is sent")
  func lostInContext() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent)
    let error = await #expect(throws: NavigatorError.self) { try await navigator.show("x", context: Filter.all) }
    #expect(
      error?.message == """
        content of 'context': the whole is the case 'all' without values, of which canonical form leaves nothing: give its enum \
        a raw type, or each case a value
        """)
    let lossy: [Navigation] = [
      .driveTo("x", input: ["a": Filter.all]), .driveSub("x", input: Filtered(filter: .all)),
      .route(to: "x", context: [Filter.only(id: 1), Filter.all]),
    ]
    for navigation in lossy {
      let error = await #expect(throws: NavigatorError.self) { try await navigator.perform(navigation) }
      #expect(error?.code == .content && error?.message.contains("is the case 'all'") == true, "\(navigation)")
    }
    #expect(sent.commands.isEmpty)
    try await navigator.show("x", context: Filter.only(id: 7))
    try await navigator.show("x", context: Filtered())
    try await navigator.show("x", context: Shelf())
    #expect(sent.commands.map(\.context) == [["only": ["id": 7]], .null, .null])
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
