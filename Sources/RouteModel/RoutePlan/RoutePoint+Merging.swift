// SPDX-License-Identifier: Apache-2.0

extension RoutePoint {
  /// The route's share of a drive's input: the members that it declares (QRoute's dependencies).
  package func share(of input: JSONValue) -> JSONValue {
    guard case .members(let members) = input else { return .null }
    // As JSON values, keys are compared by bytes; as texts, also those would be equal that Unicode takes for equivalent.
    let keys = Set((requires + takes).map(JSONValue.string))
    return .object(members.filter { keys.contains(.string($0.key)) }.map { ($0.key, $0.value) })
  }

  /// A screen's content with the route's share of an input. New values replace old ones of the same key, and no member is
  /// ever removed. Content that is no object stays as it is.
  package func merging(_ input: JSONValue, into content: JSONValue) -> JSONValue {
    guard case .members(let new) = share(of: input) else { return content }
    switch content {
    case .null: return .members(new)
    case .members(let old): return .object((old + new).map { ($0.key, $0.value) })
    case .bool, .integer, .double, .string, .array: return content
    }
  }

  /// The required members that are neither in the input nor in the screen's content.
  package func missing(from input: JSONValue, and content: JSONValue) -> [String] {
    requires.filter { input[$0] == nil && content[$0] == nil }
  }
}
