// SPDX-License-Identifier: Apache-2.0

/// How a body is written.
package enum Encoding: String, Hashable, Sendable, CaseIterable {
  /// The one JSON.
  case json
  /// Protocol Buffers.
  case protobuf = "pb"
}
