// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// An object with its members in this order, without those that are nil.
  static func record(_ members: [(String, JSONValue?)]) -> JSONValue {
    .members(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}
