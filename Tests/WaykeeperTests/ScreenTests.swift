// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Waykeeper

@Suite("Typed screens")
struct ScreenTests {
  struct Odd: Screen {
    static let name: ScreenName = "odd"
    var ratio: Double
    var tags: [String: [Bool?]] = [:]
  }

  @Test("A screen without properties has no content")
  func empty() throws {
    #expect(try AnyScreen(Home()) == AnyScreen("home"))
    #expect(try AnyScreen("home").unwrap(Home.self) == Home())
  }

  @Test("Content is what Codable makes of the properties, in canonical form; presentation comes from the type")
  func content() throws {
    let exhibit = try AnyScreen(Exhibit(id: 7, zoom: 1.5))
    #expect(exhibit.content == .object([("id", .integer(7)), ("zoom", .double(1.5))]))
    #expect(exhibit.presentation == .push)
    #expect(try AnyScreen(Exhibit(id: 7)).content["zoom"] == .integer(1))
    #expect(try AnyScreen(List(query: nil)).content == .null)
    #expect(try AnyScreen(Feedback()).presentation == .sheet(allowsPush: true))
  }

  @Test("Unwrapping gives the screen back")
  func roundTrip() throws {
    let odd = Odd(ratio: 0.1, tags: ["é": [true, nil, false], "": []])
    #expect(try AnyScreen(odd).unwrap(Odd.self) == odd)
    #expect(try AnyScreen(List(query: "ming vase")).unwrap(List.self) == List(query: "ming vase"))
    #expect(try AnyScreen(List(query: nil)).unwrap(List.self) == List(query: nil))
  }

  struct Ticket: Screen {
    static let name: ScreenName = "ticket"
    var opened = Date(timeIntervalSinceReferenceDate: 1.5)
    var page = URL(string: "https://example.org/a%20b?q=1#top")
    var stamp = Data([0, 255, 7])
    var price = Decimal(string: "12.50") ?? 0
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var notes: [String: [URL]] = [:]
    var validFor = Duration.seconds(90)
  }

  @Test(
    "The values of Foundation have the form that its JSON encoder gives them",
    arguments: [
      Ticket(), Ticket(page: nil, stamp: Data(), price: -0.001, id: nil),
      Ticket(price: Decimal(Int64.max), notes: ["a": [URL(filePath: "/tmp/x y"), URL(filePath: "/")]]),
    ])
  func foundation(ticket: Ticket) throws {
    let screen = try AnyScreen(ticket)
    #expect(screen.content == (try JSONValue(json: try JSONEncoder().encode(ticket))))
    #expect(try screen.unwrap(Ticket.self) == ticket)
  }

  @Test("A value of Foundation that does not fit says what is wrong, and where")
  func misfitOfFoundation() throws {
    for (key, value, type) in [("page", "", "URL"), ("stamp", "%", "Data"), ("price", "x", "Decimal")] {
      guard case .members(let members) = try AnyScreen(Ticket()).content else {
        Issue.record("a ticket has members")
        return
      }
      let content = JSONValue.object(members.map { ($0.key, $0.value) } + [(key, .string(value))])
      let error = #expect(throws: ContentError.self) { try AnyScreen("ticket", content: content).unwrap(Ticket.self) }
      #expect(error?.description == "content of 'ticket': '\(key)' has to be a value of \(type)")
    }
    let error = #expect(throws: ContentError.self) { try AnyScreen(Ticket(price: .nan)) }
    #expect(error?.description == "content of 'ticket': 'price' has no JSON form: NaN")
  }

  @Test("Another name unwraps to nothing")
  func otherName() throws {
    #expect(try AnyScreen("map").unwrap(Home.self) == nil)
  }

  @Test("Content that does not fit says what is wrong, and where")
  func misfit() {
    let missing = #expect(throws: ContentError.self) { try AnyScreen("exhibit").unwrap(Exhibit.self) }
    #expect(missing?.description == "content of 'exhibit': 'id' is missing")
    let wrong = AnyScreen("exhibit", content: .object([("id", .string("x")), ("zoom", .integer(1))]))
    let mismatch = #expect(throws: ContentError.self) { try wrong.unwrap(Exhibit.self) }
    #expect(mismatch?.description == "content of 'exhibit': 'id' has to be a value of Int")
  }

  @Test("Content without a JSON form is an error, not a crash")
  func noForm() {
    let error = #expect(throws: ContentError.self) { try AnyScreen(Odd(ratio: .infinity)) }
    #expect(error?.description == "content of 'odd': 'ratio' has no JSON form: inf")
  }

  @Test("Targets are an id, or an equal screen")
  func targets() throws {
    #expect(ElementID(3).target == .id(ElementID(3)))
    #expect(try Exhibit(id: 7).target == .screen(try AnyScreen(Exhibit(id: 7))))
  }
}
