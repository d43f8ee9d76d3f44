// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// The first frame of what observers get: a subscriber sends nothing, so the topic says which encoding it wants.
package enum Topic: Hashable, Sendable {
  /// STATE, UPDATE and PRESENCE of a scene: `wk1/json/main/`.
  case scene(Encoding, SceneName)
  /// KEEPALIVE: `wk1/json/!`.
  case keepalive(Encoding)

  /// The topic that `text` spells, or nil.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "wk1", let encoding = Encoding(rawValue: String(parts[1])) else { return nil }
    if parts.count == 3, parts[2] == "!" {
      self = .keepalive(encoding)
    } else {
      guard parts.count == 4, parts[3].isEmpty, let scene = SceneName(parts[2]) else { return nil }
      self = .scene(encoding, scene)
    }
  }

  /// The prefix of all topics of an encoding.
  package static func prefix(_ encoding: Encoding) -> String { "wk1/\(encoding.rawValue)/" }

  /// Its octets as text. The slash at the end keeps `room` apart from `room2`, for subscriptions are prefixes.
  package var text: String {
    switch self {
    case .scene(let encoding, let scene): "\(Self.prefix(encoding))\(scene)/"
    case .keepalive(let encoding): "\(Self.prefix(encoding))!"
    }
  }

  /// Its octets.
  package var octets: [UInt8] { Array(text.utf8) }

  /// Whether a subscription to `prefix` gets what is published here.
  package func isCovered(by prefix: String) -> Bool {
    let text = text
    return text.utf8.starts(with: prefix.utf8)
  }

  /// The encodings in which a subscription to `prefix` covers `scene`, in fixed order.
  package static func encodings(of scene: SceneName, coveredBy prefix: String) -> [Encoding] {
    Encoding.allCases.filter { Topic.scene($0, scene).isCovered(by: prefix) }
  }
}
