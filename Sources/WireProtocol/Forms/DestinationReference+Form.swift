// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.Reference: FormUnion {
  static let style = UnionStyle.given
  static let variants = FormVariants<Destination.Reference>(.named("blank"), .inline(.blank))

  /// What belongs there, for errors.
  static let rule = "a destination: its name, or a list of steps"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .named(var name):
      try visitor.variant("name")
      try visitor.member("name", 1, &name, .required("the name of a destination"))
      self = .named(name)
    case .inline(var destination):
      try visitor.variant("inline")
      try visitor.member("inline", 2, &destination, .always)
      self = .inline(destination)
    }
  }

  /// A name, or the destination itself.
  init(json reader: inout JSONReader) throws(FormError) {
    if case .string = reader.node.value {
      self = .named(try DestinationName(json: &reader))
    } else {
      self = .inline(try Destination(json: &reader))
    }
  }

  func write(json writer: inout JSONWriter) {
    switch self {
    case .named(let name): name.write(json: &writer)
    case .inline(let destination): destination.write(json: &writer)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    SchemaBook.anyOf([DestinationName.schema(&book), Destination.schema(&book)])
  }
}
