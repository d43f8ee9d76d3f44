// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// The one JSON as text, for what is kept: the bodies of the journal. What is written often is UTF-8 from the start.
package enum StoredJSON {
  /// A route: the list of its elements.
  package static func bytes(_ route: Route) -> [UInt8] { JSONWriter.bytes(of: route.root) }

  /// A cause, as updates carry it.
  package static func bytes(_ cause: Cause) -> [UInt8] { JSONWriter.bytes(of: cause) }

  /// An origin, as causes carry it.
  package static func bytes(_ origin: Origin) -> [UInt8] { JSONWriter.bytes(of: origin) }

  /// An outcome, as lines carry it; that of a dry run has `"dryRun":true` at its end.
  package static func bytes(_ outcome: Outcome, ofDryRun isDryRun: Bool = false) -> [UInt8] {
    let bytes = JSONWriter.bytes(of: outcome)
    return isDryRun ? bytes.dropLast() + #","dryRun":true}"#.utf8 : bytes
  }

  /// The sensitive screens of a worker: a list of texts, of one that has said goodbye in an object `{"parted":[…]}`.
  package static func text(_ screens: [ScreenName], ofParted isParted: Bool = false) -> String {
    let list = JSONValue.array(screens.map { .string($0.rawValue) })
    return (isParted ? .object([("parted", list)]) : list).json
  }

  /// What becomes of screens whose worker does not come back, by screen as HELLO says it.
  package static func text(_ policies: [ScreenName: Routable.DeathPolicy]) -> String { JSONWriter.text(of: policies) }

  /// The route that `text` spells.
  package static func route(_ text: String) throws(FormError) -> Route { Route(root: try value(text, "route")) }

  /// The cause that `text` spells.
  package static func cause(_ text: String) throws(FormError) -> Cause { try value(text, "cause") }

  /// The origin that `text` spells.
  package static func origin(_ text: String) throws(FormError) -> Origin { try value(text, "origin") }

  /// The outcome that `text` spells.
  package static func outcome(_ text: String) throws(FormError) -> Outcome { try value(text, "outcome") }

  /// The sensitive screens that `text` spells, and whether their worker has said goodbye.
  package static func screens(_ text: String) throws(FormError) -> (screens: [ScreenName], isParted: Bool) {
    let value = try object(text)
    let isParted = value["parted"] != nil
    guard case .array(let items) = value["parted"] ?? value else { throw FormError("this is no list") }
    var screens: [ScreenName] = []
    for item in items {
      guard case .string(let text) = item, let name = ScreenName(text) else {
        throw FormError("\(item) is no name of a screen")
      }
      screens.append(name)
    }
    return (screens, isParted)
  }

  /// What becomes of screens whose worker does not come back, as `text` spells it.
  package static func policies(_ text: String) throws(FormError) -> [ScreenName: Routable.DeathPolicy] {
    try value(text, "on_death")
  }

  /// The JSON in `text`, members in their order.
  package static func object(_ text: String) throws(FormError) -> JSONValue {
    do { return try JSONValue.asWritten(text.utf8) } catch { throw FormError("this is no JSON: \(error)") }
  }

  private static func value<Value: FormValue>(_ text: String, _ what: String) throws(FormError) -> Value {
    try JSONReader.read(JSONNode(try object(text), place: .root(what), isBounded: false))
  }
}
