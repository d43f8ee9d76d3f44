// SPDX-License-Identifier: Apache-2.0

/// The connections that get what is published on a topic, kept by who publishes there: to find them takes a hash for each
/// length of a prefix.
package struct Audience: Sendable {
  /// What is published there begins with it.
  package let topic: [UInt8]
  /// The connections that subscribe to a prefix of the topic, as of the last ``Gatekeeper/renew(_:)``.
  package internal(set) var descriptors: Set<Int32> = []
  /// How many subscriptions had come and gone then; nil where nobody has asked yet.
  var asOf: UInt64?

  /// The audience of a topic; nobody before the keeper was asked.
  package init(of topic: [UInt8]) { self.topic = topic }
}
