// SPDX-License-Identifier: Apache-2.0

// Command line, files, links and output share one path syntax: every printed path can be typed.
// Grammar: specification, section "Path syntax".

extension Path: CustomStringConvertible {
  /// As it is typed: `home/list/exhibit?id=7`. Ids and appearance are left out.
  public var description: String { text(separator: "/") }

  /// The path in path syntax, for people: an element that begins behind so many bytes, and all after it, is left out, and
  /// `…` stands in its place.
  package func text(upTo bytesMax: Int) -> String {
    var text = ""
    for element in elements {
      if text.utf8.count > bytesMax { return text + "/…" }
      text += (text.isEmpty ? "" : "/") + element.text
    }
    return text
  }

  /// For people, `separator` between the elements: `home / list`.
  public func text(separator: String) -> String { elements.texts(separator: separator) { $0.text } }
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
    path.texts(separator: separator) { $0.text }
  }
}

extension Array {
  /// The texts of the elements. For `joined` the runtime would look through all conformances of the program once, which takes a
  /// tenth of a millisecond of each start.
  fileprivate func texts(separator: String, _ text: (Element) -> String) -> String {
    var all = ""
    for index in indices { all += index > 0 ? separator + text(self[index]) : text(self[index]) }
    return all
  }
}

extension PathItem {
  /// The path that `text` spells: `home/list/exhibit?id=7/sheet:help`. White space between the parts is allowed; nothing
  /// spells the empty path.
  public static func path(parsing text: some StringProtocol) throws(Path.SyntaxError) -> [PathItem] {
    var parser = PathParser(text)
    if parser.isAtEnd { return [] }
    let path = try parser.path()
    try parser.end("'/'")
    return path
  }

  /// The single step that `text` spells, with its branches: `home{*map=floor,search=}`.
  public init(parsing text: some StringProtocol) throws(Path.SyntaxError) {
    var parser = PathParser(text)
    self = try parser.step()
    try parser.end("one screen only")
  }
}
