// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// Observers of one encoding have a channel of their own.
extension Channel {
  /// The channel of an encoding.
  package init(_ encoding: Encoding) { self.init(encoding == .json ? 0 : 1) }

  /// The encoding of the channel.
  package var encoding: Encoding { number == 0 ? .json : .protobuf }
}

extension Event {
  /// What a subscription to a prefix of topics means, for each encoding that it covers.
  package static func subscriptions(to prefix: String, among scenes: [SceneName]) -> [Event] {
    Encoding.allCases.compactMap { encoding in
      let covered = scenes.filter { Topic.encodings(of: $0, coveredBy: prefix).contains(encoding) }
      return covered.isEmpty ? nil : .subscribed(to: covered, on: Channel(encoding))
    }
  }
}
