// SPDX-License-Identifier: Apache-2.0

// The one path syntax of command line, files, links and output. What is printed can be typed.
// Grammar: specification, section "Path syntax".

extension Path: CustomStringConvertible {
  /// As it is typed: `home/list/exhibit?id=7`. Ids and appearance are left out.
  public var description: String { text(separator: "/") }

  /// For people, `separator` between the elements: `home / list`.
  public func text(separator: String) -> String { elements.map(\.text).joined(separator: separator) }
}

extension Route: CustomStringConvertible {
  /// The root path as it is typed.
  public var description: String { root.description }
}

extension Element {
  /// As it is typed, with its branches.
  public var text: String { literal.text }

  /// What would make an equal element.
  public var literal: PathItem {
    guard let branches else { return PathItem(screen) }
    return PathItem(
      screen, branches: branches.branches.map { PathItem.Branch($0.name, path: $0.path.elements.map(\.literal)) },
      selected: branches.selected)
  }
}

extension PathItem {
  /// As it is typed: `home{*map=floor,search=}`.
  public var text: String {
    var items = branches.map { branch in
      (branch.name == selected ? "*" : "") + "\(branch.name)=\(PathItem.text(of: branch.path))"
    }
    if let selected, !branches.contains(where: { $0.name == selected }) { items.append("*\(selected)") }
    return items.isEmpty ? screen.text : "\(screen.text){\(items.joined(separator: ","))}"
  }

  /// A path as it is typed, `separator` between the steps.
  public static func text(of path: [PathItem], separator: String = "/") -> String {
    path.map(\.text).joined(separator: separator)
  }
}

extension AnyScreen: CustomStringConvertible {
  /// As it is typed.
  public var description: String { text }

  /// As it is typed: `exhibit?id=7`, `sheet:help`, `exhibit:{"ids":[1,2]}`.
  public var text: String { prefix + name.rawValue + suffix }

  private var prefix: String {
    switch presentation {
    case .push: ""
    case .sheet(allowsPush: true): "sheet:"
    case .sheet(allowsPush: false): "sheet!:"
    }
  }

  private var suffix: String {
    if content.isNull { return "" }
    guard case .members(let members) = content else { return ":\(content)" }
    var items: [String] = []
    for member in members {
      guard !member.key.isEmpty, let value = QueryValue.text(of: member.value) else { return ":\(content)" }
      items.append("\(QueryValue.encoded(member.key))=\(value)")
    }
    return "?" + items.joined(separator: "&")
  }
}

extension Target {
  /// As it is typed: `@3`, `exhibit?id=7`, `@3{search}`, `@self`.
  public var text: String {
    switch self {
    case .id(let id): id.description
    case .screen(let screen): screen.text
    case .branch(let id, let name): "\(id){\(name)}"
    case .asked: "@self"
    }
  }
}

/// Values behind `?`: one that is exactly a JSON number, `true` or `false` is that; any other is a string.
enum QueryValue {
  /// The number or truth value that `raw` spells, or nil.
  static func literal(_ raw: some Collection<UInt8>) -> JSONValue? {
    guard raw.allSatisfy({ $0 > Byte.space }), let value = try? JSONValue(json: raw) else { return nil }
    switch value {
    case .bool, .integer, .double: return value
    case .null, .string, .array, .members: return nil
    }
  }

  /// The text of a value, or nil for one that cannot be said so.
  static func text(of value: JSONValue) -> String? {
    switch value {
    case .bool, .integer, .double: value.description
    case .string(let text): literal(text.utf8) == nil ? encoded(text) : nil
    case .null, .array, .members: nil
    }
  }

  /// `text` with every byte that could mean something here as `%XX`.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte >= 0x80 || isNameByte(byte) || safe.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [Byte.percent, Byte.hex(byte >> 4, isCapital: true), Byte.hex(byte & 0xF, isCapital: true)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte ends a key or a value.
  static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.ampersand, Byte.slash, Byte.openBrace, Byte.closeBrace, Byte.comma: true
    default: byte <= Byte.space
    }
  }

  private static let safe = Array("~:@+".utf8)
}
