// SPDX-License-Identifier: Apache-2.0

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

  /// The same without content: for messages, which everybody may read.
  var nameText: String {
    if case .screen(let screen) = self { screen.name.rawValue } else { text }
  }
}

extension Target {
  /// The target that `text` spells: `@3` an element, `@3{search}` a branch of it, `@self` the element that is asked,
  /// and all else a screen.
  public init(parsing text: some StringProtocol) throws(Path.SyntaxError) {
    var parser = PathParser(text)
    self = try parser.target()
    try parser.end("one target only (a branch is @3{name})")
  }
}
