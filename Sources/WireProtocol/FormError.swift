// SPDX-License-Identifier: Apache-2.0

/// A body or a line that does not have the form it has to have.
package struct FormError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, its place, and the form that belongs there: `verb go: member 'on' is missing: an id or a screen`.
  package var message: String
  /// The way to the fault, from the whole value on; empty where it is not known.
  package private(set) var way: [Step] = []
  /// The fault without its place; nil where the place is not known.
  package private(set) var fault: String?

  /// One step into a value.
  package enum Step: Hashable, Sendable {
    case member(String)
    case item(Int)
  }

  /// An error that says `message`.
  package init(_ message: String) { self.message = message }

  /// An error at a place.
  init(_ fault: String, at place: Place) {
    message = "\(place.text): \(fault)"
    self.fault = fault
    way = place.steps
  }

  /// The message.
  package var description: String { message }

  /// The error of what lies in the field `name`: `cause.origin: …`.
  func under(_ name: String) -> FormError {
    let isPlaced = message.prefix { $0 != " " }.hasSuffix(":")
    return FormError("\(name)\(isPlaced ? "." : ": ")\(message)")
  }
}

/// Where in a body something stands, for the messages of errors. A list from the inside out, so that going down costs no
/// text until an error wants it.
indirect enum Place: Sendable {
  case root(String)
  case member(Place, String)
  case item(Place, Int)

  /// The way down.
  var steps: [FormError.Step] {
    switch self {
    case .root: []
    case .member(let parent, let name): parent.steps + [.member(name)]
    case .item(let parent, let index): parent.steps + [.item(index)]
    }
  }

  /// `verb go`, then the way down: `verb go, screens[1].content`.
  var text: String {
    switch self {
    case .root(let name): name
    case .member(.root(let root), let name): "\(root), \(name)"
    case .member(let parent, let name): "\(parent.text).\(name)"
    case .item(let parent, let index): "\(parent.text)[\(index)]"
    }
  }
}
