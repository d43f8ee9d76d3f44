// SPDX-License-Identifier: Apache-2.0

extension RoutePoint {
  /// What of a drive's input concerns the route: its members that are declared (QRoute's dependencies).
  public func share(of input: JSONValue) -> JSONValue {
    guard case .members(let members) = input else { return .null }
    return .object(members.filter { requires.contains($0.key) || takes.contains($0.key) }.map { ($0.key, $0.value) })
  }

  /// A screen's content with the route's share of an input: new values win, others stay; nothing is ever removed. What
  /// is no object stays as it is.
  public func merging(_ input: JSONValue, into content: JSONValue) -> JSONValue {
    guard case .members(let new) = share(of: input) else { return content }
    switch content {
    case .null: return .members(new)
    case .members(let old): return .object((old + new).map { ($0.key, $0.value) })
    case .bool, .integer, .double, .string, .array: return content
    }
  }

  /// The members that are required and neither in the input nor in what the screen has already.
  public func missing(from input: JSONValue, and content: JSONValue) -> [String] {
    requires.filter { input[$0] == nil && content[$0] == nil }
  }
}
