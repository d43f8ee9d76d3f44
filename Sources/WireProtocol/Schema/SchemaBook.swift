// SPDX-License-Identifier: Apache-2.0

import Coordination
package import RouteModel

/// The definitions of the JSON Schema, each made once.
struct SchemaBook {
  private(set) var definitions: [String: JSONValue] = [:]
  /// The limit of the list, table or text that is described next.
  var nextMax: Int?

  /// The limit of what is being described; what lies in it has the usual limits again.
  mutating func takeLimit(usually limit: Int) -> Int {
    defer { nextMax = nil }
    return nextMax ?? limit
  }

  /// A reference to the definition `name`, which `make` makes where it is not there yet.
  mutating func reference(_ name: String, _ make: (inout SchemaBook) -> JSONValue) -> JSONValue {
    if definitions[name] == nil {
      definitions[name] = .null
      definitions[name] = make(&self)
    }
    return .record(["$ref": .string("#/$defs/\(name)")])
  }

  mutating func count() -> JSONValue {
    reference("count") { _ in
      .record(["type": .string("integer"), "minimum": .integer(0), "maximum": .integer(.max)])
    }
  }

  mutating func text(_ name: String, pattern: String, _ note: String) -> JSONValue {
    reference(name) { _ in
      .record(["type": .string("string"), "pattern": .string(pattern), "description": .string(note)])
    }
  }

  mutating func pathText() -> JSONValue {
    reference("pathText") { _ in
      .record([
        "type": .string("string"), "maxLength": .integer(Int64(Limits.pathTextBytesMax)),
        "description": .string("path syntax"),
      ])
    }
  }
}

/// The JSON Schema of the bodies of messages.
package enum WireSchema {
  /// The whole schema: a definition for the body of each kind, called like the kind, and `line` for a line of commands.
  package static var document: JSONValue {
    var book = SchemaBook()
    for form in MessageForm.all { _ = book.reference("\(form.kind)", form.schema) }
    _ = book.reference("line") { book in
      let line = Command.objectSchema(&book, optionalMember: "commandId")
      return SchemaVisitor.noting("a line of `way run`: a command that may leave out its id", line)
    }
    let note =
      "SPDX-License-Identifier: Apache-2.0. One definition for the body of each kind of message. Members that are not "
      + "listed are allowed and ignored."
    let definitions = book.definitions.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return .record([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string("Waykeeper: the one JSON, version 1"), "$comment": .string(note),
      "$defs": .members(definitions),
    ])
  }
}
