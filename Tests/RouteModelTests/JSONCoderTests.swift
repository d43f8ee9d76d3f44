// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import Testing

@Suite("JSON coder")
struct JSONCoderTests {
  struct Exhibit: Codable, Hashable {
    struct Size: Codable, Hashable {
      var width: Double?
      var height: Float?
    }
    enum Room: String, Codable { case east, west }
    enum Event: Codable, Hashable {
      case opened(by: String)
      case closed
    }
    var id: Int64
    var title = "Vase"
    var size = Size()
    var rooms: [Room] = []
    var notes: [String: String] = [:]
    var numbers: [Int: Bool] = [:]
    var parent: [Exhibit]?
    var event = Event.opened(by: "me")
    var opened = Date(timeIntervalSinceReferenceDate: 1.5)
    var free = JSONValue.null
  }

  @Test(
    "A value comes back as it went, and is what Foundation would write",
    arguments: [
      Exhibit(id: 7), Exhibit(id: .max), Exhibit(id: .min, title: "é e\u{301} \u{0} \" /"),
      Exhibit(id: 9_007_199_254_740_993, size: .init(width: 0.1, height: 0.1)),
      Exhibit(id: 1, size: .init(width: 1e300, height: .leastNonzeroMagnitude), rooms: [.west, .east]),
      Exhibit(id: 2, notes: ["b": "x", "a": ""], numbers: [7: true, -1: false], parent: []),
      Exhibit(id: 3, parent: [Exhibit(id: 4), Exhibit(id: 5, parent: [Exhibit(id: 6)])], event: .opened(by: "you")),
      Exhibit(id: 8, opened: Date(timeIntervalSinceReferenceDate: -7), free: ["x": [1, 2.5, .null, true, "y"]]),
    ])
  func roundTrip(exhibit: Exhibit) throws {
    let value = try JSONValue(encoding: exhibit)
    #expect(try value.decode(as: Exhibit.self) == exhibit)
    #expect(try JSONValue(json: JSONEncoder().encode(exhibit)) == value)
    #expect(value.canonical == value)
    #expect(try JSONValue(json: value.json) == value)
  }

  @Test("Numbers are exact, or refused")
  func numbers() throws {
    #expect(try JSONValue(encoding: UInt64(Int64.max)) == .integer(.max))
    #expect(try JSONValue(encoding: UInt64(1) << 63) == .double(0x1p63))
    #expect(try JSONValue(encoding: UInt64(1) << 63).decode(as: UInt64.self) == 1 << 63)
    #expect(try JSONValue(encoding: Int128(7)).decode(as: UInt8.self) == 7)
    #expect(try JSONValue(encoding: 7.0) == .integer(7))
    #expect(try JSONValue(encoding: -0.0) == .integer(0))
    #expect(try JSONValue.integer(7).decode(as: Double.self) == 7)
    #expect(try JSONValue(encoding: Float(0.1)).json == "0.1")
    for value in [
      Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 16_777_216, .leastNormalMagnitude.nextDown,
    ] {
      #expect(try JSONValue(encoding: value).decode(as: Float.self) == value)
    }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [Double.nan]) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: ["x": Double.infinity]) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: -Float.infinity) }
    for (value, isInt8) in [(JSONValue.integer(127), true), (128, false), (1.5, false), ("7", false), (true, false)] {
      #expect(((try? value.decode(as: Int8.self)) != nil) == isInt8, "\(value)")
    }
    #expect(throws: DecodingError.self) { try JSONValue.double(1e300).decode(as: Float.self) }
  }

  @Test("Absent, null and empty are one")
  func nothing() throws {
    struct Nested: Codable, Hashable {
      struct Inner: Codable, Hashable {
        var note: String?
        var more: [String: Int] = [:]
      }
      var inner = Inner()
      var list: [Int?] = [nil]
    }
    struct Empty: Codable, Hashable {}
    #expect(try JSONValue(encoding: Empty()) == .null)
    #expect(try JSONValue.null.decode(as: Empty.self) == Empty())
    #expect(try JSONValue(encoding: Nested()).json == #"{"list":[null]}"#)
    #expect(try JSONValue(encoding: Nested()).decode(as: Nested.self) == Nested())
    #expect(try JSONValue(encoding: Int?.none) == .null)
    #expect(try JSONValue.null.decode(as: Int?.self) == nil)
    #expect(try JSONValue(encoding: JSONValue.members([.init("b", 1), .init("a", .null)])) == ["b": 1])
    // A case without values is `{"closed":{}}` for Swift, of which canonical form keeps nothing.
    #expect(try JSONValue(encoding: Exhibit.Event.closed) == .null)
    #expect(throws: DecodingError.self) { try JSONValue.null.decode(as: Exhibit.Event.self) }
    #expect(throws: DecodingError.self) { try JSONValue.null.decode(as: Int.self) }
    #expect(throws: DecodingError.self) { try JSONValue.null.decode(as: [Int].self) }
  }

  @Test("A class that would need another of its kind without end is refused")
  func endless() {
    final class Node: Decodable { let next: Node }
    #expect(throws: DecodingError.self) { try JSONValue.null.decode(as: Node.self) }
    #expect(throws: DecodingError.self) { try (["next": ["other": 1]] as JSONValue).decode(as: Node.self) }
  }

  @Test("Classes share their encoder with their superclass, or give it a member of its own")
  func inheritance() throws {
    class Base: Codable {
      var a = 1
    }
    final class Shared: Base {
      var b = 2
      private enum Keys: CodingKey { case b }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        b = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .b)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(b, forKey: .b)
        try super.encode(to: container.superEncoder())
      }
    }
    let value = try JSONValue(encoding: Shared())
    #expect(value == ["a": 1, "b": 2, "super": ["a": 1]])
    let read = try (["a": 3, "b": 4] as JSONValue).decode(as: Shared.self)
    #expect(read.a == 3 && read.b == 4)
  }

  @Test("An error tells the way to the value that does not fit")
  func errors() throws {
    func path(_ value: JSONValue) -> String? {
      do {
        _ = try value.decode(as: [Exhibit].self)
        return nil
      } catch DecodingError.keyNotFound(let key, let context) {
        return (context.codingPath + [key]).map(\.stringValue).joined(separator: ".") + " absent"
      } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context)
      {
        return context.codingPath.map(\.stringValue).joined(separator: ".")
      } catch {
        return "\(error)"
      }
    }
    let full = try JSONValue(encoding: Exhibit(id: 7))
    func with(_ key: String, _ value: JSONValue) -> JSONValue {
      guard case .members(let members) = full else { return full }
      return .object(members.map { ($0.key, $0.value) } + [(key, value)])
    }
    #expect(path([full]) == nil)
    #expect(path([full, with("title", 7)]) == "Index 1.title")
    #expect(path([with("title", .null)]) == "Index 0.title absent")
    #expect(path([with("size", ["width": "x"])]) == "Index 0.size.width")
    #expect(path([with("rooms", ["north"])]) == "Index 0.rooms.Index 0")
    #expect(path([with("id", 1.5)]) == "Index 0.id")
    #expect(path([with("parent", "x")]) == "Index 0.parent")
    #expect(path(["x"]) == "Index 0")
  }

  @Test("A type with a JSON form of its own goes by that")
  func convertible() throws {
    struct Hex: Codable, Hashable, JSONValueConvertible {
      var number: Int
      init(number: Int) { self.number = number }
      init?(jsonValue: JSONValue) {
        guard case .string(let text) = jsonValue, let number = Int(text, radix: 16) else { return nil }
        self.number = number
      }
      var jsonValue: JSONValue? { number < 0 ? nil : .string(String(number, radix: 16)) }
    }
    #expect(try JSONValue(encoding: [Hex(number: 255)]) == ["ff"])
    #expect(try (["a": "10"] as JSONValue).decode(as: [String: Hex].self) == ["a": Hex(number: 16)])
    #expect(throws: DecodingError.self) { try (["xyz"] as JSONValue).decode(as: [Hex].self) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [Hex(number: -1)]) }
  }

  @Test("Nesting has a limit, without a crash")
  func depth() throws {
    indirect enum Chain: Codable {
      case end
      case next(Chain)
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        if case .next(let chain) = self { try list.encode(chain) }
      }
      init(from decoder: any Decoder) throws { self = .end }
      init(length: Int) { self = (0..<length).reduce(.end) { chain, _ in .next(chain) } }
    }
    #expect(try JSONValue(encoding: Chain(length: 63)).json.utf8.count == 128)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Chain(length: 64)) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Chain(length: 5000)) }
  }

  @Test("A large object is read by halves")
  func large() throws {
    let object = Dictionary(uniqueKeysWithValues: (0..<2000).map { ("key-\($0)", $0) })
    #expect(try JSONValue(encoding: object).decode(as: [String: Int].self) == object)
  }

  @Test("A JSON value goes through other coders")
  func foreign() throws {
    let value: JSONValue = ["a": [1, 2.5, "x", .null, true], "b": ["c": -7]]
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    #expect(try JSONDecoder().decode([JSONValue].self, from: Data("[7, null, {}]".utf8)) == [7, .null, .null])
  }

  @Test("Literals are canonical")
  func literals() {
    let value: JSONValue = ["b": 7.0, "a": "x", "c": .null, "d": [], "e": [:], "f": [1.5, true], "b": 8]
    #expect(value.json == #"{"a":"x","b":8,"d":[],"f":[1.5,true]}"#)
    #expect(([:] as JSONValue) == .null)
    #expect("n=\(7)" as JSONValue == .string("n=7"))
    let absent: JSONValue? = Bool("false") == true ? JSONValue.string("x") : nil
    #expect(absent == nil)
  }
}
