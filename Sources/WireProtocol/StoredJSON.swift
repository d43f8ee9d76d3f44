// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// The one JSON as text, for what is kept: the bodies of the journal.
package enum StoredJSON {
  /// A route: the list of its elements.
  package static func text(_ route: Route) -> String { JSONWriter.text(of: route.root) }

  /// A cause, as updates carry it.
  package static func text(_ cause: Cause) -> String { JSONWriter.text(of: cause) }

  /// An origin, as causes carry it.
  package static func text(_ origin: Origin) -> String { JSONWriter.text(of: origin) }

  /// An outcome, as lines carry it.
  package static func text(_ outcome: Outcome) -> String { JSONWriter.text(of: outcome) }

  /// The route that `text` spells.
  package static func route(_ text: String) throws(FormError) -> Route { Route(root: try value(text, "route")) }

  /// The cause that `text` spells.
  package static func cause(_ text: String) throws(FormError) -> Cause { try value(text, "cause") }

  /// The origin that `text` spells.
  package static func origin(_ text: String) throws(FormError) -> Origin { try value(text, "origin") }

  /// The outcome that `text` spells.
  package static func outcome(_ text: String) throws(FormError) -> Outcome { try value(text, "outcome") }

  /// The JSON in `text`, members in their order.
  package static func object(_ text: String) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(text.utf8) } catch { throw FormError("this is no JSON: \(error)") }
  }

  private static func value<Value: FormValue>(_ text: String, _ what: String) throws(FormError) -> Value {
    try JSONReader.read(JSONNode(try object(text), place: .root(what)))
  }
}
