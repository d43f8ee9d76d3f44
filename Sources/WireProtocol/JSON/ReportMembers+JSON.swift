// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Members that several reports have: the side that reads.
extension JSONNode {
  /// The count under `name`, 0 where it is absent.
  func counted(_ name: String) throws(FormError) -> UInt64 { try self[name]?.count() ?? 0 }

  /// The time in ms under `name`.
  func time(_ name: String) throws(FormError) -> Duration? {
    guard let node = self[name] else { return nil }
    return .milliseconds(try node.milliseconds())
  }

  /// The names under `name`, none where it is absent.
  func names<Kind>(_ name: String) throws(FormError) -> [Name<Kind>] {
    try list(name) { node throws(FormError) in try node.name() }
  }

  /// A process id.
  func process() throws(FormError) -> Int32 { Int32(clamping: try count()) }
}

/// Members that several reports have: the side that writes.
extension JSONValue {
  /// A canonical object; null members are left out.
  static func report(_ members: [(String, JSONValue)]) -> JSONValue { .object(members) }

  /// A time in whole ms, or null.
  static func time(_ time: Duration?) -> JSONValue {
    time.map { .integer($0.microseconds / 1000) } ?? .null
  }

  /// A list of names.
  static func names<Kind>(_ names: [Name<Kind>]) -> JSONValue { .array(names.map { .name($0) }) }
}
