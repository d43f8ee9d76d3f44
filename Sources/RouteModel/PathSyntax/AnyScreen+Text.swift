// SPDX-License-Identifier: Apache-2.0

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
    guard case .members(let members) = content, members.count <= PathParser.keysMax else { return ":\(content)" }
    var items: [String] = []
    for member in members {
      guard !member.key.isEmpty, let value = QueryValue.text(of: member.value) else { return ":\(content)" }
      items.append("\(QueryValue.encoded(member.key))=\(value)")
    }
    return "?" + items.joined(separator: "&")
  }
}

extension AnyScreen {
  /// The screen that `text` spells: `exhibit?id=7`, `sheet:help`, `exhibit:{"ids":[1,2]}`.
  public init(parsing text: some StringProtocol) throws(Path.SyntaxError) {
    var parser = PathParser(text)
    self = try parser.screen()
    try parser.end("one screen only")
  }
}
