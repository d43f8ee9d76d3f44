// SPDX-License-Identifier: Apache-2.0

/// A case of an enum that leaves nothing behind in canonical form: Swift encodes one without values as an object without
/// members, which is the same as none.
package struct LostCase: Error, CustomStringConvertible {
  /// Leads to the value, from the whole.
  package var keys: [String]
  /// The case.
  package var name: String

  /// Where it is, and the way out.
  package var description: String {
    let place = keys.isEmpty ? "the whole" : "'\(keys.joined(separator: "."))'"
    return "\(place) is the case '\(name)' without values, of which canonical form leaves nothing: \(Self.advice)"
  }

  /// The way out.
  package static let advice = "give its enum a raw type, or each case a value"

  /// The same in a value that is the member, or item, of another one.
  func under(_ key: String) -> LostCase { LostCase(keys: [key] + keys, name: name) }
}

extension EncodingNode.Part {
  /// The first case in it that leaves nothing behind.
  var lostCase: LostCase? {
    switch self {
    case .finished: nil
    case .node(let node): node.lostCase
    }
  }
}
