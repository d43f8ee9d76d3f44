// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a text in path syntax, and where.
public struct PathSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected or cannot be.
  public var message: String
  /// Where, in bytes from the start of the text.
  public var offset: Int

  /// `message at byte offset`
  public var description: String { "\(message) at byte \(offset)" }
}

/// The one path syntax of command line, files, links and output: `home/list/exhibit?id=7`, `sheet:help` (short `^help`),
/// `name:JSON` for any content. Grammar: specification, section "Path syntax".
extension Literal {
  /// The path that `text` spells. An empty text is the empty path.
  public static func path(parsing text: String) throws(PathSyntaxError) -> [Literal] {
    var parser = PathParser(text)
    guard !parser.isAtEnd else { return [] }
    let path = try parser.path()
    try parser.expectEnd()
    return path
  }

  /// As it is typed.
  public var text: String {
    guard !branches.isEmpty else { return screen.text }
    let inner = branches.map { branch in
      (branch.name == selected ? "*" : "") + branch.name.rawValue + "="
        + branch.path.map(\.text).joined(separator: "/")
    }
    return screen.text + "{" + inner.joined(separator: ",") + "}"
  }
}

extension AnyScreen {
  /// The screen that `text` spells, without branches.
  public init(parsing text: String) throws(PathSyntaxError) {
    var parser = PathParser(text)
    self = try parser.screen()
    try parser.expectEnd()
  }

  /// As it is typed: `exhibit?id=7`, `sheet:help`.
  public var text: String {
    let prefix =
      switch presentation {
      case .push: ""
      case .sheet(allowsPush: true): "sheet:"
      case .sheet(allowsPush: false): "sheet!:"
      }
    return prefix + name.rawValue + PathText.content(content)
  }
}

extension AnyScreen: CustomStringConvertible {
  /// As it is typed.
  public var description: String { text }
}

extension Element {
  /// As it is typed, with its branches.
  public var text: String { literal.text }

  /// What would make an equal element.
  public var literal: Literal {
    Literal(
      screen,
      branches: branches?.branches.map { .init($0.name, path: $0.path.elements.map(\.literal)) } ?? [],
      selected: branches?.selected)
  }
}

extension Path: CustomStringConvertible {
  /// As it is typed: `home/list/exhibit?id=7`.
  public var description: String { text(separator: "/") }

  /// For people, `separator` between the elements: `home / list`.
  public func text(separator: String) -> String { elements.map(\.text).joined(separator: separator) }
}

extension Target {
  /// The target that `text` spells: `@3`, `@3{branch}` or a screen.
  public init(parsing text: String) throws(PathSyntaxError) {
    guard text.hasPrefix("@") else {
      self = .screen(try AnyScreen(parsing: text))
      return
    }
    let rest = text.dropFirst()
    if let number = UInt64(rest) {
      self = .id(ScreenID(number))
      return
    }
    if let brace = rest.firstIndex(of: "{"), rest.hasSuffix("}"), let number = UInt64(rest[..<brace]),
      let branch = BranchName(rest[rest.index(after: brace)...].dropLast())
    {
      self = .branch(ScreenID(number), branch)
      return
    }
    throw PathSyntaxError(message: "expected an element id such as @3", offset: 1)
  }

  /// As it is typed.
  public var text: String {
    switch self {
    case .id(let id): id.description
    case .screen(let screen): screen.text
    case .branch(let id, let branch): "\(id){\(branch)}"
    case .asked: "self"
    }
  }
}

/// Writes content in path syntax.
enum PathText {
  /// `?key=value&…` where that says it exactly, else `:JSON`; nothing for null.
  static func content(_ content: JSONValue) -> String {
    if content.isNull { return "" }
    guard case .members(let members) = content else { return ":" + content.json }
    var pairs: [String] = []
    for member in members {
      guard let value = scalar(member.value), !member.key.isEmpty else { return ":" + content.json }
      pairs.append(escaped(member.key) + "=" + value)
    }
    return "?" + pairs.joined(separator: "&")
  }

  private static func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .bool, .integer, .double: value.json
    // A text that reads as a number or a truth value would come back as one.
    case .string(let text): literal(text) == nil ? escaped(text) : nil
    case .null, .array, .members: nil
    }
  }

  /// The number or truth value that `text` is exactly, or nil.
  static func literal(_ text: String) -> JSONValue? {
    switch try? JSONValue(json: text) {
    case .bool(let value) where text == "true" || text == "false": .bool(value)
    case .integer(let value) where isTight(text): .integer(value)
    case .double(let value) where isTight(text): .double(value)
    case .bool, .integer, .double, .null, .string, .array, .members, nil: nil
    }
  }

  private static func isTight(_ text: String) -> Bool {
    !text.utf8.contains { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Percent-encodes what would end or change the value, and nothing else that can be typed.
  private static func escaped(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x7F || PathParser.reserved.contains(byte) {
        bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
