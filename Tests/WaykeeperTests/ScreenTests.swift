// SPDX-License-Identifier: Apache-2.0

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
