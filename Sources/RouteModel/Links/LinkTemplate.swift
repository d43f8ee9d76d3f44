// SPDX-License-Identifier: Apache-2.0

/// A path in path syntax with `{NAME}` in place of values of content.
struct LinkTemplate: Hashable, Sendable {
  private let items: [PathItem]

  /// No argument stands in them.
  var screenNames: [ScreenName] { items.screenNames }

  /// The marks of an argument while the template is read: for private use, so that no template may hold them itself. They are
  /// looked for as Unicode scalars: with a joining mark behind it, each would be part of another character.
  private static let open: Unicode.Scalar = "\u{F0000}"
  private static let close: Unicode.Scalar = "\u{F0001}"

  init(_ text: String, arguments: Set<String>) throws(DeepLink.PatternError) {
    guard !text.unicodeScalars.contains(where: { $0 == Self.open || $0 == Self.close }) else {
      throw DeepLink.PatternError("the path '\(text)' holds characters for private use")
    }
    var marked = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let brace = rest.firstIndex(of: "{") {
      marked.append(contentsOf: rest[..<brace])
      rest = rest[brace...].dropFirst()
      let name = rest.prefix { $0.isASCII && isNameByte(UInt8(truncatingIfNeeded: $0.value)) }
      if !name.isEmpty, rest.dropFirst(name.count).first == "}" {
        guard arguments.contains(String(name)) else {
          throw DeepLink.PatternError("the path '\(text)': '{\(String(name))}' is no argument of the url")
        }
        marked.append(Self.open)
        marked.append(contentsOf: name)
        marked.append(Self.close)
        rest = rest.dropFirst(name.count + 1)
      } else {
        // The brace begins branches or JSON.
        marked.append("{")
      }
    }
    marked.append(contentsOf: rest)
    do throws(Path.SyntaxError) {
      items = try PathItem.path(parsing: String(marked))
    } catch {
      throw DeepLink.PatternError("the path \(Self.unmarked(error.description))")
    }
    if let name = Self.argumentInKey(of: items) {
      throw DeepLink.PatternError("the path '\(text)': '{\(name)}' stands for values only")
    }
  }

  /// A text with braces in place of the marks.
  private static func unmarked(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(scalar == open ? "{" : scalar == close ? "}" : scalar) }
    return String(plain)
  }

  /// The first argument that stands in a key of a content instead of a value.
  private static func argumentInKey(of path: [PathItem]) -> String? {
    for item in path {
      if let name = argumentInKey(of: item.screen.content) { return name }
      for branch in item.branches {
        if let name = argumentInKey(of: branch.path) { return name }
      }
    }
    return nil
  }

  private static func argumentInKey(of value: JSONValue) -> String? {
    switch value {
    case .null, .bool, .integer, .double, .string: return nil
    case .array(let items):
      for item in items {
        if let name = argumentInKey(of: item) { return name }
      }
      return nil
    case .members(let members):
      for member in members {
        let scalars = member.key.unicodeScalars
        if let mark = scalars.firstIndex(of: open) {
          return String(scalars[mark...].dropFirst().prefix { $0 != close })
        }
        if let name = argumentInKey(of: member.value) { return name }
      }
      return nil
    }
  }

  /// The path with these values. A member of content is left out if its argument has no value.
  func path(with arguments: [String: JSONValue]) -> [PathItem] { items.map { Self.filled($0, arguments) } }

  private static func filled(_ item: PathItem, _ arguments: [String: JSONValue]) -> PathItem {
    var item = item
    item.screen = AnyScreen(
      item.screen.name, content: filled(item.screen.content, arguments) ?? .null,
      presentation: item.screen.presentation)
    for index in item.branches.indices {
      item.branches[index].path = item.branches[index].path.map { filled($0, arguments) }
    }
    return item
  }

  private static func filled(_ value: JSONValue, _ arguments: [String: JSONValue]) -> JSONValue? {
    switch value {
    case .null, .bool, .integer, .double: value
    case .array(let items): .array(items.compactMap { filled($0, arguments) })
    case .members(let members):
      .members(members.compactMap { member in filled(member.value, arguments).map { .init(member.key, $0) } })
    case .string(let text): filled(text, arguments)
    }
  }

  /// The value for a text. A text that is nothing but one argument becomes the argument's value; inside other text an
  /// argument becomes text.
  private static func filled(_ text: String, _ arguments: [String: JSONValue]) -> JSONValue? {
    let parts = text.unicodeScalars.split(separator: open, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return .string(text) }
    var result = String(parts[0])
    for part in parts.dropFirst() {
      let end = part.firstIndex(of: close) ?? part.endIndex
      let name = String(part[..<end])
      let suffix = String(part[end...].dropFirst())
      if parts.count == 2, result.isEmpty, suffix.isEmpty { return arguments[name] }
      result += (arguments[name]?.plainText ?? "") + suffix
    }
    return .string(result)
  }
}

extension JSONValue {
  /// A string without quotes, all else as JSON.
  fileprivate var plainText: String {
    if case .string(let text) = self { text } else { description }
  }
}
