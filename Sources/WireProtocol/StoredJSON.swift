// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// The one JSON as text, for what is kept: the bodies of the journal.
public enum StoredJSON {
  /// A route: the list of its elements.
  public static func text(_ route: Route) -> String { JSONWriter.text(of: route.root) }

  /// A cause, as updates carry it.
  public static func text(_ cause: Cause) -> String { JSONWriter.text(of: cause) }

  /// An origin, as causes carry it.
  public static func text(_ origin: Origin) -> String { JSONWriter.text(of: origin) }

  /// An outcome, as lines carry it.
  public static func text(_ outcome: Outcome) -> String { JSONWriter.text(of: outcome) }

  /// The route that `text` spells.
  public static func route(_ text: String) throws(FormError) -> Route { Route(root: try value(text, "route")) }

  /// The cause that `text` spells.
  public static func cause(_ text: String) throws(FormError) -> Cause { try value(text, "cause") }

  /// The origin that `text` spells.
  public static func origin(_ text: String) throws(FormError) -> Origin { try value(text, "origin") }

  /// The outcome that `text` spells.
  public static func outcome(_ text: String) throws(FormError) -> Outcome { try value(text, "outcome") }

  /// The JSON in `text`, members in their order.
  public static func object(_ text: String) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(text.utf8) } catch { throw FormError("this is no JSON: \(error)") }
  }

  private static func value<Value: FormValue>(_ text: String, _ what: String) throws(FormError) -> Value {
    try JSONReader.read(JSONNode(try object(text), place: .root(what)))
  }
}
