// SPDX-License-Identifier: Apache-2.0

/// Reads the path syntax: `path = step *("/" step)`, `step = [prefix] name [content] [branches]` (specification, section
/// "Path syntax").
struct PathParser {
  /// The deepest nesting of branches.
  static let depthMax = Route.branchDepthMax
  /// The most keys of one query.
  static let keysMax = 256
  /// The most branches of one container.
  static let branchesMax = 256
  /// The most screens of one text, those of branches counted: as many as a route holds.
  static let screensMax = Route.elementsMax

  private let text: String
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var screens = 0

  init(_ text: some StringProtocol) {
    self.text = String(text)
    bytes = Array(text.utf8)
    skipSpace()
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func path() throws(Path.SyntaxError) -> [PathItem] {
    var path = [try step()]
    while take(Byte.slash) { path.append(try step()) }
    return path
  }

  mutating func step() throws(Path.SyntaxError) -> PathItem {
    var item = PathItem(try screen())
    if take(Byte.openBrace) { try branches(of: &item) }
    return item
  }

  mutating func screen() throws(Path.SyntaxError) -> AnyScreen {
    skipSpace()
    screens += 1
    guard screens <= Self.screensMax else { throw error("at most \(Self.screensMax) screens") }
    let presentation = takePrefix()
    let start = position
    let word = takeWord()
    guard !word.isEmpty else { throw error("a screen's name") }
    guard let name = ScreenName(word) else {
      throw error(
        word == "sheet"
          ? "a screen's name after 'sheet:'" : "a name: a letter, then up to 63 of letters, digits, - _ .",
        at: start)
    }
    return AnyScreen(name, content: try content(), presentation: presentation)
  }

  mutating func target() throws(Path.SyntaxError) -> Target {
    guard take(Byte.at) else { return .screen(try screen()) }
    let start = position
    let word = takeWord()
    if word == "self" { return .asked }
    guard !word.isEmpty, word.utf8.allSatisfy({ Byte.digits.contains($0) }) else {
      throw error("an element's number or 'self' after '@'", at: start)
    }
    // Messages hold no larger one.
    guard let number = Int64(word) else {
      throw error("an element's number up to \(Int64.max) after '@'", at: start)
    }
    let id = ElementID(UInt64(number))
    guard take(Byte.openBrace) else { return .id(id) }
    let branch = try branchName()
    guard take(Byte.closeBrace) else { throw error("'}'") }
    return .branch(id, branch)
  }

  /// Reads the end of the text; `expected` is the only other text that fits here.
  mutating func end(_ expected: String) throws(Path.SyntaxError) {
    skipSpace()
    guard position == bytes.count else { throw error("\(expected) or the end") }
  }
}

extension PathParser {
  /// After `{`: `name=[path]`, the selected one with `*` before its name; or `*name` alone, to select without a path.
  private mutating func branches(of item: inout PathItem) throws(Path.SyntaxError) {
    guard depth < Self.depthMax else { throw error("at most \(Self.depthMax) levels of branches") }
    depth += 1
    defer { depth -= 1 }
    var known: Set<BranchName> = []
    repeat {
      let isSelected = take(Byte.star)
      let start = position
      let name = try branchName()
      guard known.insert(name).inserted else {
        throw error("each branch once: branch '\(name)' stands twice", at: start)
      }
      if isSelected {
        guard item.selected == nil else { throw error("one branch with '*' only", at: start) }
        item.selected = name
      }
      if take(Byte.equals) {
        guard item.branches.count < Self.branchesMax else {
          throw error("at most \(Self.branchesMax) branches", at: start)
        }
        skipSpace()
        let isEmpty = peek == Byte.comma || peek == Byte.closeBrace
        item.branches.append(PathItem.Branch(name, path: isEmpty ? [] : try path()))
      } else if !isSelected {
        throw error("'='")
      }
    } while take(Byte.comma)
    guard take(Byte.closeBrace) else { throw error("'/', ',' or '}'") }
  }

  private mutating func branchName() throws(Path.SyntaxError) -> BranchName {
    skipSpace()
    let start = position
    guard let name = BranchName(takeWord()) else { throw error("a branch's name", at: start) }
    return name
  }

  /// `sheet:` or `^`, with `!` where it allows no pushes.
  private mutating func takePrefix() -> Presentation {
    for (prefix, presentation) in Self.prefixes where bytes[position...].starts(with: prefix.utf8) {
      position += prefix.utf8.count
      return presentation
    }
    return .push
  }

  private static let prefixes: [(String, Presentation)] = [
    ("sheet:", .sheet(allowsPush: true)), ("sheet!:", .sheet(allowsPush: false)),
    ("^!", .sheet(allowsPush: false)), ("^", .sheet(allowsPush: true)),
  ]

  private mutating func content() throws(Path.SyntaxError) -> JSONValue {
    switch peek {
    case Byte.question: return try query()
    case Byte.colon:
      position += 1
      do throws(JSONValue.SyntaxError) {
        let (value, count) = try JSONValue.prefix(of: bytes[position...])
        position += count
        return value
      } catch {
        throw self.error(error.expected, at: position + error.offset)
      }
    default: return .null
    }
  }

  /// `?key=value&key=value`: an object.
  private mutating func query() throws(Path.SyntaxError) -> JSONValue {
    var members: [(String, JSONValue)] = []
    // Keys are compared by bytes, which the standard library's equality of texts does not do.
    var known: Set<[UInt8]> = []
    repeat {
      position += 1
      let start = position
      guard known.count < Self.keysMax else { throw error("at most \(Self.keysMax) keys", at: start) }
      let key = try decoded(takeRaw())
      guard !key.isEmpty else { throw error("a key", at: start) }
      guard peek == Byte.equals else { throw error("'='") }
      position += 1
      guard known.insert(Array(key.utf8)).inserted else {
        throw error("each key once: key '\(key)' stands twice", at: start)
      }
      let raw = takeRaw(equalsToo: true)
      let value = if let literal = QueryValue.literal(raw) { literal } else { JSONValue.string(try decoded(raw)) }
      members.append((key, value))
    } while peek == Byte.ampersand
    return .object(members)
  }

  /// The bytes up to the end of a key or a value.
  private mutating func takeRaw(equalsToo: Bool = false) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, !QueryValue.isDelimiter(peek), equalsToo || peek != Byte.equals { position += 1 }
    return bytes[start..<position]
  }

  /// Text with its escapes decoded once.
  private func decoded(_ raw: ArraySlice<UInt8>) throws(Path.SyntaxError) -> String {
    do throws(PercentEncoding.Failure) {
      return try PercentEncoding.decoded(raw)
    } catch {
      switch error {
      case .digits(at: let index): throw self.error("two hexadecimal digits after '%'", at: index)
      case .misplaced(at: let index): throw self.error("an escape", at: index)
      case .notUTF8: throw self.error("UTF-8", at: raw.startIndex)
      }
    }
  }
}

extension PathParser {
  /// The byte at the position; 0, which fits nowhere, at the end.
  private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count, Byte.isSpace(bytes[position]) { position += 1 }
  }

  /// Takes `byte` if it comes next after white space. It is not 0.
  private mutating func take(_ byte: UInt8) -> Bool {
    let start = position
    skipSpace()
    guard peek == byte else {
      position = start
      return false
    }
    position += 1
    return true
  }

  private mutating func takeWord() -> String {
    let start = position
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func error(_ expected: String, at offset: Int? = nil) -> Path.SyntaxError {
    Path.SyntaxError(text: text, offset: offset ?? position, expected: expected)
  }
}
